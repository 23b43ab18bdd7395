import { parseCalendarDay } from '../../../core/calendar-day.ts';
import { emailRule, isAddrSpec } from '../../../core/email.ts';
import { hasWholeCents } from '../../../core/money.ts';
import { isUuid } from '../../../core/uuid.ts';
import { readChangesCursor } from '../../../gate/index.ts';
import { type CursorList, readCursor, readTextCursor } from '../cursor.ts';

/** The string formats of the interface: the check of each, and its message, which may depend on the text. */
export const FORMATS = {
  date: {
    accepts: (text: string) => parseCalendarDay(text) !== undefined,
    rule: 'must be a valid date, written YYYY-MM-DD',
  },
  uuid: { accepts: isUuid, rule: 'must be a UUID, such as 01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27' },
  'date-time': {
    accepts: isInstant,
    rule: 'must be an instant (RFC 3339), such as 2027-03-14T09:12:00.000Z',
  },
  email: { accepts: isAddrSpec, rule: emailRule },
  'tickets-cursor': cursorOf('tickets'),
  'journal-cursor': cursorOf('journal'),
  'orders-cursor': {
    accepts: (text: string) => isUuid(readTextCursor('orders', text) ?? ''),
    rule: 'must be a cursor from a Link header',
  },
  'news-cursor': {
    accepts: (text: string) => readChangesCursor(text) !== undefined,
    rule: 'must be a cursor from a snapshot or from earlier changes',
  },
} as const;

function cursorOf(list: CursorList) {
  return {
    accepts: (text: string) => readCursor(list, text) !== undefined,
    rule: 'must be a cursor from a Link header',
  };
}

// RFC 3339, section 5.6.
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt](?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

function isInstant(text: string): boolean {
  const [, day = ''] = INSTANT.exec(text) ?? [];
  return parseCalendarDay(day) !== undefined && !Number.isNaN(Date.parse(text));
}

/** JSON Schema's multipleOf, exact for whole divisors and for the only other one in the interface: 0.01. */
export function isMultipleOf(divisor: number, value: number): boolean {
  if (Number.isInteger(divisor)) return value % divisor === 0;
  if (divisor !== 0.01) throw new Error(`multipleOf ${divisor} has no exact check`);
  return hasWholeCents(value);
}

/** A custom keyword for a day: the name of the member that it must not be before. */
export const NOT_BEFORE = 'x-notBefore';

/** A custom keyword beside NOT_BEFORE: that member is today when it is left out. */
export const OR_TODAY = 'x-orToday';

/** A custom keyword for an object: names of members of which it has exactly one. */
export const EXACTLY_ONE = 'x-exactlyOneOf';

/** The same, of which it has at least one. */
export const AT_LEAST_ONE = 'x-atLeastOneOf';
