import { LRUCache } from 'lru-cache';

/** A number of failures, and the time of the last one (milliseconds UTC). */
export interface Count {
  readonly failures: number;
  readonly lastAt: number;
}

/** The failures that a write adds to a count in the database. */
export interface PendingWrite {
  readonly key: string;
  readonly failures: number;
  readonly entry: Entry;
}

interface Entry {
  failures: number;
  beingWritten: number;
  lastAt: number;
}

const CAPACITY = 10_000;

/**
 * Failures that are not in the database yet, or can't be written. They count from the moment they happen; after a failed
 * write, they go along with the next one. Bounded: the key with the oldest last failure is dropped first.
 */
export class UnwrittenFailures {
  readonly #resetAfterMs: number;
  /** In the order of their last failures. */
  readonly #entries = new LRUCache<string, Entry>({ max: CAPACITY });

  /** @param resetAfterMs how long a failure counts */
  constructor(resetAfterMs: number) {
    this.#resetAfterMs = resetAfterMs;
  }

  /** Undefined when there are none, or they are too old to count. */
  of(key: string, now: number): Count | undefined {
    const entry = this.#entries.peek(key);
    return entry === undefined || now - entry.lastAt >= this.#resetAfterMs ? undefined : { ...entry };
  }

  /** Counts one more failure. @returns the write for that key, to be passed to `settle` afterwards */
  add(key: string, now: number): PendingWrite {
    if (this.of(key, now) === undefined) this.#entries.delete(key);
    const entry = this.#entries.peek(key) ?? { failures: 0, beingWritten: 0, lastAt: now };
    entry.failures += 1;
    entry.lastAt = now;
    this.#entries.set(key, entry);
    const write = { key, failures: entry.failures - entry.beingWritten, entry };
    entry.beingWritten = entry.failures;
    return write;
  }

  /** To be called after each write. Failures that were not written go along with the next one. */
  settle({ key, failures, entry }: PendingWrite, isWritten: boolean): void {
    entry.beingWritten -= failures;
    if (!isWritten) return;
    entry.failures -= failures;
    if (entry.failures === 0 && this.#entries.peek(key) === entry) this.#entries.delete(key);
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }
}
