import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';

/** The content of a ticket code: the ticket's id and what it admits to. No personal data. */
export type TicketClaims = GeneralClaims | EventClaims;

export interface GeneralClaims {
  readonly ticketId: Uuid;
  readonly ticketType: 'general';
  readonly ticketDate: CalendarDay;
  readonly eventId?: never;
}

export interface EventClaims {
  readonly ticketId: Uuid;
  readonly ticketType: 'event';
  readonly ticketDate: CalendarDay;
  readonly eventId: Uuid;
}

/** What is wrong with bytes that are no claims. */
export interface ClaimsFault {
  readonly fault: string;
}

/** Why a text is no valid ticket code. The set is closed; docs/ticket-code.md explains each. */
export type TicketCodeRefusal = {
  readonly refusal: 'not-a-ticket' | 'unknown-version' | 'damaged' | 'unknown-key' | 'bad-signature';
  /** One sentence for the person with the scanner. Never quotes the text. */
  readonly detail: string;
};

/** A code that was parsed but not verified: anyone can have written it. */
export interface ReadTicketCode {
  readonly claims: TicketClaims;
  readonly keyId: string;
  /** The canonical form of the code: upper case, nothing around it. */
  readonly code: string;
  /** The bytes that are signed. */
  readonly message: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}
