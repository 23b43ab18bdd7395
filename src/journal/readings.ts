import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Queries } from '../store/index.ts';
import { findLength } from './read.ts';

interface Cached<Value> {
  /** The length of the journal before the value was read. */
  readonly length: number;
  readonly value: Value;
}

/**
 * Values that take long to read, cached until the journal has grown: it records whatever they depend on in the same
 * commit, by any process. One is read at a time, and all who ask before that has begun share it. So a crowd costs two
 * readings, and nobody gets what is older than the question.
 */
export class Readings<Value extends object> {
  readonly #queries: Queries;
  readonly #cached: LRUCache<string, Cached<Value>>;
  /** Those that have not begun. */
  readonly #waiting = new Map<string, Promise<Value>>();
  readonly #oneAtATime = pLimit(1);

  /** @param max how many values are cached */
  constructor(queries: Queries, max: number) {
    this.#queries = queries;
    this.#cached = new LRUCache({ max });
  }

  /** The value under `key`. What `read` throws is not cached. */
  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#cached.get(key);
    if (known !== undefined && known.length === (await findLength(this.#queries))) return known.value;
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    const reading = this.#oneAtATime(async () => {
      this.#waiting.delete(key);
      // The length is read first: the value may be newer than it, never older.
      const length = await findLength(this.#queries);
      const before = this.#cached.get(key);
      if (before?.length === length) return before.value;
      const value = await read();
      this.#cached.set(key, { length, value });
      return value;
    });
    this.#waiting.set(key, reading);
    return reading;
  }
}
