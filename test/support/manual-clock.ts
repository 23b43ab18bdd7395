import type { Clock } from '../../src/core/clock.ts';

/** A clock that stands still until it is told to move. */
export interface ManualClock extends Clock {
  /** Negative: back. */
  advance(milliseconds: number): void;
}

export function manualClock(now = Date.parse('2027-03-01T10:00:00Z')): ManualClock {
  let time = now;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
