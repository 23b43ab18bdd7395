import { type CalendarDay, LAST_INSTANT, MS_PER_DAY } from './calendar-day.ts';
import { localTimes } from './zoned-time.ts';

/** Where the time comes from. Tests set it; the service uses the machine's. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** What to forget by: see `waryClock`. Without it, `now`. */
  believed?(): number;
}

/** A clock that also tells lengths of time, whoever sets it ahead or back. */
export interface SteadyClock extends Clock {
  /** Milliseconds since some moment: only the difference between two answers of one process means anything. */
  elapsed(): number;
}

export const systemClock: SteadyClock = {
  now: () => Math.min(Date.now(), LAST_INSTANT),
  elapsed: () => performance.now(),
};

/** An instant in milliseconds UTC as RFC 3339 writes it. */
export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/**
 * How far ahead a clock was set, at each look: 0 when that is no more than `doubtMs`, or when it has gone on like that for a
 * day, so that it is believed.
 */
export function doubtfulLead(clock: SteadyClock, doubtMs: number): () => number {
  const offset = () => clock.now() - clock.elapsed();
  let believed = offset();
  let doubtedAt: number | undefined;
  return () => {
    const lead = offset() - believed;
    if (lead > doubtMs) {
      doubtedAt ??= clock.elapsed();
      if (clock.elapsed() - doubtedAt < MS_PER_DAY) return lead;
    }
    believed += lead;
    doubtedAt = undefined;
    return 0;
  };
}

/** The same clock, with `believed`: as if it had not been set ahead by more than `doubtMs`, until it has gone on so for a day. */
export function waryClock(clock: SteadyClock, doubtMs: number): SteadyClock {
  const lead = doubtfulLead(clock, doubtMs);
  return {
    now: () => clock.now(),
    elapsed: () => clock.elapsed(),
    believed: () => Math.floor(clock.now() - lead()),
  };
}

/** By which to tell what is old enough to be forgotten. */
export function believedNow(clock: Clock): number {
  return clock.believed?.() ?? clock.now();
}

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
  const localOf = localTimes(timeZone);
  return { today: () => localOf(clock.now()).day };
}
