import type { TicketType } from '../codes/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';

/** What someone wants to buy: one ticket. */
export interface Purchase {
  readonly ticketType: TicketType;
  /** For an event ticket, and only for one. */
  readonly eventId?: Uuid;
  readonly ticketDate: CalendarDay;
  /** Left out where a visitor at the desk gives none, and where a ticket is exchanged whose contact was forgotten. */
  readonly email?: string;
  readonly phone?: string;
}

/** A ticket as it was sold. It is a fact: nothing in it ever changes. */
export interface Ticket {
  readonly number: number;
  readonly ticketId: Uuid;
  readonly ticketType: TicketType;
  /** Of an event ticket; null for general entry. */
  readonly eventId: Uuid | null;
  readonly ticketDate: CalendarDay;
  /** What it was sold at, whatever the price is now. */
  readonly priceCents: number;
  readonly currency: string;
  readonly confirmationCode: string;
  /** The key that its code is signed with. */
  readonly keyId: string;
  readonly soldBy: Uuid;
  readonly soldAt: number;
}

/** How to reach whoever holds a ticket. It can be forgotten; the ticket stays. */
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
