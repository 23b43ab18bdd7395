import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.ts';
import { HttpRefusal } from './http-refusal.ts';

/** How many wrong ones are answered as such within this time. */
const MOST_WRONG = 20;
const WITHIN_MS = 15 * 60_000;
/** How many who have tried wrong ones are remembered. */
const MOST_REMEMBERED = 10_000;

/** Slows those who try codes out. A right one is always taken. Each instance counts for itself. */
export class WrongCodes {
  readonly #clock: Clock;
  /** When each has sent wrong ones, the oldest first. */
  readonly #sent = new LRUCache<string, readonly number[]>({ max: MOST_REMEMBERED });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a wrong one. @param who an account or a network @throws HttpRefusal too-many-requests */
  count(who: string): void {
    const now = this.#clock.now();
    const lately = (this.#sent.get(who) ?? []).filter((at) => at <= now && now - at < WITHIN_MS);
    const [oldest] = lately;
    if (oldest === undefined || lately.length < MOST_WRONG) {
      this.#sent.set(who, [...lately, now]);
      return;
    }
    const seconds = Math.ceil((oldest + WITHIN_MS - now) / 1_000);
    throw new HttpRefusal('too-many-requests', { limit: MOST_WRONG, seconds, of: 'wrong codes' });
  }
}
