import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../../store/index.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const MINUTE_MS = 60_000;

/**
 * Answers that hold until anything in the database changes, or the minute: resellers ask the same again and again. Where it
 * would cost a query to know whether anything has changed (PostgreSQL), nothing is cached.
 */
export class AnswerCache {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #texts = new LRUCache<string, string>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length + 1,
  });
  #state = '';

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async get(question: string, make: () => Promise<string>): Promise<string> {
    const state = this.#read();
    if (state === undefined) return make();
    if (state !== this.#state) {
      this.#texts.clear();
      this.#state = state;
    }
    const key = hash('sha1', question, 'base64url');
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const made = await make();
    // What was read before a change must not outlive it.
    if (this.#read() === state && this.#state === state) this.#texts.set(key, made);
    return made;
  }

  /** Changes with every commit, and with every minute of the clock; undefined: it is not known. */
  #read(): string | undefined {
    const changes = this.#store.changeCounter?.();
    return changes === undefined ? undefined : `${changes} ${Math.floor(this.#clock.now() / MINUTE_MS)}`;
  }
}
