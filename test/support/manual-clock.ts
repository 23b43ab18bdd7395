import type { SteadyClock } from '../../src/core/clock.ts';

/** A clock that stands still until it is told to move. Whoever waits by it is woken at once. */
export interface ManualClock extends SteadyClock {
  /** So much time passes. Negative: the clock is set back, and no time passes. */
  advance(milliseconds: number): void;
  /** The clock is set ahead, and no time passes. */
  setAhead(milliseconds: number): void;
}

export function manualClock(now = Date.parse('2027-03-01T10:00:00Z')): ManualClock {
  let [time, elapsed] = [now, 0];
  return {
    now: () => time,
    elapsed: () => elapsed,
    wait: async () => {},
    advance(milliseconds) {
      time += milliseconds;
      elapsed += Math.max(0, milliseconds);
    },
    setAhead(milliseconds) {
      time += milliseconds;
    },
  };
}
