import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { SteadyClock } from '../core/clock.ts';
import { type Store, StoreUnavailable, type Transaction } from '../store/index.ts';

/** The right to be at a job, which one instance has at a time, for as long as it shows signs of life. */
export interface Lease {
  /**
   * Runs `work` in a transaction of the store that commits only if the lease is still held: nobody can take it
   * meanwhile. Each one that commits is a sign of life.
   * @throws LeaseLost when another has it by now: nothing was done.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Whether nobody else can have it yet. To be asked right before each act on the outside world. The process may still be
   * stalled between the question and the act, so that, rarely, another does it too.
   */
  isHeld(): boolean;
}

/** Another instance is at the job by now. */
export class LeaseLost extends Error {
  constructor(job: string) {
    super(`another instance has taken the job ${job}`);
    this.name = 'LeaseLost';
  }
}

export interface LeaseOptions {
  readonly store: Store;
  readonly clock: SteadyClock;
  /** How long a holder may show no sign of life. The same for all instances on one database. */
  readonly leaseMs: number;
}

interface JobRow {
  readonly holder: string | null;
  readonly fence: number;
  readonly renewals: number;
}

const NEW: JobRow = { holder: null, fence: 0, renewals: 0 };
/** Takes the job if its row, or that there is none, is still as it was seen. */
const TAKE = `
  INSERT INTO jobs (name, holder, fence, renewals) VALUES (?, ?, 1, 0)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, fence = jobs.fence + 1
  WHERE jobs.fence = ? AND jobs.renewals = ?`;
const RENEW = 'UPDATE jobs SET renewals = renewals + 1 WHERE name = ? AND holder = ? AND fence = ?';
const RELEASE = 'UPDATE jobs SET holder = NULL WHERE name = ? AND holder = ? AND fence = ?';

/** The leases of one instance, which must not take a job twice at once. */
export class Leases {
  readonly #options: LeaseOptions;
  readonly #holder = `${hostname()}/${process.pid}/${randomUUID()}`;
  /** The last sign of life of another holder, by job, and when it was first seen. */
  readonly #seen = new Map<string, { sign: string; at: number }>();

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /** @returns undefined when another instance is at the job. */
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
   * Only lengths of time that this process has measured itself are compared, so that it doesn't matter what any
   * machine thinks the time is, nor when its clock is set.
   */
  #isFree(job: string, { holder, fence, renewals }: JobRow): boolean {
    // Its own is left over from a release that failed.
    if (holder === null || holder === this.#holder) return true;
    const now = this.#options.clock.elapsed();
    const sign = `${fence} ${renewals}`;
    const seen = this.#seen.get(job);
    if (seen !== undefined && seen.sign === sign) {
      return now - seen.at >= this.#options.leaseMs;
    }
    this.#seen.set(job, { sign, at: now });
    return false;
  }
}

/** A lease from its taking to its release. It renews itself, unless the step's own transactions do. */
export class HeldLease implements Lease {
  readonly #options: LeaseOptions;
  readonly #key: readonly [job: string, holder: string, fence: number];
  readonly #timer: NodeJS.Timeout;
  /** When the last renewal was begun: others see it later, and so wait longer than this holder counts on. */
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
      // Writes the row, so that whoever wants to take it waits for the end of this transaction.
      this.#isLost ||= (await tx.run(RENEW, this.#key)) === 0;
      if (this.#isLost) throw new LeaseLost(this.#key[0]);
      return work(tx);
    });
    this.#renewedAt = begunAt;
    return result;
  }

  /** Leaves the job to whoever wants it. While the database is away that is left to the lease's end. */
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
    // A transaction of the step was a sign of life.
    if (this.#age() < this.#options.leaseMs / 4) return;
    // The step finds out by itself that it failed: by isHeld, or by its own next transaction.
    this.transaction(async () => {}).catch(() => {});
  }

  #age(): number {
    return this.#options.clock.elapsed() - this.#renewedAt;
  }
}
