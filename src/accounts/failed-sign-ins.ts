import { createHmac } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { type Store, StoreUnavailable, secretOf, type Transaction } from '../store/index.ts';
import { networkOf } from './network.ts';
import { type Count, type Portion, UnwrittenFailures } from './unwritten-failures.ts';

/** After so long without a failure, the count starts anew. */
const MEMORY_MS = 15 * 60_000;
/** Failures that cost no waiting: for one account name from one address, and for one address in all. */
const FREE_FOR_NAME = 10;
const FREE_FOR_ADDRESS = 100;
const LONGEST_WAIT_SECONDS = 60;
/** Old counts taken away with each new failure: more than it adds, and never many at once. */
const SWEPT_AT_ONCE = 10;

/** What earlier failures mean for the next attempt. */
export interface Throttle {
  /** Whole seconds before the next attempt is looked at; 0: now. */
  readonly secondsToWait: number;
  /** Whether this name has failed from this address. */
  readonly hasFailed: boolean;
}

/**
 * Counts sign-ins with wrong credentials, and slows the next ones: by account name and address together, and
 * by address alone, never by name alone, so that nobody can lock an account out from elsewhere. The counts
 * are in the database, shared by all processes and kept over a restart, under keyed hashes: which names and
 * addresses they are for can't be read from it. While the database can't be written, this process counts by itself.
 */
export class FailedSignIns {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #unwritten = new UnwrittenFailures(MEMORY_MS);
  #secret: string | undefined;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async throttleOf(username: string, address: string): Promise<Throttle> {
    const [byName, byAddress] = await this.#keys(username, address);
    const [name, whole] = await this.#counts(byName, byAddress);
    const wait = Math.max(this.#wait(name, FREE_FOR_NAME), this.#wait(whole, FREE_FOR_ADDRESS));
    return { secondsToWait: Math.ceil(wait / 1000), hasFailed: name !== undefined };
  }

  /**
   * Counts one more failure. It counts from the call on, when `throttleOf` has been asked before; the promise resolves
   * once it is on disk, or could not be written, in which case it is kept in memory for as long as it matters.
   */
  async count(username: string, address: string): Promise<void> {
    const keys = this.#keysIfKnown(username, address) ?? (await this.#keys(username, address));
    const now = this.#clock.now();
    const portions = keys.map((key) => this.#unwritten.add(key, now));
    let isWritten = false;
    try {
      isWritten = await this.#write(portions, now);
    } finally {
      for (const portion of portions) this.#unwritten.settle(portion, isWritten);
    }
  }

  /**
   * Forgets the failures of this name from this address. Those of the address as a whole stay.
   * A database that can't be written just now is no reason to keep out who was right: its count stays then.
   */
  async forgive(username: string, address: string): Promise<void> {
    const [byName] = await this.#keys(username, address);
    this.#unwritten.forget(byName);
    await this.#attempt((tx) => tx.run('DELETE FROM failed_sign_ins WHERE counted_under = ?', [byName]));
  }

  #write(portions: readonly Portion[], now: number): Promise<boolean> {
    return this.#attempt(async (tx) => {
      for (const { key, failures } of portions) await countMore(tx, key, failures, now);
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

  async #counts(...keys: [string, string]): Promise<(Count | undefined)[]> {
    const now = this.#clock.now();
    // Before the database is asked: what gets written meanwhile is better counted twice for once than not at all.
    const unwritten = keys.map((key) => this.#unwritten.of(key, now));
    const rows = await this.#store.all<{ key: string } & Count>(
      'SELECT counted_under AS "key", failures, last_at AS "lastAt" FROM failed_sign_ins WHERE counted_under IN (?, ?)',
      keys,
    );
    const written = new Map(rows.map((row) => [row.key, row]));
    return keys.map((key, index) => sumOf(written.get(key), unwritten[index], now));
  }

  /** Milliseconds still to wait: 1, 2, 4 seconds and so on after each failure beyond the free ones. */
  #wait(count: Count | undefined, free: number): number {
    if (count === undefined || count.failures < free) return 0;
    const elapsed = this.#clock.now() - count.lastAt;
    const wait = Math.min(2 ** (count.failures - free), LONGEST_WAIT_SECONDS) * 1000;
    // A clock that was set back must not make the wait longer.
    return wait - Math.min(Math.max(elapsed, 0), wait);
  }
}

/** Both counts as one, without what is too old beside something newer. */
function sumOf(written: Count | undefined, unwritten: Count | undefined, now: number): Count | undefined {
  if (written === undefined || unwritten === undefined) return written ?? unwritten;
  if (now - written.lastAt >= MEMORY_MS) return unwritten;
  return {
    failures: written.failures + unwritten.failures,
    lastAt: Math.max(written.lastAt, unwritten.lastAt),
  };
}

async function countMore(tx: Transaction, key: string, failures: number, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO failed_sign_ins (counted_under, failures, last_at) VALUES (?, ?, ?)
     ON CONFLICT (counted_under) DO UPDATE SET
       failures = CASE WHEN failed_sign_ins.last_at <= ? THEN excluded.failures ELSE failed_sign_ins.failures + excluded.failures END,
       last_at = excluded.last_at`,
    [key, failures, now, now - MEMORY_MS],
  );
}

async function sweep(tx: Transaction, now: number): Promise<void> {
  await tx.run(
    `DELETE FROM failed_sign_ins WHERE counted_under IN (
       SELECT counted_under FROM failed_sign_ins WHERE last_at <= ? ORDER BY last_at LIMIT ${SWEPT_AT_ONCE}
     )`,
    [now - MEMORY_MS],
  );
}

/** By name and address, and by address alone. */
function keysOf(secret: string, username: string, address: string): [string, string] {
  const network = networkOf(address);
  return [keyedHash(secret, [username, network]), keyedHash(secret, [network])];
}

function keyedHash(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}
