import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import type { SteadyClock } from '../core/clock.ts';
import { Outage } from '../core/outage.ts';
import { StoreUnavailable } from '../store/index.ts';
import { type Lease, LeaseLost, type Leases } from './lease.ts';

/** Between two steps of a run, so that jobs do not hold up sales. */
const STEP_DELAY_MS = 20;
/** From `wake` to the run: further wakes in this time share the run. */
const WAKE_DELAY_MS = 100;
/** The fraction by which the interval varies, so that instances that started together do not run together. */
const JITTER = 0.1;

export interface Job {
  /** The key of its lease in the database: a renamed job is another job. */
  readonly name: string;
  readonly everyMs: number;
  /** Whether all instances may do it at the same time, so that none waits for another. */
  readonly isShared?: true;
  /** Whether a step would find work. Only reads, so that an idle job writes nothing. */
  hasWork?(): Promise<boolean>;
  /**
   * Does a part of the work. It can be interrupted anywhere, so it writes through the lease. Whatever it waits for
   * needs a time limit: while the process lives, no other instance takes the job over from a step that hangs.
   * @returns whether there is more work now.
   */
  step(lease: Lease): Promise<boolean>;
}

/** What this instance knows of a job. Another instance may have run it since. */
export interface JobFigures {
  readonly name: string;
  /** When it last finished its work, or found none. */
  readonly succeededAt: number | undefined;
  readonly failures: number;
  /**
   * For how many milliseconds it is overdue: since the start of the process or, if that is later, since its last run
   * that did not fail, less its interval. It is on time while another instance runs it.
   */
  readonly lagMs: number;
}

export interface RunnerOptions {
  readonly clock: SteadyClock;
  readonly log: Logger;
  readonly leaseMs: number;
}

/** Runs one job in this instance, every `everyMs` and when it is woken, one run at a time. */
export class JobRunner {
  readonly #job: Job;
  readonly #leases: Leases;
  readonly #options: RunnerOptions;
  readonly #outage: Outage;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStarted = false;
  #isWanted = false;
  #figures: Pick<JobFigures, 'succeededAt' | 'failures'> = { succeededAt: undefined, failures: 0 };
  /** By the clock's `elapsed`. */
  #wasOnTimeAt: number;

  constructor(job: Job, leases: Leases, options: RunnerOptions) {
    this.#job = job;
    this.#leases = leases;
    this.#options = options;
    this.#outage = new Outage(options.clock);
    this.#wasOnTimeAt = options.clock.elapsed();
  }

  start(): void {
    this.#isStarted = true;
    this.#planRun(0);
  }

  wake(): void {
    if (!this.#isStarted || this.#isWanted) return;
    this.#isWanted = true;
    if (this.#running === undefined) this.#planRun(WAKE_DELAY_MS);
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    await this.#running;
  }

  figures(): JobFigures {
    const { name, everyMs } = this.#job;
    const lagMs = this.#options.clock.elapsed() - this.#wasOnTimeAt - everyMs * (1 + JITTER);
    return { name, ...this.#figures, lagMs: Math.max(0, lagMs) };
  }

  #planRun(inMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#run();
    }, inMs).unref();
  }

  async #run(): Promise<void> {
    this.#isWanted = false;
    const { everyMs } = this.#job;
    let nextInMs = everyMs * (1 + JITTER * (2 * Math.random() - 1));
    try {
      const isDone = await this.#attempt();
      this.#wasOnTimeAt = this.#options.clock.elapsed();
      if (isDone) this.#noteSuccess();
      else nextInMs = Math.min(everyMs, this.#options.leaseMs / 3);
    } catch (error) {
      this.#noteFailure(error);
    }
    this.#running = undefined;
    if (this.#isStarted) this.#planRun(this.#isWanted ? WAKE_DELAY_MS : nextInMs);
  }

  /** @returns false when another instance has the job. That one may have looked for work before this work was there. */
  async #attempt(): Promise<boolean> {
    if ((await this.#job.hasWork?.()) === false) return true;
    const lease = this.#job.isShared ? this.#leases.shared() : await this.#leases.take(this.#job.name);
    if (lease === undefined) return false;
    try {
      while ((await this.#job.step(lease)) && this.#isStarted) await sleep(STEP_DELAY_MS);
    } finally {
      await lease.release();
    }
    return true;
  }

  #noteSuccess(): void {
    const { clock, log } = this.#options;
    this.#figures = { ...this.#figures, succeededAt: clock.now() };
    if (this.#outage.end()) log.info({ job: this.#job.name }, 'a job works again');
  }

  #noteFailure(error: unknown): void {
    const { log } = this.#options;
    this.#figures = { ...this.#figures, failures: this.#figures.failures + 1 };
    const report = this.#outage.fail((error as Error).name);
    if (report === undefined) return;
    const { isNew, failures } = report;
    const job = this.#job.name;
    const isTransient = error instanceof StoreUnavailable || error instanceof LeaseLost;
    const level = isTransient ? 'warn' : 'error';
    const reason = pino.stdSerializers.err(error as Error).message; // with that of its cause
    const fault = isTransient ? { reason } : { err: error };
    if (isNew) log[level]({ ...fault, job }, 'a job failed; trying again later');
    else log[level]({ job, failures, reason }, 'a job keeps failing; trying again later');
  }
}
