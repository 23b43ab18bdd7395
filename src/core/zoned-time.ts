import { addDays, type CalendarDay, FIRST_DAY, LAST_DAY } from './calendar-day.ts';
import { instantOf } from './instant-of.js';

export { instantOf };

/** The local date and time in a time zone. */
export interface LocalTime {
  readonly day: CalendarDay;
  /** HH:mm */
  readonly time: string;
}

/** HH:mm, as a regular expression. */
export const TIME_OF_DAY = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

const IS_TIME_OF_DAY = new RegExp(TIME_OF_DAY);

export function isTimeOfDay(text: string): boolean {
  return IS_TIME_OF_DAY.test(text);
}

/** Converts an instant (milliseconds UTC) to the local time of one time zone. */
export type LocalOf = (instant: number) => LocalTime;

/**
 * Converts to the local time in `timeZone` (an IANA name), also on days of 23 or 25 hours. Instants outside the
 * calendar have its first or its last day.
 * @throws RangeError for a zone that the runtime does not know.
 */
export function localTimes(timeZone: string): LocalOf {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  // Formatting costs microseconds and every purchase asks. Zones are offset by whole minutes, so nothing changes within
  // one.
  let minute = Number.NaN;
  let local: LocalTime = { day: '' as CalendarDay, time: '' };
  return (instant) => {
    const asked = Math.floor(instant / 60_000);
    if (asked !== minute) {
      local = localTimeOf(format.formatToParts(instant));
      minute = asked;
    }
    return local;
  };
}

function localTimeOf(formatted: readonly Intl.DateTimeFormatPart[]): LocalTime {
  const parts = Object.fromEntries(formatted.map(({ type, value }) => [type, value]));
  return { day: dayOf(parts), time: `${parts.hour}:${parts.minute}` };
}

function dayOf({ era, year = '', month, day }: Record<string, string>): CalendarDay {
  if (era === 'BC') return FIRST_DAY;
  if (year.length > 4) return LAST_DAY;
  return `${year.padStart(4, '0')}-${month}-${day}` as CalendarDay;
}

/** The instants at which a range of days begins (included) and ends (excluded); undefined: open at that end. */
export function dayBounds(
  timeZone: string,
  first: CalendarDay | undefined,
  last: CalendarDay | undefined,
): { readonly from: number | undefined; readonly to: number | undefined } {
  const localOf = localTimes(timeZone);
  return {
    from: first && instantOf(localOf, first, '00:00'),
    to: last && last < LAST_DAY ? instantOf(localOf, addDays(last, 1), '00:00') : undefined,
  };
}
