import { LRUCache } from 'lru-cache';
import type { Store, Topic } from './store.ts';

const MAX_BYTES = 24 * 1024 * 1024;

interface CacheOptions<Value> {
  readonly maxBytes: number;
  /** Roughly how many bytes a value takes. */
  readonly sizeOf: (value: Value) => number;
  /** Whether a value that was made is cached; left out: every value is. */
  readonly isCached?: (value: Value) => boolean;
}

/** A cache of values that are right for one version of what they are made from. Another version empties it. */
export class VersionedCache<Value extends object, Version extends string | number> {
  readonly #values: LRUCache<string, Value>;
  readonly #isCached: (value: Value) => boolean;
  /** Values that are being made, shared by all callers that ask for the same key. */
  readonly #pending = new Map<string, Promise<Value>>();
  #version: Version | undefined;

  constructor({ maxBytes, sizeOf, isCached = () => true }: CacheOptions<Value>) {
    this.#values = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
    this.#isCached = isCached;
  }

  /** The value under `key`, from the cache or made now. What `make` throws is not cached. */
  get(version: Version, key: string, make: () => Promise<Value>): Value | Promise<Value> {
    if (version !== this.#version) {
      this.#values.clear();
      this.#pending.clear();
      this.#version = version;
    }
    return this.#values.get(key) ?? this.#pending.get(key) ?? this.#makeOnce(version, key, make);
  }

  #makeOnce(version: Version, key: string, make: () => Promise<Value>): Promise<Value> {
    const making = this.#make(version, key, make).finally(() => {
      if (this.#pending.get(key) === making) this.#pending.delete(key);
    });
    this.#pending.set(key, making);
    return making;
  }

  async #make(version: Version, key: string, make: () => Promise<Value>): Promise<Value> {
    const value = await make();
    if (version === this.#version && this.#isCached(value)) this.#values.set(key, value);
    return value;
  }
}

/** A cache of values made from the database. A commit that changes their topic, by any process, empties it. */
export class RevisionCache<Value extends object> {
  readonly #store: Store;
  readonly #topic: Topic;
  readonly #cache: VersionedCache<Value, number>;

  /** @param sizeOf roughly how many bytes a value takes. */
  constructor(store: Store, topic: Topic, sizeOf: (value: Value) => number) {
    this.#store = store;
    this.#topic = topic;
    this.#cache = new VersionedCache({ maxBytes: MAX_BYTES, sizeOf });
  }

  /**
   * The value under `key`, from the cache or made now. When the revision is known without a query, a cached value is
   * returned without a promise: every second request of a busy day.
   */
  get(key: string, make: () => Promise<Value>): Value | Promise<Value> {
    // The revision is read before the value is made: the value may be newer than the revision, never older.
    const revision = this.#store.revision(this.#topic);
    if (typeof revision === 'number') return this.#cache.get(revision, key, make);
    return revision.then((current) => this.#cache.get(current, key, make));
  }
}
