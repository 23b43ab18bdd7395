import { hash } from 'node:crypto';
import type { Actor } from '../core/actor.ts';
import type { Language } from '../core/language.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Ticket } from '../tickets/index.ts';
import type { CheckIn, Direction, Reason, Verdict } from '../visits/index.ts';

/** What was scanned or typed: exactly one of the three. */
export interface Scanned {
  /** The text of a QR, as scanned. */
  readonly code?: string;
  readonly confirmationCode?: string;
  readonly ticketId?: Uuid;
}

/** One scan at a door. */
export interface Scan extends Scanned {
  /** Made by the device. The same id with the same scan always gets the same answer. */
  readonly checkInId?: Uuid;
  readonly gate?: string;
  readonly direction?: Direction;
  /** `general` or an eventId: what this door lets in. */
  readonly admits?: string;
  /** The reason for overriding a refusal. */
  readonly override?: string;
}

/** A scan that a gate decided by itself, because it had no connection. */
export interface OfflineScan extends Scan {
  readonly checkInId: Uuid;
  /** By the device's clock; milliseconds UTC. */
  readonly at: number;
  readonly verdict: Verdict;
  readonly reason?: Reason;
}

/** The result of identifying a scan without the database: a ticket, or why there is none. */
export type Identified =
  | { readonly ticketId: Uuid }
  | { readonly number: number; readonly confirmationCode: string }
  /** None of ours: perhaps that of a ticket that was imported, or else one of the others. */
  | { readonly importedCode: string; readonly others: readonly string[] }
  | { readonly fault: 'unreadable' | 'forged' | 'withdrawn' };

/** A scan that the gate has to decide or, if it was `reported`, to record. */
export interface Arrival {
  readonly actor: Actor;
  readonly scan: Scan;
  readonly identified: Identified;
  /** The language of the message for the person at the gate. */
  readonly language: Language;
  /** The decision of a gate that was offline; `at` is corrected for the error of the device's clock. */
  readonly reported?: {
    readonly at: number;
    /** By the device's own clock. */
    readonly deviceAt: number;
    readonly verdict: Verdict;
    readonly reason?: Reason;
  };
}

/** The result of a scan. */
export interface CheckedIn {
  readonly checkIn: CheckIn;
  readonly ticket: Ticket | undefined;
  /** Whether it was recorded before. */
  readonly isRepeat: boolean;
}

export type ScanOutcome = CheckedIn | Refusal;

/** A hash that is equal for equal scans. */
export function scanHash(scan: Scan): string {
  const { code, confirmationCode, ticketId, gate, direction = 'in', admits, override } = scan;
  const text = JSON.stringify([code, confirmationCode, ticketId, gate, direction, admits, override]);
  return hash('sha256', text, 'base64url').slice(0, 22);
}
