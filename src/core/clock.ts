import { type CalendarDay, LAST_DAY } from './calendar-day.ts';

/** Where the time comes from. Tests set it; the service uses the machine's. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** A clock that also tells lengths of time, whoever sets it ahead or back. */
export interface SteadyClock extends Clock {
  /** Milliseconds since some moment: only the difference between two answers of one process means anything. */
  elapsed(): number;
}

/** Neither days nor ids have room for what comes after the year 9999. */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

export const systemClock: SteadyClock = {
  now: () => Math.min(Date.now(), LAST_INSTANT),
  elapsed: () => performance.now(),
};

/**
 * Tells the date where the museum is, whatever the machine's zone is. It changes at midnight; the day of the gate, which
 * lasts until closing time, is `MuseumDays`. A clock that is wrong by thousands of years is on the last day there is.
 */
export interface MuseumCalendar {
  today(): CalendarDay;
}

/**
 * A calendar that rolls over at midnight in `timeZone` (an IANA name), also on days of 23 or 25 hours.
 * @throws RangeError for a zone that the runtime does not know.
 */
export function museumCalendar(clock: Clock, timeZone: string): MuseumCalendar {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  // Formatting costs microseconds and every purchase asks; zones are offset by whole minutes, so the
  // answer can't change within one.
  let minute = Number.NaN;
  let day = '' as CalendarDay;
  return {
    today() {
      const now = clock.now();
      const currentMinute = Math.floor(now / 60_000);
      if (currentMinute !== minute) {
        day = dayOf(format, now);
        minute = currentMinute;
      }
      return day;
    },
  };
}

function dayOf(format: Intl.DateTimeFormat, instant: number): CalendarDay {
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  if (Number(parts.year) > 9999) return LAST_DAY;
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}` as CalendarDay;
}
