import { hash } from 'node:crypto';
import type { CardReader, ScannedCard } from '../cards/index.ts';
import {
  type ConfirmationCodes,
  codeAsWritten,
  importedCode,
  isPassNumber,
  isSignedWith,
  type KeyRing,
  looksLikeConfirmationCode,
  otherImportedCodes,
  readScannedCode,
} from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import { FIRST_INSTANT } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Ticket } from '../tickets/index.ts';
import type { CheckIn, Direction, Reason, Verdict } from '../visits/index.ts';
import type { ShownPass } from './shown-pass.ts';

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
  /** How many come with a pass; left out: all. */
  readonly persons?: number;
  /** Whether somebody has looked at the card. The scan is the same one with and without it. */
  readonly shown?: boolean;
}

/** A scan that a gate decided by itself, because it had no connection. */
export interface OfflineScan extends Scan {
  readonly checkInId: Uuid;
  /** By the device's clock; milliseconds UTC. */
  readonly at: number;
  readonly verdict: Verdict;
  readonly reason?: Reason;
}

/** The result of identifying a scan without the database: a ticket or a pass, or why there is none. */
export type Identified =
  | { readonly ticketId: Uuid }
  | { readonly passId: Uuid }
  | { readonly passNumber: number }
  | { readonly number: number; readonly confirmationCode: string }
  /** None of ours: perhaps that of a ticket that was imported, or else one of the others, or a card. */
  | { readonly importedCode: string; readonly others: readonly string[]; readonly card?: ScannedCard }
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
  /** Present for a scan of a pass. */
  readonly pass?: ShownPass | undefined;
  /** Whether it was recorded before. */
  readonly isRepeat: boolean;
  /** Whose card it is, where its issuer has just said so. It is not kept. */
  readonly holder?: string | undefined;
}

export type ScanOutcome = CheckedIn | Refusal;

/** A hash that is equal for equal scans. The number of a card is in it as its keyed hash: there are few enough to try them all. */
export function scanHash({ scan, identified }: Pick<Arrival, 'scan' | 'identified'>): string {
  const { confirmationCode, ticketId, gate, direction = 'in', admits, override, persons } = scan;
  const { hash: code = scan.code } = ('importedCode' in identified && identified.card) || {};
  const same = [code, confirmationCode, ticketId, gate, direction, admits, override];
  const text = JSON.stringify(persons === undefined ? same : [...same, persons]);
  return hash('sha256', text, 'base64url').slice(0, 22);
}

export interface Identifier {
  readonly keys: KeyRing;
  readonly codes: ConfirmationCodes;
  readonly cards?: Pick<CardReader, 'read'>;
}

/** Ticket numbers begin at 1. */
const NO_NUMBER = 0;

/**
 * Finds out which ticket was scanned, as far as possible without the database.
 * @param isDecided whether a gate has decided the scan already: it may not have heard yet that a key was revoked,
 *   and what it let in was that ticket
 */
export function identify(
  { code, confirmationCode = '', ticketId }: Scanned,
  identifier: Identifier,
  isDecided = false,
): Identified | Promise<Identified> {
  if (ticketId !== undefined) return { ticketId };
  if (code !== undefined) return identifyCode(code, identifier, isDecided);
  const written = codeAsWritten(confirmationCode);
  if (!looksLikeConfirmationCode(written)) return { fault: 'unreadable' };
  const number = identifier.codes.read(written) ?? NO_NUMBER;
  return isPassNumber(number) ? { passNumber: number } : { number, confirmationCode: written };
}

/** Finds out which ticket or pass has that code, as `identify` does. */
export async function identifyCode(
  code: string,
  { keys, cards }: Pick<Identifier, 'keys' | 'cards'>,
  isDecided: boolean,
): Promise<Identified> {
  let fault: 'forged' | 'withdrawn' | undefined;
  for (const read of readScannedCode(code)) {
    const key = await keys.find(read.keyId);
    const isWithdrawn = key !== undefined && key.revocation !== null && !isDecided;
    if (isWithdrawn) fault = 'withdrawn';
    else if (key !== undefined && (await isSignedWith(key.key, read)))
      return 'passId' in read.claims ? { passId: read.claims.passId } : { ticketId: read.claims.ticketId };
    // What only another keyboard layout makes a ticket code is none without its signature.
    else if (read.layouts === undefined) fault ??= 'forged';
  }
  if (fault !== undefined) return { fault };
  const imported = importedCode(code);
  if (imported === undefined) return { fault: 'unreadable' };
  const others = otherImportedCodes(imported).map(({ text }) => text);
  const card = await cards?.read([imported, ...others]);
  return { importedCode: imported, others, ...(card && { card }) };
}

/** Smaller differences between clocks are not corrected: messages take some time. */
export const TOLERANCE_MS = 120_000;

/**
 * Corrects the times of scans that a device has recorded by its own clock. The error of that clock is the difference
 * between `sentAt` and `now`; without `sentAt`, it shows only in scans that lie in the future. No scan is later than
 * `now`, or before the first calendar day.
 */
export function correctTimes(
  scans: readonly { readonly at: number }[],
  now: number,
  sentAt?: number,
): readonly number[] {
  const ahead = (sentAt ?? newestOf(scans)) - now;
  const isWrong = sentAt === undefined ? ahead > TOLERANCE_MS : Math.abs(ahead) > TOLERANCE_MS;
  const offset = isWrong ? ahead : 0;
  return scans.map(({ at }) => Math.max(FIRST_INSTANT, Math.min(at - offset, now)));
}

function newestOf(scans: readonly { readonly at: number }[]): number {
  return scans.reduce((newest, { at }) => Math.max(newest, at), Number.NEGATIVE_INFINITY);
}
