import type { InputOf, OutputOf } from '../doors/api/contract/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { TicketType } from '../codes/confirmation-code.ts';

/** What a client asks for: one ticket. */
export type Purchase = InputOf<'buyMuseumTickets'>['body'];

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
  readonly email: string;
  readonly phone: string | null;
  readonly soldBy: Uuid;
  readonly soldAt: number;
}

const MESSAGES: Readonly<Record<TicketType, string>> = {
  general: 'Museum general entry ticket purchased',
  event: 'Museum special event ticket purchased',
};

/** The ticket as the interface shows it to its buyer. */
export function showTicket(ticket: Ticket, eventName: string | undefined): OutputOf<'buyMuseumTickets'> {
  const { ticketId, ticketType, ticketDate, confirmationCode } = ticket;
  return {
    message: MESSAGES[ticketType],
    ...(eventName === undefined ? {} : { eventName }),
    ticketId,
    ticketType,
    ticketDate,
    confirmationCode,
  };
}
