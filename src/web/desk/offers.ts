import type { CalendarDay } from '../../core/calendar-day.ts';
import type { Uuid } from '../../core/uuid.ts';
import { listEvents } from '../../events/index.ts';
import { listAvailability, type Purchase } from '../../tickets/index.ts';
import type { DeskOptions } from './desk.ts';
import type { Clerk } from './desk-page.ts';

/** An event or general entry that tickets of a day can be sold for. */
export interface Offer {
  /** The name of its field: `general`, or the event's id. */
  readonly field: string;
  /** Undefined: general entry. */
  readonly eventId: Uuid | undefined;
  readonly name: string | undefined;
  readonly location: string | undefined;
  readonly priceCents: number;
  /** Null: no limit. */
  readonly left: number | null;
  readonly onSale: boolean;
}

/** General entry first, then the events by name. */
export async function offersOn(
  { actor }: Clerk,
  { store, calendar, generalPriceCents }: DeskOptions,
  day: CalendarDay,
): Promise<Offer[]> {
  const days = { from: day, to: day };
  const [slots, events] = await Promise.all([
    listAvailability(store, actor, days, calendar.today()),
    listEvents(store, actor, days),
  ]);
  const byId = new Map(events.map((event) => [event.eventId, event]));
  return slots.map(({ eventId, eventName, left, onSale }): Offer => {
    const event = eventId && byId.get(eventId);
    const priceCents = event?.priceCents ?? generalPriceCents;
    const field = eventId ?? 'general';
    return { field, eventId, name: eventName, location: event?.location, priceCents, left, onSale };
  });
}

/** The purchases for the wanted number of each offer. */
export function purchasesOf(
  wanted: readonly { readonly offer: Offer; readonly count: number }[],
  ticketDate: CalendarDay,
  email: string | undefined,
): Purchase[] {
  return wanted.flatMap(({ offer: { eventId }, count }) => {
    const what: Purchase = {
      ticketDate,
      ...(eventId === undefined ? { ticketType: 'general' } : { ticketType: 'event', eventId }),
      ...(email !== undefined && { email }),
    };
    return Array.from({ length: count }, () => what);
  });
}
