import type { CalendarDay } from '../../core/calendar-day.ts';
import { GENERAL, listOffers, type Offer } from '../../offers/index.ts';
import type { WantedItem } from '../../orders/index.ts';
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

/** A number of tickets of an offer, in one category and for one entry time. */
export interface Wanted {
  readonly offer: Offer;
  readonly count: number;
  /** Slug; undefined: standard. */
  readonly category?: string | undefined;
  readonly entryTime?: string | undefined;
}

export function itemsOf(wanted: readonly Wanted[]): WantedItem[] {
  return wanted
    .filter(({ count }) => count > 0)
    .map(({ offer: { product, date }, count, category, entryTime }) => ({
      ticketDate: date,
      ...(product === GENERAL ? { ticketType: 'general' } : { ticketType: 'event', eventId: product }),
      ...(category !== undefined && { category }),
      ...(entryTime !== undefined && { entryTime }),
      quantity: count,
    }));
}
