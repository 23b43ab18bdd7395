import { sign, timingSafeEqual, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { type CalendarDay, dayNumber, parseCalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  CLAIMS_LENGTH,
  DIGITS,
  LAYOUTS,
  MOST_PERSONS_OF_PASS,
  PASS_LAYOUT,
  readTicketCode,
  signedMessage,
  TAIL_MASK,
  TIME_STEP_MINUTES,
} from './read-ticket-code.js';
import { readScannedCode } from './scanned-code.js';
import type {
  BitField,
  CodeClaims,
  PassClaims,
  ReadTicketCode,
  TicketClaims,
  TicketCodeRefusal,
  TicketCodeVersion,
} from './ticket-code-types.ts';
import type { SigningKey, TicketKey } from './ticket-keys.ts';

/**
 * The text in the QR code of a ticket or a pass: claims and an Ed25519 signature (RFC 8032) over them, written with 0-9
 * and A-Z only. docs/ticket-code.md specifies it byte by byte. Everything here is a pure function.
 */

// UUIDv7 as RFC 9562 section 5.7 draws it; the version and the variant are the same in all of them.
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;
const TIME = /^([01][0-9]|2[0-3]):([0-5][05])$/;

/** The version of the code that carries `claims`. */
function versionFor(claims: CodeClaims): TicketCodeVersion {
  if ('passId' in claims) return 3;
  const { entryTime, categoryNumber = 0 } = claims;
  return entryTime === undefined && categoryNumber === 0 ? 1 : 2;
}

/**
 * The 34 bytes that stand for `claims`, laid out as docs/ticket-code.md says.
 * @throws RangeError for claims that no code can carry: an id that is not a UUIDv7, a day that is none, an event id on
 *   a general ticket; in the versions 2 and 3 also an id from the year 2527 on, a day before 2000-01-01 or after
 *   2179-06-06, a time off the five minutes, a category above 63; of a pass, a type that is not 1 to 63, not 1 to 4
 *   persons, a last day before the first. The service makes none of these, so it is a fault of the caller.
 */
export function packClaims(claims: CodeClaims): Buffer {
  const packed = 'passId' in claims ? packPass(claims) : packTicket(claims);
  return Buffer.from(packed.toString(16).padStart(CLAIMS_LENGTH * 2, '0'), 'hex');
}

function packTicket(claims: TicketClaims): bigint {
  const isEvent = claims.ticketType === 'event';
  if (isEvent !== (claims.eventId !== undefined)) {
    throw new RangeError('An event ticket code names its event and a general one names none');
  }
  const layout = LAYOUTS[versionFor(claims) === 1 ? 1 : 2];
  return (
    place(claims.categoryNumber ?? 0, layout.category) |
    place(timeNumber(claims.entryTime), layout.entryTime) |
    place(isEvent ? 1 : 0, layout.type) |
    place(numberOf(claims.ticketDate) - layout.dayZero, layout.day) |
    place(freeBits(claims.ticketId), layout.ticket) |
    place(claims.eventId === undefined ? 0 : freeBits(claims.eventId), layout.event)
  );
}

function packPass({ passId, passTypeNumber, persons, from, to }: PassClaims): bigint {
  if (passTypeNumber < 1) throw new RangeError(`Not the number of a type of passes: ${passTypeNumber}`);
  if (persons < 1 || persons > MOST_PERSONS_OF_PASS)
    throw new RangeError(`A pass can't be for ${persons} persons`);
  if (to < from) throw new RangeError(`A pass can't end on ${to}, before ${from}`);
  const { dayZero, ...layout } = PASS_LAYOUT;
  return (
    place(passTypeNumber, layout.passType) |
    place(persons, layout.persons) |
    place(numberOf(from) - dayZero, layout.from) |
    place(freeBits(passId), layout.pass) |
    place(numberOf(to) - dayZero, layout.to)
  );
}

function place(value: number | bigint, [after, bits]: BitField): bigint {
  const number = BigInt(value);
  if (number < 0n || number >> bits !== 0n) throw new RangeError(`${value} doesn't fit into ${bits} bits`);
  return number << after;
}

/** Zero: no entry time. */
function timeNumber(entryTime: string | undefined): number {
  if (entryTime === undefined) return 0;
  const parts = TIME.exec(entryTime);
  if (parts === null) throw new RangeError(`Not a time at a multiple of five minutes: ${entryTime}`);
  return 1 + (Number(parts[1]) * 60 + Number(parts[2])) / TIME_STEP_MINUTES;
}

function numberOf(day: CalendarDay): number {
  if (parseCalendarDay(day) === undefined) throw new RangeError(`Not a calendar day: ${day}`);
  return dayNumber(day);
}

/** The 122 bits of a UUIDv7 that tell it from another: time (48), rand_a (12) and rand_b (62). */
function freeBits(uuid: Uuid): bigint {
  const parts = UUID_V7.exec(uuid.toLowerCase());
  if (parts === null)
    throw new RangeError(`A ticket code can only carry a UUIDv7, and this is none: ${uuid}`);
  const [, timeHigh, timeLow, randA, randBHigh, randBLow] = parts;
  const head = BigInt(`0x${timeHigh}${timeLow}${randA}`);
  const tail = BigInt(`0x${randBHigh}${randBLow}`) & TAIL_MASK;
  return (head << 62n) | tail;
}

/** Signs in a thread of the pool. */
const signAside = promisify(sign);

/**
 * The code for `claims`, signed with `key`. The same claims and key always give the same text.
 * @throws RangeError for claims that no code can carry (see packClaims).
 */
export function signTicketCode(claims: CodeClaims, key: SigningKey): string {
  const packed = packClaims(claims);
  const head = `${versionFor(claims)}${key.keyId}`;
  const signature = sign(null, signedMessage(head, packed), key.privateKey);
  return head + toBase36(Buffer.concat([packed, signature]));
}

/**
 * Whether `key` has signed the code, for the holder of the private half. Ed25519 is deterministic, so signing again and
 * comparing is enough. It takes a third of the time of verifying, and none of this thread.
 */
export async function isSignedWith(
  key: SigningKey,
  { message, signature }: ReadTicketCode,
): Promise<boolean> {
  return timingSafeEqual(await signAside(null, message, key.privateKey), signature);
}

/**
 * The claims in `text` if one of `keys` has signed it, or why it is refused. Takes any value and never throws.
 * @param revoked ids of keys that are known to be revoked; none is in `keys`
 */
export function verifyTicketCode(
  text: unknown,
  keys: readonly TicketKey[],
  revoked: readonly string[] = [],
): CodeClaims | TicketCodeRefusal {
  const read = readTicketCode(text);
  return 'refusal' in read ? read : verifyRead(read, keys, revoked);
}

/**
 * The claims in the text, also where a scanner has changed the text, as by another keyboard layout: if the signature
 * proves what it was.
 */
export function verifyScannedCode(
  text: unknown,
  keys: readonly TicketKey[],
  revoked: readonly string[] = [],
): CodeClaims | TicketCodeRefusal {
  const plain = verifyTicketCode(text, keys, revoked);
  if (!('refusal' in plain)) return plain;
  const reads = [...readScannedCode(text)];
  const genuine = reads
    .map((read) => verifyRead(read, keys, revoked))
    .find((verdict) => !('refusal' in verdict));
  const withdrawn = reads.find(({ keyId }) => revoked.includes(keyId));
  return genuine ?? (withdrawn === undefined ? plain : verifyRead(withdrawn, keys, revoked));
}

function verifyRead(
  read: ReadTicketCode,
  keys: readonly TicketKey[],
  revoked: readonly string[],
): CodeClaims | TicketCodeRefusal {
  if (revoked.includes(read.keyId))
    return refuse(
      'unknown-key',
      `Withdrawn code: the key ${read.keyId} was revoked. Ask for the new ticket.`,
    );
  const key = keys.find(({ keyId }) => keyId === read.keyId);
  if (key === undefined) {
    return refuse(
      'unknown-key',
      `The code is signed with the key ${read.keyId}, which is not one of the known keys.`,
    );
  }
  if (!verify(null, read.message, key.publicKey, read.signature)) {
    return refuse(
      'bad-signature',
      'The signature does not match the content of the code: it is forged or was altered.',
    );
  }
  return read.claims;
}

/** The bytes as one big-endian number in base 36, always of 151 digits. */
function toBase36(bytes: Buffer): string {
  return BigInt(`0x${bytes.toString('hex')}`)
    .toString(36)
    .toUpperCase()
    .padStart(DIGITS, '0');
}

function refuse(refusal: TicketCodeRefusal['refusal'], detail: string): TicketCodeRefusal {
  return { refusal, detail };
}
