import { parseCalendarDay } from '../core/calendar-day.ts';
import { emailRule, isAddrSpec, isEmailOfAnyLength } from '../core/email.ts';
import { hasWholeCents } from '../core/money.ts';
import { isUuid } from '../core/uuid.ts';

/** A format of text. */
export interface Format {
  readonly accepts: (text: string) => boolean;
  /** What a client is told whose text is not accepted. */
  readonly rule: string | ((text: string) => string);
}

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
  email: { accepts: isEmailOfAnyLength, rule: emailRule },
  /** To find what was sold to; the document says `email`. */
  'addr-spec': { accepts: isAddrSpec, rule: emailRule },
} as const;

const known = new Map<string, Format>(Object.entries(FORMATS));

/** Adds a format that only one interface has, before its first request is checked. */
export function defineFormat(name: string, format: Format): void {
  known.set(name, format);
}

export function formats(): ReadonlyMap<string, Format> {
  return known;
}

// RFC 3339, section 5.6.
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt](?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

function isInstant(text: string): boolean {
  const [, day = ''] = INSTANT.exec(text) ?? [];
  return parseCalendarDay(day) !== undefined && !Number.isNaN(Date.parse(text));
}

/** JSON Schema's multipleOf, exact for whole divisors and for the only other one there is: 0.01. */
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

/** A custom keyword for an object: names of members of which it has at least one. */
export const AT_LEAST_ONE = 'x-atLeastOneOf';
