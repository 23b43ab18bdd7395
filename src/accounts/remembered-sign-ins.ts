import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Account } from './account.ts';

const LIFETIME_MS = 5 * 60_000;
const CAPACITY = 10_000;

interface Remembered {
  readonly account: Account;
  readonly since: number;
}

/**
 * Credentials that were right a short while ago, so that not every request costs an argon2id. They are known
 * only by a keyed hash of the Authorization header; the key never leaves this process.
 */
export class RememberedSignIns {
  readonly #clock: Clock;
  readonly #key = randomBytes(32).toString('base64');
  /** In the order in which they were remembered. */
  readonly #entries = new Map<string, Remembered>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Under what an Authorization header is remembered. One-shot hashing: createHmac costs thirty times as much. */
  keyOf(authorization: string): string {
    return hash('sha256', this.#key + authorization, 'base64');
  }

  recall(key: string): Account | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const age = this.#clock.now() - entry.since;
    return age >= 0 && age < LIFETIME_MS ? entry.account : undefined;
  }

  remember(key: string, account: Account): void {
    this.#entries.delete(key);
    this.#entries.set(key, { account, since: this.#clock.now() });
    if (this.#entries.size > CAPACITY) this.#forgetOldest();
  }

  forgetAll(): void {
    this.#entries.clear();
  }

  #forgetOldest(): void {
    for (const key of this.#entries.keys()) {
      this.#entries.delete(key);
      return;
    }
  }
}
