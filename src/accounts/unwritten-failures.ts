import { LRUCache } from 'lru-cache';

/** How often something failed, and when last (milliseconds UTC). */
export interface Count {
  readonly failures: number;
  readonly lastAt: number;
}

/** What a write is to add to the counts in the database. */
export interface Portion {
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
 * Failures that are not in the database yet, or can't be: they count from the moment they happen, and those that
 * a write left behind go along with the next one. Bounded: the key that failed longest ago is dropped first.
 */
export class UnwrittenFailures {
  readonly #memoryMs: number;
  /** In the order of their last failures. */
  readonly #entries = new LRUCache<string, Entry>({ max: CAPACITY });

  /** @param memoryMs for how long a failure counts. */
  constructor(memoryMs: number) {
    this.#memoryMs = memoryMs;
  }

  /** Undefined when there are none, or they are too old to count. */
  of(key: string, now: number): Count | undefined {
    const entry = this.#entries.peek(key);
    return entry === undefined || now - entry.lastAt >= this.#memoryMs ? undefined : { ...entry };
  }

  /** Counts one more failure, and returns what is to be written of that key. To be settled. */
  add(key: string, now: number): Portion {
    if (this.of(key, now) === undefined) this.#entries.delete(key);
    const entry = this.#entries.peek(key) ?? { failures: 0, beingWritten: 0, lastAt: now };
    entry.failures += 1;
    entry.lastAt = now;
    this.#entries.set(key, entry);
    const portion = { key, failures: entry.failures - entry.beingWritten, entry };
    entry.beingWritten = entry.failures;
    return portion;
  }

  /** What was to be written is in the database now, or could not be written. */
  settle({ key, failures, entry }: Portion, isWritten: boolean): void {
    entry.beingWritten -= failures;
    if (!isWritten) return;
    entry.failures -= failures;
    if (entry.failures === 0 && this.#entries.peek(key) === entry) this.#entries.delete(key);
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }
}
