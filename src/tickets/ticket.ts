import type { TicketClaims, TicketType } from '../codes/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';

/** A ticket as it was sold. It is immutable. */
export interface Ticket {
  readonly number: number;
  readonly ticketId: Uuid;
  readonly ticketType: TicketType;
  /** Of an event ticket; null for general entry. */
  readonly eventId: Uuid | null;
  readonly ticketDate: CalendarDay;
  /** HH:mm in the museum's time zone; null: any time of the day. */
  readonly entryTime: string | null;
  /** Slug of its category, and the number that stands for it in ticket codes. */
  readonly category: string;
  readonly categoryNumber: number;
  /** How many places it takes and how many persons it admits. */
  readonly places: number;
  /** The price at which it was sold. */
  readonly priceCents: number;
  /** Hundredths of a percent of value added tax that are in the price; null: none is known. */
  readonly vat: number | null;
  readonly currency: string;
  readonly confirmationCode: string;
  /** The key that it was sold under, which signs its code unless it was revoked (`KeyRing.signingFor`). */
  readonly keyId: string;
  readonly soldBy: Uuid;
  readonly soldAt: number;
  /** The order that it was sold with; null: it was sold alone. */
  readonly orderId: Uuid | null;
}

/** What its code says of it. */
export function claimsOf({ ticketId, ticketDate, eventId, entryTime, categoryNumber }: Ticket): TicketClaims {
  const more = { ...(entryTime !== null && { entryTime }), ...(categoryNumber > 0 && { categoryNumber }) };
  if (eventId === null) return { ticketId, ticketType: 'general', ticketDate, ...more };
  return { ticketId, ticketType: 'event', ticketDate, eventId, ...more };
}

/** The contact of a ticket's holder. It can be erased; the ticket stays. */
export interface Contact {
  /** Of the ticket. */
  readonly number: number;
  readonly email: string;
  readonly phone: string | null;
}

/** A ticket that has just been sold. */
export interface SoldTicket {
  readonly ticket: Ticket;
  /** Of its event. */
  readonly eventName: string | undefined;
}
