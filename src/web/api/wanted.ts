import type { TicketType } from '../../codes/index.ts';
import type { CalendarDay } from '../../core/calendar-day.ts';
import type { Uuid } from '../../core/uuid.ts';
import { type Product, productOf } from '../../offers/index.ts';

interface WireNames {
  readonly ticketType: TicketType;
  readonly eventId?: Uuid;
  readonly ticketDate: CalendarDay;
}

/** What somebody wants, with the wire's names turned into those of the rooms. */
export function wantedOf<Body extends WireNames>({
  ticketType: _,
  eventId,
  ticketDate: day,
  ...rest
}: Body): Omit<Body, keyof WireNames> & { readonly product: Product; readonly day: CalendarDay } {
  return { ...rest, product: productOf({ eventId }), day };
}

/** A product and a day under the wire's names. */
export function wireNames(eventId: Uuid | null, ticketDate: CalendarDay): WireNames {
  return eventId === null
    ? { ticketType: 'general', ticketDate }
    : { ticketType: 'event', eventId, ticketDate };
}
