import type { SteadyClock } from './clock.ts';

/** Between what is said of it: twice as long each time, up to an hour. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [60_000, 3_600_000];

/** What is to be said of a failure. */
export interface Complaint {
  /** Whether it is the first of its kind, which is to be said at length. */
  readonly isNew: boolean;
  /** How often it has failed in a row. */
  readonly failures: number;
}

/**
 * Something that may fail over and over, and what the log says of it: the first failure of each kind at once, later ones
 * at growing intervals, and that it is over. What fails and works by turns is no louder than what only fails.
 */
export class Outage {
  readonly #clock: Pick<SteadyClock, 'elapsed'>;
  readonly #kinds = new Set<string>();
  #failures = 0;
  #failedAt = 0;
  #isTold = false;
  #pauseMs = FIRST_PAUSE_MS;
  #silentUntil = 0;

  constructor(clock: Pick<SteadyClock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** It has failed. @returns what is to be said of that; undefined: nothing */
  fail(kind = ''): Complaint | undefined {
    const now = this.#clock.elapsed();
    if (this.#failures === 0 && now - this.#failedAt > this.#pauseMs) this.#forget();
    this.#failures += 1;
    this.#failedAt = now;
    const isNew = !this.#kinds.has(kind);
    if (!isNew && now < this.#silentUntil) return undefined;
    this.#kinds.add(kind);
    this.#silentUntil = now + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    this.#isTold = true;
    return { isNew, failures: this.#failures };
  }

  /** It works. @returns whether that is to be said */
  end(): boolean {
    const isNews = this.#isTold;
    this.#isTold = false;
    this.#failures = 0;
    return isNews;
  }

  /** It has worked for so long that the next failure is a new one. */
  #forget(): void {
    this.#kinds.clear();
    this.#pauseMs = FIRST_PAUSE_MS;
  }
}
