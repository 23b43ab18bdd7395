import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';

/** The content of a ticket code: the ticket's id and what it admits to. No personal data. */
export type TicketClaims = GeneralClaims | EventClaims;

interface CommonClaims {
  readonly ticketId: Uuid;
  readonly ticketDate: CalendarDay;
  /** HH:mm on the museum's clocks, a multiple of five minutes; left out: the whole day. */
  readonly entryTime?: string;
  /** The number of its category, 1 to 63; left out: the category `standard`. */
  readonly categoryNumber?: number;
}

export interface GeneralClaims extends CommonClaims {
  readonly ticketType: 'general';
  readonly eventId?: never;
}

export interface EventClaims extends CommonClaims {
  readonly ticketType: 'event';
  readonly eventId: Uuid;
}

/** The content of a pass's code: what it admits, and from when to when. No personal data. */
export interface PassClaims {
  readonly passId: Uuid;
  /** The number of its type, 1 to 63. */
  readonly passTypeNumber: number;
  /** How many it admits, 1 to 4. */
  readonly persons: number;
  /** Its first and last day. */
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

export type CodeClaims = TicketClaims | PassClaims;

/** 3 for passes; of tickets, 2 for those with an entry time or of a category other than `standard`, 1 for all others. */
export type TicketCodeVersion = 1 | 2 | 3;

/** How many bits are behind a field, and how many it has. */
export type BitField = readonly [after: bigint, bits: bigint];

/** Where the fields are in the claims of a ticket, by version; docs/ticket-code.md has them as a table. */
export interface TicketLayout {
  readonly category: BitField;
  readonly entryTime: BitField;
  readonly type: BitField;
  readonly day: BitField;
  readonly ticket: BitField;
  readonly event: BitField;
  /** The day that is written as zero, counted from 1970-01-01. */
  readonly dayZero: number;
}

/** Where the fields are in the claims of a pass. All other bits are zero. */
export interface PassLayout {
  readonly passType: BitField;
  readonly persons: BitField;
  readonly from: BitField;
  readonly pass: BitField;
  readonly to: BitField;
  readonly dayZero: number;
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
  readonly claims: CodeClaims;
  readonly keyId: string;
  /** The canonical form of the code: upper case, nothing around it. */
  readonly code: string;
  /** The bytes that are signed. */
  readonly message: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}
