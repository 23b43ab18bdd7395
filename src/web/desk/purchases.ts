import type { CalendarDay } from '../../core/calendar-day.ts';
import { GENERAL, listOffers, type Offer } from '../../offers/index.ts';
import type { Purchase } from '../../tickets/index.ts';
import type { DeskOptions } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';

/** What can be sold on the day: general entry first, then the events by name. */
export function offersOn(
  { actor }: Clerk,
  { store, terms }: DeskOptions,
  day: CalendarDay,
): Promise<Offer[]> {
  return listOffers(store, actor, { from: day, to: day }, terms);
}

/** The purchases for the wanted number of each offer. */
export function purchasesOf(
  wanted: readonly { readonly offer: Offer; readonly count: number }[],
  email: string | undefined,
): Purchase[] {
  return wanted.flatMap(({ offer: { product, date }, count }) => {
    const what: Purchase = {
      ticketDate: date,
      ...(product === GENERAL ? { ticketType: 'general' } : { ticketType: 'event', eventId: product }),
      ...(email !== undefined && { email }),
    };
    return Array.from({ length: count }, () => what);
  });
}
