import type { SteadyClock } from './clock.ts';

/** Between two reports of an outage: doubled each time, up to an hour. */
const [FIRST_INTERVAL_MS, MAX_INTERVAL_MS] = [60_000, 3_600_000];

/** What the log is to say of a failure. */
export interface FailureReport {
  /** Whether it is the first of its kind, which is logged in full. */
  readonly isNew: boolean;
  /** How often it has failed in a row. */
  readonly failures: number;
}

/**
 * Limits what the log says of something that fails again and again: the first failure of each kind is reported at once,
 * later ones at growing intervals, and the end of the outage once. Alternating failure and success is not reported more
 * often.
 */
export class Outage {
  readonly #clock: Pick<SteadyClock, 'elapsed'>;
  readonly #reportedKinds = new Set<string>();
  #failures = 0;
  #lastFailureAt = 0;
  #wasReported = false;
  #intervalMs = FIRST_INTERVAL_MS;
  #silentUntil = 0;

  constructor(clock: Pick<SteadyClock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** Records a failure. @returns what the log is to say of it; undefined: nothing */
  fail(kind = ''): FailureReport | undefined {
    const now = this.#clock.elapsed();
    if (this.#failures === 0 && now - this.#lastFailureAt > this.#intervalMs) this.#forget();
    this.#failures += 1;
    this.#lastFailureAt = now;
    const isNew = !this.#reportedKinds.has(kind);
    if (!isNew && now < this.#silentUntil) return undefined;
    this.#reportedKinds.add(kind);
    this.#silentUntil = now + this.#intervalMs;
    this.#intervalMs = Math.min(2 * this.#intervalMs, MAX_INTERVAL_MS);
    this.#wasReported = true;
    return { isNew, failures: this.#failures };
  }

  /** Records a success. @returns whether the log is to say that the outage is over */
  end(): boolean {
    const wasOut = this.#wasReported;
    this.#wasReported = false;
    this.#failures = 0;
    return wasOut;
  }

  /**
   * After a success, and a time without failures that is longer than the interval, the next failure counts as the
   * first.
   */
  #forget(): void {
    this.#reportedKinds.clear();
    this.#intervalMs = FIRST_INTERVAL_MS;
  }
}
