import { type CalendarDay, dayNumber, LAST_DAY, parseCalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';

/** What a ticket code says: which ticket it is and what it admits to. Nothing about the person who holds it. */
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

/** Bytes of packed claims: 5 zero bits, 1 bit of type, 22 of day, 122 of ticket id, 122 of event id. */
export const CLAIMS_LENGTH = 34;

const TYPE_SHIFT = 266n;
const DAY_SHIFT = 244n;
const TICKET_SHIFT = 122n;
const DAY_MASK = (1n << 22n) - 1n;
const ID_MASK = (1n << 122n) - 1n;

// UUIDv7 as RFC 9562 section 5.7 draws it; the version and the variant are the same in all of them.
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;
const TAIL_MASK = (1n << 62n) - 1n;
const VARIANT = 0b10n << 62n;

// Rata Die counts 0001-01-01 as day 1; `dayNumber` counts 1970-01-01 as day 0.
const RATA_DIE_OF_1970 = 719_163;
const LAST_RATA_DIE = dayNumber(LAST_DAY) + RATA_DIE_OF_1970;
const MS_PER_DAY = 86_400_000;

/**
 * The 34 bytes that stand for `claims`, laid out as docs/ticket-code.md says.
 * @throws RangeError for claims that no code can carry: an id that is not a UUIDv7, a day that is none,
 *   an event id on a general ticket. The service makes none of these, so it is a fault of the caller.
 */
export function packClaims(claims: TicketClaims): Buffer {
  const isEvent = claims.ticketType === 'event';
  if (isEvent !== (claims.eventId !== undefined)) {
    throw new RangeError('An event ticket code names its event and a general one names none');
  }
  const packed =
    ((isEvent ? 1n : 0n) << TYPE_SHIFT) |
    (BigInt(rataDie(claims.ticketDate)) << DAY_SHIFT) |
    (freeBits(claims.ticketId) << TICKET_SHIFT) |
    (claims.eventId === undefined ? 0n : freeBits(claims.eventId));
  return Buffer.from(packed.toString(16).padStart(CLAIMS_LENGTH * 2, '0'), 'hex');
}

/** The claims that 34 bytes stand for; each claims has one form in bytes, and nothing else is read. */
export function unpackClaims(bytes: Uint8Array): TicketClaims | ClaimsFault {
  const packed = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  if (packed >> (TYPE_SHIFT + 1n) !== 0n) return { fault: 'reserved bits are set' };

  const ticketDate = dayOf(Number((packed >> DAY_SHIFT) & DAY_MASK));
  if (ticketDate === undefined) return { fault: 'the day is none of the years 0001 to 9999' };

  const ticketId = uuidOf((packed >> TICKET_SHIFT) & ID_MASK);
  const event = packed & ID_MASK;
  if (packed >> TYPE_SHIFT === 1n)
    return { ticketId, ticketType: 'event', ticketDate, eventId: uuidOf(event) };
  if (event !== 0n) return { fault: 'it is for general entry and names an event all the same' };
  return { ticketId, ticketType: 'general', ticketDate };
}

function rataDie(day: CalendarDay): number {
  if (parseCalendarDay(day) === undefined) throw new RangeError(`Not a calendar day: ${day}`);
  return dayNumber(day) + RATA_DIE_OF_1970;
}

function dayOf(number: number): CalendarDay | undefined {
  if (number < 1 || number > LAST_RATA_DIE) return undefined;
  return new Date((number - RATA_DIE_OF_1970) * MS_PER_DAY).toISOString().slice(0, 10) as CalendarDay;
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

function uuidOf(free: bigint): Uuid {
  const head = (free >> 62n).toString(16).padStart(15, '0');
  const tail = ((free & TAIL_MASK) | VARIANT).toString(16);
  return `${head.slice(0, 8)}-${head.slice(8, 12)}-7${head.slice(12)}-${tail.slice(0, 4)}-${tail.slice(4)}` as Uuid;
}
