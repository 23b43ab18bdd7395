import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.ts';
import { type Store, StoreUnavailable, secretOf, type Transaction } from '../store/index.ts';
import { networkOf } from './network.ts';

/** After this long without a failure, the count starts again at 0. */
export const FAILURES_COUNT_MS = 15 * 60_000;
/** Failures without a delay: for one account name from one address, and for one address in all. */
const FREE_FAILURES_PER_NAME = 10;
const FREE_FAILURES_PER_ADDRESS = 100;
const MAX_WAIT_SECONDS = 60;
/** Old counts that each new failure deletes: more than it adds, but few. */
const SWEEP_BATCH_SIZE = 10;

/** The delay for the next attempt. */
export interface Throttle {
  /** Whole seconds until the next attempt is accepted; 0: now. */
  readonly secondsToWait: number;
  /** Whether this name has failed from this address. */
  readonly hasFailed: boolean;
}

/**
 * Throttles sign-ins after wrong credentials: by account name and address together, and by address alone. Never by name
 * alone, so that nobody can lock an account out from elsewhere. The counts are in the database, shared by all processes
 * and kept over a restart, under keyed hashes that hide names and addresses. While the database can't be written, each
 * process counts in memory.
 */
export class FailedSignIns {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #unwritten = new UnwrittenFailures(FAILURES_COUNT_MS);
  #secret: string | undefined;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * A keyed hash of a name that somebody claims: names that were typed may be passwords. It is the same in every
   * process.
   */
  async hashOf(username: string): Promise<string> {
    this.#secret ??= await secretOf(this.#store, this.#clock, 'failed-sign-ins');
    return keyedHash(this.#secret, ['name', username, '']).slice(0, 16);
  }

  async throttleOf(username: string, address: string): Promise<Throttle> {
    const [byName, byAddress] = await this.#keys(username, address);
    const [name, whole] = await this.#counts(byName, byAddress);
    const wait = Math.max(
      this.#wait(name, FREE_FAILURES_PER_NAME),
      this.#wait(whole, FREE_FAILURES_PER_ADDRESS),
    );
    return { secondsToWait: Math.ceil(wait / 1000), hasFailed: name !== undefined };
  }

  /**
   * Counts one more failure. It takes effect with the call, provided that `throttleOf` was called before. The promise
   * resolves once it is on disk, or could not be written; then it is kept in memory for as long as it matters.
   */
  async count(username: string, address: string): Promise<void> {
    const keys = this.#keysIfKnown(username, address) ?? (await this.#keys(username, address));
    const now = this.#clock.now();
    const writes = keys.map((key) => this.#unwritten.add(key, now));
    let isWritten = false;
    try {
      isWritten = await this.#write(writes, now);
    } finally {
      for (const write of writes) this.#unwritten.settle(write, isWritten);
    }
  }

  /**
   * Forgets the failures of this name from this address. Those of the address as a whole stay.
   * If the database can't be written now, the count stays, and the sign-in succeeds all the same.
   */
  async clear(username: string, address: string): Promise<void> {
    const [byName] = await this.#keys(username, address);
    this.#unwritten.forget(byName);
    await this.#attempt((tx) => tx.run('DELETE FROM failed_sign_ins WHERE counted_under = ?', [byName]));
  }

  #write(writes: readonly PendingWrite[], now: number): Promise<boolean> {
    return this.#attempt(async (tx) => {
      for (const { key, failures } of writes) await countMore(tx, key, failures, now);
      await sweep(tx, now);
    });
  }

  /** @returns whether it is written. */
  async #attempt(work: (tx: Transaction) => Promise<unknown>): Promise<boolean> {
    try {
      await this.#store.transaction(work);
      return true;
    } catch (error) {
      if (error instanceof StoreUnavailable) return false;
      throw error;
    }
  }

  async #keys(username: string, address: string): Promise<[string, string]> {
    this.#secret ??= await secretOf(this.#store, this.#clock, 'failed-sign-ins');
    return keysOf(this.#secret, username, address);
  }

  #keysIfKnown(username: string, address: string): [string, string] | undefined {
    return this.#secret === undefined ? undefined : keysOf(this.#secret, username, address);
  }

  async #counts(...keys: [string, string]): Promise<(FailureCount | undefined)[]> {
    const now = this.#clock.now();
    // Read before the database: a failure that is written meanwhile is counted twice rather than not at all.
    const unwritten = keys.map((key) => this.#unwritten.of(key, now));
    const rows = await this.#store.all<{ key: string } & FailureCount>(
      'SELECT counted_under AS "key", failures, last_at AS "lastAt" FROM failed_sign_ins WHERE counted_under IN (?, ?)',
      keys,
    );
    const written = new Map(rows.map((row) => [row.key, row]));
    return keys.map((key, index) => sumOf(written.get(key), unwritten[index], now));
  }

  /** Milliseconds still to wait: 1, 2, 4 seconds and so on after each failure beyond the free ones. */
  #wait(count: FailureCount | undefined, free: number): number {
    if (count === undefined || count.failures < free) return 0;
    const elapsed = this.#clock.now() - count.lastAt;
    const wait = Math.min(2 ** (count.failures - free), MAX_WAIT_SECONDS) * 1000;
    // A clock that was set back must not make the wait longer.
    return wait - Math.min(Math.max(elapsed, 0), wait);
  }
}

/** The sum of both counts. Beside an unwritten count, a written one that is too old is left out. */
function sumOf(
  written: FailureCount | undefined,
  unwritten: FailureCount | undefined,
  now: number,
): FailureCount | undefined {
  if (written === undefined || unwritten === undefined) return written ?? unwritten;
  if (now - written.lastAt >= FAILURES_COUNT_MS) return unwritten;
  return {
    failures: written.failures + unwritten.failures,
    lastAt: Math.max(written.lastAt, unwritten.lastAt),
  };
}

export async function countMore(tx: Transaction, key: string, failures: number, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO failed_sign_ins (counted_under, failures, last_at) VALUES (?, ?, ?)
     ON CONFLICT (counted_under) DO UPDATE SET
       failures = CASE WHEN failed_sign_ins.last_at <= ? THEN excluded.failures ELSE failed_sign_ins.failures + excluded.failures END,
       last_at = excluded.last_at`,
    [key, failures, now, now - FAILURES_COUNT_MS],
  );
}

export async function sweep(tx: Transaction, now: number): Promise<void> {
  await tx.run(
    `DELETE FROM failed_sign_ins WHERE counted_under IN (
       SELECT counted_under FROM failed_sign_ins WHERE last_at <= ? ORDER BY last_at LIMIT ${SWEEP_BATCH_SIZE}
     )`,
    [now - FAILURES_COUNT_MS],
  );
}

/** By name and address, and by address alone. */
function keysOf(secret: string, username: string, address: string): [string, string] {
  const network = networkOf(address);
  return [keyedHash(secret, [username, network]), keyedHash(secret, [network])];
}

export function keyedHash(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}

/** A number of failures, and the time of the last one (milliseconds UTC). */
export interface FailureCount {
  readonly failures: number;
  readonly lastAt: number;
}

/** The failures that a write adds to a count in the database. */
export interface PendingWrite {
  readonly key: string;
  readonly failures: number;
  readonly entry: Entry;
}

interface Entry {
  failures: number;
  beingWritten: number;
  lastAt: number;
}

const CAPACITY = 10_000;

/**
 * Failures that are not in the database yet, or can't be written. They count from the moment they happen; after a
 * failed write, they go along with the next one. Bounded: the key with the oldest last failure is dropped first.
 */
export class UnwrittenFailures {
  readonly #resetAfterMs: number;
  /** In the order of their last failures. */
  readonly #entries = new LRUCache<string, Entry>({ max: CAPACITY });

  /** @param resetAfterMs how long a failure counts */
  constructor(resetAfterMs: number) {
    this.#resetAfterMs = resetAfterMs;
  }

  /** Undefined when there are none, or they are too old to count. */
  of(key: string, now: number): FailureCount | undefined {
    const entry = this.#entries.peek(key);
    return entry === undefined || now - entry.lastAt >= this.#resetAfterMs ? undefined : { ...entry };
  }

  /** Counts one more failure. @returns the write for that key, to be passed to `settle` afterwards */
  add(key: string, now: number): PendingWrite {
    if (this.of(key, now) === undefined) this.#entries.delete(key);
    const entry = this.#entries.peek(key) ?? { failures: 0, beingWritten: 0, lastAt: now };
    entry.failures += 1;
    entry.lastAt = now;
    this.#entries.set(key, entry);
    const write = { key, failures: entry.failures - entry.beingWritten, entry };
    entry.beingWritten = entry.failures;
    return write;
  }

  /** To be called after each write. Failures that were not written go along with the next one. */
  settle({ key, failures, entry }: PendingWrite, isWritten: boolean): void {
    entry.beingWritten -= failures;
    if (!isWritten) return;
    entry.failures -= failures;
    if (entry.failures === 0 && this.#entries.peek(key) === entry) this.#entries.delete(key);
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }
}
