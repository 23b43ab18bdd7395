import { LRUCache } from 'lru-cache';
import type { Store, Topic } from './store.ts';

const MAX_BYTES = 24 * 1024 * 1024;

/** Values made from what is stored, kept until something under their topic is committed, by any process. */
export class KeptValues<Value extends object> {
  readonly #store: Store;
  readonly #topic: Topic;
  readonly #values: LRUCache<string, Value>;
  /** What is being made, for whoever asks for the same meanwhile. */
  readonly #underWay = new Map<string, Promise<Value>>();
  #revision = -1;

  /** @param sizeOf roughly how many bytes a value takes. */
  constructor(store: Store, topic: Topic, sizeOf: (value: Value) => number) {
    this.#store = store;
    this.#topic = topic;
    this.#values = new LRUCache({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });
  }

  /**
   * The value under `key`, made now unless it is at hand. What `make` throws is not kept. Without a promise when it
   * is at hand: that is every second request of a busy day.
   */
  get(key: string, make: () => Promise<Value>): Value | Promise<Value> {
    // The revision is asked for before making: what is made may be newer than it, never older.
    const revision = this.#store.revision(this.#topic);
    if (typeof revision === 'number') return this.#at(revision, key, make);
    return revision.then((current) => this.#at(current, key, make));
  }

  #at(revision: number, key: string, make: () => Promise<Value>): Value | Promise<Value> {
    if (revision !== this.#revision) {
      this.#values.clear();
      this.#underWay.clear();
      this.#revision = revision;
    }
    return this.#values.get(key) ?? this.#underWay.get(key) ?? this.#makeOnce(revision, key, make);
  }

  #makeOnce(revision: number, key: string, make: () => Promise<Value>): Promise<Value> {
    const making = this.#make(revision, key, make).finally(() => {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key);
    });
    this.#underWay.set(key, making);
    return making;
  }

  async #make(revision: number, key: string, make: () => Promise<Value>): Promise<Value> {
    const value = await make();
    if (revision === this.#revision) this.#values.set(key, value);
    return value;
  }
}
