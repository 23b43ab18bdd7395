import { type CalendarDay, dayNumber, parseCalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  CLAIMS_LENGTH,
  DAY_SHIFT,
  RATA_DIE_OF_1970,
  TAIL_MASK,
  TICKET_SHIFT,
  TYPE_SHIFT,
} from './read-ticket-code.js';
import type { TicketClaims } from './ticket-code-types.ts';

// UUIDv7 as RFC 9562 section 5.7 draws it; the version and the variant are the same in all of them.
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;

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

function rataDie(day: CalendarDay): number {
  if (parseCalendarDay(day) === undefined) throw new RangeError(`Not a calendar day: ${day}`);
  return dayNumber(day) + RATA_DIE_OF_1970;
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
