import type { CalendarDay } from '../../core/calendar-day.ts';
import type { Uuid } from '../../core/uuid.ts';
import { GENERAL, type Product, productOf } from '../../offers/index.ts';

interface Named {
  readonly ticketType: 'general' | 'event';
  readonly eventId?: Uuid;
  readonly ticketDate: CalendarDay;
}

/** What somebody wants, with the rooms' names instead of the wire's. */
export function wantedOf<Rest>({ ticketType: _, eventId, ticketDate: day, ...rest }: Rest & Named) {
  return { ...rest, product: productOf({ eventId }), day };
}

/** What a ticket is for, under the wire's names. */
export function wireNames(product: Product, ticketDate: CalendarDay): Named {
  return product === GENERAL
    ? { ticketType: 'general', ticketDate }
    : { ticketType: 'event', eventId: product, ticketDate };
}
