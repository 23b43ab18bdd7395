import type { Logger } from 'pino';
import type { SteadyClock } from '../core/clock.ts';
import type { Store } from '../store/index.ts';
import { type Job, type JobFigures, JobRunner } from './job-runner.ts';
import { Leases } from './lease.ts';

/** Longer steps renew the lease. After a crash in the middle of a step, other instances wait this long. */
const LEASE_MS = 15_000;

export interface JobsOptions {
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly log: Logger;
  readonly leaseMs?: number;
}

/** Background work. Of all instances on one database, one at a time runs each job. */
export class Jobs {
  readonly #options: Required<JobsOptions>;
  readonly #leases: Leases;
  readonly #runners = new Map<string, JobRunner>();

  constructor(options: JobsOptions) {
    this.#options = { leaseMs: LEASE_MS, ...options };
    this.#leases = new Leases(this.#options);
  }

  /** To be called before `start`. */
  add(job: Job): void {
    if (this.#runners.has(job.name)) throw new Error(`There are two jobs named ${job.name}.`);
    this.#runners.set(job.name, new JobRunner(job, this.#leases, this.#options));
  }

  /** Runs every job now, and then each at its interval. */
  start(): void {
    for (const runner of this.#runners.values()) runner.start();
  }

  /** Runs the job soon, because something that was just committed has made work for it. Cheap to call often. */
  wake(name: string): void {
    const runner = this.#runners.get(name);
    if (runner === undefined) throw new Error(`There is no job named ${name}.`);
    runner.wake();
  }

  /** Starts no more steps. Resolves when the running steps have ended and the leases are released. */
  async stop(): Promise<void> {
    await Promise.all([...this.#runners.values()].map((runner) => runner.stop()));
  }

  figures(): JobFigures[] {
    return [...this.#runners.values()].map((runner) => runner.figures());
  }
}
