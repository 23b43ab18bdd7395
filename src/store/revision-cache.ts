import { LRUCache } from 'lru-cache';
import type { Store, Topic } from './store.ts';

const MAX_BYTES = 24 * 1024 * 1024;

/** A cache of values made from the database. A commit that changes their topic, by any process, empties it. */
export class RevisionCache<Value extends object> {
  readonly #store: Store;
  readonly #topic: Topic;
  readonly #values: LRUCache<string, Value>;
  /** Values that are being made, shared by all callers that ask for the same key. */
  readonly #pending = new Map<string, Promise<Value>>();
  #revision = -1;

  /** @param sizeOf roughly how many bytes a value takes. */
  constructor(store: Store, topic: Topic, sizeOf: (value: Value) => number) {
    this.#store = store;
    this.#topic = topic;
    this.#values = new LRUCache({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });
  }

  /**
   * The value under `key`, from the cache or made now. What `make` throws is not cached. When the
   * revision is known without a query, a cached value is returned without a promise: every second request of a busy day.
   */
  get(key: string, make: () => Promise<Value>): Value | Promise<Value> {
    // The revision is read before the value is made: the value may be newer than the revision, never older.
    const revision = this.#store.revision(this.#topic);
    if (typeof revision === 'number') return this.#at(revision, key, make);
    return revision.then((current) => this.#at(current, key, make));
  }

  #at(revision: number, key: string, make: () => Promise<Value>): Value | Promise<Value> {
    if (revision !== this.#revision) {
      this.#values.clear();
      this.#pending.clear();
      this.#revision = revision;
    }
    return this.#values.get(key) ?? this.#pending.get(key) ?? this.#makeOnce(revision, key, make);
  }

  #makeOnce(revision: number, key: string, make: () => Promise<Value>): Promise<Value> {
    const making = this.#make(revision, key, make).finally(() => {
      if (this.#pending.get(key) === making) this.#pending.delete(key);
    });
    this.#pending.set(key, making);
    return making;
  }

  async #make(revision: number, key: string, make: () => Promise<Value>): Promise<Value> {
    const value = await make();
    if (revision === this.#revision) this.#values.set(key, value);
    return value;
  }
}
