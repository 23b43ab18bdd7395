import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';

/** The verdict of a gate. */
export type Verdict = 'admitted' | 'refused' | 'left';

/** Reasons for a refusal, in the order of precedence: the first that applies is given. */
export const REASONS = [
  'unreadable',
  'forged',
  'unknown-ticket',
  'void',
  'cancelled',
  'other-event',
  'wrong-day',
  'too-early',
  'too-late',
  'already-admitted',
  'not-inside',
] as const;
export type Reason = (typeof REASONS)[number];

export type Direction = 'in' | 'out';

/** A time that a ticket came in or left. Instants are milliseconds UTC. */
export interface Passage {
  readonly at: number;
  readonly gate?: string;
}

/** A recorded passage. */
export interface RecordedPassage extends Passage {
  readonly checkInId: Uuid;
  /** The number of the ticket. */
  readonly number: number;
  /** Counts the passages of the ticket in the order of recording. */
  readonly turn: number;
  /** The day it counts for. */
  readonly day: CalendarDay;
  readonly direction: Direction;
  readonly isUndone: boolean;
  /** A second admission of the ticket, by a gate that could not know. */
  readonly isConflict: boolean;
}

/** The ticket of a check-in. */
export interface CheckedTicket {
  readonly number: number;
  readonly ticketId: Uuid;
  readonly ticketDate: CalendarDay;
  readonly eventId: Uuid | null;
  /** How many persons it admits. */
  readonly places: number;
}

/** One scan with its verdict. */
export interface CheckIn {
  readonly checkInId: Uuid;
  /** The hash of the scan. */
  readonly scanHash: string;
  readonly ticket: CheckedTicket | null;
  readonly eventName: string | null;
  /** What the entrance was to ask to see. */
  readonly proof: string | null;
  /** Null: nobody passed, or nobody knows with which ticket. */
  readonly turn: number | null;
  readonly direction: Direction;
  readonly verdict: Verdict;
  /** Why it was refused, or what was overridden. */
  readonly reason: Reason | null;
  readonly message: string;
  readonly earlier: Passage | null;
  readonly override: string | null;
  readonly gate: string | null;
  /** The museum's day that it counts for. */
  readonly day: CalendarDay;
  readonly at: number;
  /** The time by the clock of a device that decided offline. */
  readonly deviceAt: number | null;
  readonly recordedAt: number;
  readonly accountId: Uuid | null;
  /** A second admission of a ticket, by a gate that could not know. */
  readonly isConflict: boolean;
  readonly undoneAt: number | null;
}
