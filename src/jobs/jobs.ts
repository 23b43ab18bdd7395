import type { Logger } from 'pino';
import type { SteadyClock } from '../core/clock.ts';
import type { Store } from '../store/index.ts';
import { type Job, type JobFigures, JobRunner } from './job-runner.ts';
import { Leases } from './lease.ts';

/** Steps that last longer renew it. After a crash in the middle of a step, others wait for so long. */
const LEASE_MS = 15_000;

export interface JobsOptions {
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly log: Logger;
  readonly leaseMs?: number;
}

/** Work that nobody waits for. Of all instances on one database, one at a time is at each job. */
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

  /** Runs every job now, and then each at its rhythm. */
  start(): void {
    for (const runner of this.#runners.values()) runner.start();
  }

  /** Has the job run soon: something that was just committed has made work for it. Costs nothing to call often. */
  wake(name: string): void {
    const runner = this.#runners.get(name);
    if (runner === undefined) throw new Error(`There is no job named ${name}.`);
    runner.wake();
  }

  /** Begins nothing more. Resolves when the steps under way have ended and others may take over. */
  async stop(): Promise<void> {
    await Promise.all([...this.#runners.values()].map((runner) => runner.stop()));
  }

  figures(): JobFigures[] {
    return [...this.#runners.values()].map((runner) => runner.figures());
  }
}
