import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.ts';
import type { Account, Credentials } from './account.ts';

/** How long an account is taken to be as it was, and how long it then counts which password was right. */
const LIFETIME_MS = 5 * 60_000;
const PROOF_LIFETIME_MS = 15 * 60_000;
const CAPACITY = 10_000;

interface Remembered {
  readonly account: Account;
  /** What the password was right for: while the account has this hash still, it is right still. */
  readonly passwordHash: string;
  /** Revision of the accounts when that was so. */
  readonly revision: number;
  readonly since: number;
}

/**
 * Credentials that were right a short while ago, so that not every request costs an argon2id. They are known
 * only by a keyed hash of what they say, however the header was written; the key never leaves this process.
 */
export class RememberedSignIns {
  readonly #clock: Clock;
  readonly #key = randomBytes(32).toString('base64');
  readonly #entries = new LRUCache<string, Remembered>({ max: CAPACITY });

  /** Texts in which those credentials were sent, by keyed hash, so that they need not be read again. */
  readonly #spellings = new LRUCache<string, string>({ max: CAPACITY });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Under what credentials are remembered. One-shot hashing: createHmac costs thirty times as much. */
  keyOf({ username, password }: Credentials): string {
    return this.#hashOf(`${username}:${password}`);
  }

  #hashOf(text: string): string {
    return hash('sha256', this.#key + text, 'base64');
  }

  /** The same for credentials that were sent as `text`, which is not looked into. */
  recallSpelled(text: string, revision: number): Account | undefined {
    const key = this.#spellings.get(this.#hashOf(text));
    return key === undefined ? undefined : this.recall(key, revision);
  }

  /** Has `text` stand for the credentials under `key`. */
  spell(text: string, key: string): void {
    this.#spellings.set(this.#hashOf(text), key);
  }

  /** Whose the credentials are, as long as no account has changed since. */
  recall(key: string, revision: number): Account | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.revision !== revision) return undefined;
    return this.#isWithin(entry, LIFETIME_MS) ? entry.account : undefined;
  }

  /** The hash that the password was right for a short while ago; the account may have another by now. */
  proofOf(key: string): string | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#isWithin(entry, PROOF_LIFETIME_MS) ? entry.passwordHash : undefined;
  }

  remember(key: string, account: Account, passwordHash: string, revision: number): void {
    this.#entries.set(key, { account, passwordHash, revision, since: this.#clock.now() });
  }

  #isWithin({ since }: Remembered, lifetime: number): boolean {
    const age = this.#clock.now() - since;
    return age >= 0 && age < lifetime;
  }
}
