import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.ts';
import type { Account, Credentials } from './account.ts';

/** How long a cached account is used, and how long a cached proof of a password. */
const ACCOUNT_LIFETIME_MS = 5 * 60_000;
const PROOF_LIFETIME_MS = 15 * 60_000;
const CAPACITY = 10_000;

interface CachedCredentials {
  readonly account: Account;
  /** The stored hash that they have matched: as long as the account has this hash, they are right. */
  readonly proof: string;
  /** The revision of the accounts at that time. */
  readonly revision: number;
  readonly since: number;
}

/**
 * Caches credentials that were verified a short while ago, so that not every request costs an argon2id. They are stored
 * only as a keyed hash; the key never leaves this process.
 */
export class CredentialCache {
  readonly #clock: Clock;
  readonly #key = randomBytes(32).toString('base64');
  readonly #entries = new LRUCache<string, CachedCredentials>({ max: CAPACITY });

  /**
   * The keys of credentials by the keyed hash of the header in which they were sent, so that it need not be parsed
   * again.
   */
  readonly #keysByText = new LRUCache<string, string>({ max: CAPACITY });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The cache key of credentials. A plain hash over key and text: createHmac costs thirty times as much. */
  keyOf({ username, password }: Credentials): string {
    return this.#hashOf(`${username}:${password}`);
  }

  #hashOf(text: string): string {
    return hash('sha256', this.#key + text, 'base64');
  }

  /** Like `get`, for credentials that were sent as `text`, which is not parsed. */
  getByText(text: string, revision: number): Account | undefined {
    const key = this.#keysByText.get(this.#hashOf(text));
    return key === undefined ? undefined : this.get(key, revision);
  }

  /** Links `text` to the credentials under `key`. */
  linkText(text: string, key: string): void {
    this.#keysByText.set(this.#hashOf(text), key);
  }

  /** The account of the credentials, if no account has changed since they were verified. */
  get(key: string, revision: number): Account | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.revision !== revision) return undefined;
    return this.#isWithin(entry, ACCOUNT_LIFETIME_MS) ? entry.account : undefined;
  }

  /** The stored hash that they have matched a short while ago. The account may have another hash now. */
  proofOf(key: string): string | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#isWithin(entry, PROOF_LIFETIME_MS) ? entry.proof : undefined;
  }

  add(key: string, account: Account, proof: string, revision: number): void {
    this.#entries.set(key, { account, proof, revision, since: this.#clock.now() });
  }

  #isWithin({ since }: CachedCredentials, lifetime: number): boolean {
    const age = this.#clock.now() - since;
    return age >= 0 && age < lifetime;
  }
}
