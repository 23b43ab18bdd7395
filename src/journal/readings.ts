import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Queries } from '../store/index.ts';
import { findLength } from './read.ts';

interface Cached<Value> {
  /** The length of the journal before the value was read. */
  readonly length: number;
  readonly value: Value;
}

/** The readings of one database. */
interface Shared<Value extends object> {
  readonly cached: LRUCache<string, Cached<Value>>;
  /** Those that have not begun. */
  readonly waiting: Map<string, Promise<Value>>;
  readonly oneAtATime: ReturnType<typeof pLimit>;
}

/**
 * Values that take long to read, cached until the journal has grown: it records whatever they depend on in the same
 * commit, by any process. One is read at a time, and all who ask before that has begun share it. So a crowd costs two
 * readings, and nobody gets what is older than the question.
 */
export class Readings<Value extends object> {
  readonly #max: number;
  readonly #byDatabase = new WeakMap<Queries, Shared<Value>>();

  /** @param max how many values are cached */
  constructor(max: number) {
    this.#max = max;
  }

  /** The value under `key`. What `read` throws is not cached. */
  async get(queries: Queries, key: string, read: () => Promise<Value>): Promise<Value> {
    const shared = this.#sharedBy(queries);
    const known = shared.cached.get(key);
    if (known !== undefined && known.length === (await findLength(queries))) return known.value;
    const waiting = shared.waiting.get(key);
    if (waiting !== undefined) return waiting;
    const reading = shared.oneAtATime(async () => {
      shared.waiting.delete(key);
      // The length is read first: the value may be newer than it, never older.
      const length = await findLength(queries);
      const before = shared.cached.get(key);
      if (before?.length === length) return before.value;
      const value = await read();
      shared.cached.set(key, { length, value });
      return value;
    });
    shared.waiting.set(key, reading);
    return reading;
  }

  #sharedBy(queries: Queries): Shared<Value> {
    const known = this.#byDatabase.get(queries);
    if (known !== undefined) return known;
    const cached = new LRUCache<string, Cached<Value>>({ max: this.#max });
    const shared = { cached, waiting: new Map(), oneAtATime: pLimit(1) };
    this.#byDatabase.set(queries, shared);
    return shared;
  }
}
