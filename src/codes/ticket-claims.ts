import { type CalendarDay, dayNumber, parseCalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { CLAIMS_LENGTH, LAYOUTS, TAIL_MASK, TIME_STEP_MINUTES } from './read-ticket-code.js';
import type { BitField, TicketClaims, TicketCodeVersion } from './ticket-code-types.ts';

// UUIDv7 as RFC 9562 section 5.7 draws it; the version and the variant are the same in all of them.
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;
const TIME = /^([01][0-9]|2[0-3]):([0-5][05])$/;

/** The version of the code that carries `claims`. */
export function versionFor({ entryTime, categoryNumber = 0 }: TicketClaims): TicketCodeVersion {
  return entryTime === undefined && categoryNumber === 0 ? 1 : 2;
}

/**
 * The 34 bytes that stand for `claims`, laid out as docs/ticket-code.md says.
 * @throws RangeError for claims that no code can carry: an id that is not a UUIDv7, a day that is none, an event id on a
 *   general ticket; in version 2 also an id from the year 2527 on, a day before 2000-01-01 or after 2179-06-06, a time off the
 *   five minutes, a category above 63. The service makes none of these, so it is a fault of the caller.
 */
export function packClaims(claims: TicketClaims): Buffer {
  const isEvent = claims.ticketType === 'event';
  if (isEvent !== (claims.eventId !== undefined)) {
    throw new RangeError('An event ticket code names its event and a general one names none');
  }
  const layout = LAYOUTS[versionFor(claims)];
  const packed =
    place(claims.categoryNumber ?? 0, layout.category) |
    place(timeNumber(claims.entryTime), layout.entryTime) |
    place(isEvent ? 1 : 0, layout.type) |
    place(numberOf(claims.ticketDate) - layout.dayZero, layout.day) |
    place(freeBits(claims.ticketId), layout.ticket) |
    place(claims.eventId === undefined ? 0 : freeBits(claims.eventId), layout.event);
  return Buffer.from(packed.toString(16).padStart(CLAIMS_LENGTH * 2, '0'), 'hex');
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
