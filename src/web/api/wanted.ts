import type { CalendarDay } from '../../core/calendar-day.ts';
import type { Uuid } from '../../core/uuid.ts';
import { GENERAL, type Product, productOf } from '../../offers/index.ts';
import type { Instead } from '../../orders/index.ts';

interface Named {
  readonly ticketType: 'general' | 'event';
  readonly eventId?: Uuid;
  readonly ticketDate: CalendarDay;
}

/** What somebody wants, with the rooms' names instead of the wire's. */
export function wantedOf<Rest>({ ticketType: _, eventId, ticketDate: day, ...rest }: Rest & Named) {
  return { ...rest, product: productOf({ eventId }), day };
}

/** What is to change of tickets, with the rooms' names. An event's id alone says that they are for that event. */
export function changedOf({
  ticketType,
  eventId,
  ticketDate: day,
  entryTime,
  category,
}: Partial<Named> & Instead): Instead {
  const isNamed = ticketType !== undefined || eventId !== undefined;
  return { product: isNamed ? productOf({ eventId }) : undefined, day, entryTime, category };
}

/** What a ticket is for, under the wire's names. */
export function wireNames(product: Product, ticketDate: CalendarDay): Named {
  return product === GENERAL
    ? { ticketType: 'general', ticketDate }
    : { ticketType: 'event', eventId: product, ticketDate };
}
