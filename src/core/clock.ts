import { setTimeout as delay } from 'node:timers/promises';
import { type CalendarDay, LAST_INSTANT, MS_PER_DAY } from './calendar-day.ts';
import { localTimes } from './zoned-time.ts';

/** Where the time comes from: the machine's clock, or one that a test sets. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** The time by which data expires: see `jumpGuardedClock`. Without it, `now`. */
  trusted?(): number;
}

/** A clock that also measures durations. Setting it ahead or back does not change them. */
export interface SteadyClock extends Clock {
  /** Monotonic milliseconds: only the difference between two readings in one process means anything. */
  elapsed(): number;
  /** Waits so long. Without it, by the machine's timers: see `waitBy`. */
  wait?(milliseconds: number): Promise<void>;
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
 * Finds out how far ahead the clock was set. The returned function gives the milliseconds: 0 when that is no more than
 * `maxJumpMs`, or when the clock has been ahead for a day, so that its time is trusted.
 */
export function untrustedLead(clock: SteadyClock, maxJumpMs: number | (() => number)): () => number {
  const offset = () => clock.now() - clock.elapsed();
  let trusted = offset();
  let untrustedSince: number | undefined;
  return () => {
    const lead = offset() - trusted;
    if (lead > (typeof maxJumpMs === 'number' ? maxJumpMs : maxJumpMs())) {
      untrustedSince ??= clock.elapsed();
      if (clock.elapsed() - untrustedSince < MS_PER_DAY) return lead;
    }
    trusted += lead;
    untrustedSince = undefined;
    return 0;
  };
}

/** The clock with `trusted`: the time without a jump ahead of more than `maxJumpMs`, until it has lasted a day. */
export function jumpGuardedClock(clock: SteadyClock, maxJumpMs: number): SteadyClock {
  const lead = untrustedLead(clock, maxJumpMs);
  return {
    now: () => clock.now(),
    elapsed: () => clock.elapsed(),
    trusted: () => Math.floor(clock.now() - lead()),
    wait: (milliseconds) => waitBy(clock, milliseconds),
  };
}

/** Waits until so much time has passed by the clock. */
export function waitBy(clock: Pick<SteadyClock, 'wait'>, milliseconds: number): Promise<void> {
  return clock.wait?.(milliseconds) ?? delay(milliseconds);
}

/** The time by which to tell that data is old enough to be forgotten. */
export function trustedNow(clock: Clock): number {
  return clock.trusted?.() ?? clock.now();
}

/**
 * Tells the date in the museum's time zone, whatever the machine's zone is. It changes at midnight; the day of the
 * gate, which lasts until closing time, is `MuseumDays`. A clock beyond the year 9999 gives the last calendar day.
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
