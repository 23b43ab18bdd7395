import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { SteadyClock } from '../core/clock.ts';
import { type Store, StoreUnavailable, type Transaction } from '../store/index.ts';

/** The exclusive right of one instance to run a job, for as long as it sends heartbeats. */
export interface Lease {
  /**
   * Runs `work` in a transaction of the store that commits only if the lease is still held. Nobody can take the lease
   * during the transaction. Each commit is a heartbeat.
   * @throws LeaseLost when another instance has taken the lease: nothing was done.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Whether no other instance can have the lease yet. Ask right before each action on the outside world. The process
   * may still stall between the check and the action, so rarely another instance does it as well.
   */
  isHeld(): boolean;
}

/** Another instance has taken the job. */
export class LeaseLost extends Error {
  constructor(job: string) {
    super(`another instance has taken over the job ${job}`);
    this.name = 'LeaseLost';
  }
}

export interface LeaseOptions {
  readonly store: Store;
  readonly clock: SteadyClock;
  /** How long a holder may go without a heartbeat. The same for all instances on one database. */
  readonly leaseMs: number;
}

interface JobRow {
  readonly holder: string | null;
  readonly fence: number;
  readonly renewals: number;
}

const NEW: JobRow = { holder: null, fence: 0, renewals: 0 };
/** Takes the job if its row is unchanged since it was read, or is still missing. */
const TAKE = `
  INSERT INTO jobs (name, holder, fence, renewals) VALUES (?, ?, 1, 0)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, fence = jobs.fence + 1
  WHERE jobs.fence = ? AND jobs.renewals = ?`;
const RENEW = 'UPDATE jobs SET renewals = renewals + 1 WHERE name = ? AND holder = ? AND fence = ?';
const RELEASE = 'UPDATE jobs SET holder = NULL WHERE name = ? AND holder = ? AND fence = ?';

/** The leases of one instance. The caller must not take a job that it already holds. */
export class Leases {
  readonly #options: LeaseOptions;
  readonly #holder = `${hostname()}/${process.pid}/${randomUUID()}`;
  /** By job: the last heartbeat of another holder, and when it was first seen. */
  readonly #seen = new Map<string, { heartbeat: string; at: number }>();

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /** For a job that needs none. */
  shared(): Lease & { release(): Promise<void> } {
    const { store } = this.#options;
    return { transaction: (work) => store.transaction(work), isHeld: () => true, release: async () => {} };
  }

  /** @returns undefined when another instance has the job. */
  async take(job: string): Promise<HeldLease | undefined> {
    const { store, clock } = this.#options;
    const takenAt = clock.elapsed();
    const row =
      (await store.get<JobRow>('SELECT holder, fence, renewals FROM jobs WHERE name = ?', [job])) ?? NEW;
    if (!this.#isFree(job, row)) return undefined;
    const values = [job, this.#holder, row.fence, row.renewals];
    const taken = await store.transaction((tx) => tx.run(TAKE, values));
    if (taken === 0) return undefined;
    return new HeldLease(this.#options, [job, this.#holder, row.fence + 1], takenAt);
  }

  /**
   * Compares only durations that this process has measured itself, so that wrong or changed clocks of machines don't
   * matter.
   */
  #isFree(job: string, { holder, fence, renewals }: JobRow): boolean {
    // A row of this holder is left over from a release that failed.
    if (holder === null || holder === this.#holder) return true;
    const now = this.#options.clock.elapsed();
    const heartbeat = `${fence} ${renewals}`;
    const seen = this.#seen.get(job);
    if (seen !== undefined && seen.heartbeat === heartbeat) {
      return now - seen.at >= this.#options.leaseMs;
    }
    this.#seen.set(job, { heartbeat, at: now });
    return false;
  }
}

/** A lease that is held. It renews itself, unless the step's own transactions do. */
export class HeldLease implements Lease {
  readonly #options: LeaseOptions;
  readonly #key: readonly [job: string, holder: string, fence: number];
  readonly #timer: NodeJS.Timeout;
  /** When the last renewal began. Others see it later, so they wait longer than this holder counts on. */
  #renewedAt: number;
  #isLost = false;

  constructor(options: LeaseOptions, key: readonly [string, string, number], takenAt: number) {
    this.#options = options;
    this.#key = key;
    this.#renewedAt = takenAt;
    this.#timer = setInterval(() => this.#renew(), options.leaseMs / 3).unref();
  }

  isHeld(): boolean {
    return !this.#isLost && this.#age() < this.#options.leaseMs;
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const begunAt = this.#options.clock.elapsed();
    const result = await this.#options.store.transaction(async (tx) => {
      // Writes the row, so that an instance that wants to take it waits for the end of this transaction.
      this.#isLost ||= (await tx.run(RENEW, this.#key)) === 0;
      if (this.#isLost) throw new LeaseLost(this.#key[0]);
      return work(tx);
    });
    this.#renewedAt = begunAt;
    return result;
  }

  /** Lets other instances take the job. While the database is unavailable, they wait for the lease to expire. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    this.#isLost = true;
    try {
      await this.#options.store.transaction((tx) => tx.run(RELEASE, this.#key));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  #renew(): void {
    // Then a transaction of the step has renewed it already.
    if (this.#age() < this.#options.leaseMs / 4) return;
    // The step notices a failed renewal itself: through isHeld, or in its own next transaction.
    this.transaction(async () => {}).catch(() => {});
  }

  #age(): number {
    return this.#options.clock.elapsed() - this.#renewedAt;
  }
}
