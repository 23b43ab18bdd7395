import { hash } from 'node:crypto';
import type { Actor } from '../core/actor.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Ticket } from '../tickets/index.ts';
import type { CheckIn, Direction, Reason, Verdict } from '../visits/index.ts';
import type { VerdictLanguage } from './verdict-types.ts';

/** What was held before the scanner, or typed: one of the three. */
export interface Scanned {
  /** The text of a QR, as scanned. */
  readonly code?: string;
  readonly confirmationCode?: string;
  readonly ticketId?: Uuid;
}

/** One scan at a door. */
export interface Scan extends Scanned {
  /** Made by the device: the same id and scan get the same answer for ever. */
  readonly checkInId?: Uuid;
  readonly gate?: string;
  readonly direction?: Direction;
  /** `general` or an eventId: what this door lets in. */
  readonly admits?: string;
  /** Why the visitor is let in all the same. */
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

/** What the scan is found to be of, before the database is asked: which ticket, or that there is none. */
export type Identified =
  | { readonly ticketId: Uuid }
  | { readonly number: number; readonly confirmationCode: string }
  | { readonly fault: 'unreadable' | 'forged' };

/** A scan on its way through the gate. */
export interface Arrival {
  readonly actor: Actor;
  readonly scan: Scan;
  readonly identified: Identified;
  /** In which the person at the gate is reported. */
  readonly language: VerdictLanguage;
  /** What a gate has decided by itself, at an instant by the right clock. */
  readonly reported?: {
    readonly at: number;
    /** By the device's own clock. */
    readonly deviceAt: number;
    readonly verdict: Verdict;
    readonly reason?: Reason;
  };
}

/** What came of a scan. */
export interface CheckedIn {
  readonly checkIn: CheckIn;
  readonly ticket: Ticket | undefined;
  /** Whether it was recorded before. */
  readonly isRepeat: boolean;
}

export type ScanOutcome = CheckedIn | Refusal;

/** What makes two scans the same. */
export function scanHash(scan: Scan): string {
  const { code, confirmationCode, ticketId, gate, direction = 'in', admits, override } = scan;
  const text = JSON.stringify([code, confirmationCode, ticketId, gate, direction, admits, override]);
  return hash('sha256', text, 'base64url').slice(0, 22);
}
