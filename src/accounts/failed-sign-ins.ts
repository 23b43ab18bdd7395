import { createHmac } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Store, Transaction } from '../store/index.ts';
import { secretOf } from '../store/index.ts';
import { networkOf } from './network.ts';

/** After so long without a failure, the count starts anew. */
const MEMORY_MS = 15 * 60_000;
/** Failures that cost no waiting: for one account name from one address, and for one address in all. */
const FREE_FOR_NAME = 10;
const FREE_FOR_ADDRESS = 100;
const LONGEST_WAIT_SECONDS = 60;
/** Old counts taken away with each new failure: more than it adds, and never many at once. */
const SWEPT_AT_ONCE = 10;

/** What earlier failures mean for the next attempt. */
export interface Standing {
  /** Whole seconds before the next attempt is looked at; 0: now. */
  readonly secondsToWait: number;
  /** Whether this name has failed from this address. */
  readonly hasFailed: boolean;
}

interface Count {
  readonly failures: number;
  readonly lastAt: number;
}

/**
 * Counts sign-ins with wrong credentials, and slows the next ones: by account name and address together, and
 * by address alone, never by name alone, so that nobody can lock an account out from elsewhere. The counts
 * are in the database, shared by all processes and kept over a restart, under keyed hashes: which names and
 * addresses they are for can't be read from it.
 */
export class FailedSignIns {
  readonly #store: Store;
  readonly #clock: Clock;
  #secret: string | undefined;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async standing(username: string, address: string): Promise<Standing> {
    const [byName, byAddress] = await this.#keys(username, address);
    const counts = await this.#counts(byName, byAddress);
    const wait = Math.max(
      this.#wait(counts.get(byName), FREE_FOR_NAME),
      this.#wait(counts.get(byAddress), FREE_FOR_ADDRESS),
    );
    return { secondsToWait: Math.ceil(wait / 1000), hasFailed: counts.has(byName) };
  }

  /** Counts one more failure. */
  async count(username: string, address: string): Promise<void> {
    const keys = await this.#keys(username, address);
    const now = this.#clock.now();
    await this.#store.transaction(async (tx) => {
      for (const key of keys) await countOne(tx, key, now);
      await sweep(tx, now);
    });
  }

  /** Forgets the failures of this name from this address. Those of the address as a whole stay. */
  async forgive(username: string, address: string): Promise<void> {
    const [byName] = await this.#keys(username, address);
    await this.#store.transaction((tx) =>
      tx.run('DELETE FROM failed_sign_ins WHERE counted_under = ?', [byName]),
    );
  }

  async #keys(username: string, address: string): Promise<[string, string]> {
    this.#secret ??= await secretOf(this.#store, this.#clock, 'failed-sign-ins');
    const network = networkOf(address);
    return [keyedHash(this.#secret, [username, network]), keyedHash(this.#secret, [network])];
  }

  async #counts(...keys: [string, string]): Promise<Map<string, Count>> {
    const rows = await this.#store.all<{ key: string } & Count>(
      'SELECT counted_under AS "key", failures, last_at AS "lastAt" FROM failed_sign_ins WHERE counted_under IN (?, ?)',
      keys,
    );
    return new Map(rows.map((row) => [row.key, row]));
  }

  /** Milliseconds still to wait: 1, 2, 4 seconds and so on after each failure beyond the free ones. */
  #wait(count: Count | undefined, free: number): number {
    if (count === undefined || count.failures < free) return 0;
    const elapsed = this.#clock.now() - count.lastAt;
    if (elapsed >= MEMORY_MS) return 0;
    const wait = Math.min(2 ** (count.failures - free), LONGEST_WAIT_SECONDS) * 1000;
    // A clock that was set back must not make the wait longer.
    return wait - Math.min(Math.max(elapsed, 0), wait);
  }
}

async function countOne(tx: Transaction, key: string, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO failed_sign_ins (counted_under, failures, last_at) VALUES (?, 1, ?)
     ON CONFLICT (counted_under) DO UPDATE SET
       failures = CASE WHEN failed_sign_ins.last_at <= ? THEN 1 ELSE failed_sign_ins.failures + 1 END,
       last_at = excluded.last_at`,
    [key, now, now - MEMORY_MS],
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

function keyedHash(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}
