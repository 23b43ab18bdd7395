import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SteadyClock } from '../core/clock.ts';
import { Outage } from '../core/outage.ts';
import { StoreUnavailable } from '../store/index.ts';
import { type Lease, LeaseLost, type Leases } from './lease.ts';

/** Between two steps in a row, so that sales don't notice. */
const PAUSE_MS = 20;
/** From a waking to its run: what else makes work meanwhile shares it. */
const SOON_MS = 100;
/** By what part of it a rhythm varies, so that instances started together don't stay together. */
const JITTER = 0.1;

export interface Job {
  /** Known to the database: a job that is renamed is another job. */
  readonly name: string;
  readonly everyMs: number;
  /** Looks whether a step would find anything to do, with reads only, so that idling writes nothing. */
  hasWork?(): Promise<boolean>;
  /**
   * Does a piece of the work. It can be interrupted anywhere, so it writes through the lease, and everything outside
   * that it waits for has a time limit: nobody else takes the job from a step that hangs in a living process.
   * @returns whether there is more to do right away.
   */
  step(lease: Lease): Promise<boolean>;
}

/** What this instance can tell of a job. Another may have been at it since. */
export interface JobFigures {
  readonly name: string;
  /** When it last came to the end of its work, or found none. */
  readonly succeededAt: number | undefined;
  readonly failures: number;
}

export interface RunnerOptions {
  readonly clock: SteadyClock;
  readonly log: Logger;
  readonly leaseMs: number;
}

/** One job in this instance: runs it at its rhythm and when it is woken, one run after another. */
export class JobRunner {
  readonly #job: Job;
  readonly #leases: Leases;
  readonly #options: RunnerOptions;
  readonly #outage: Outage;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | undefined;
  #isRunning = false;
  #isWanted = false;
  #figures: Omit<JobFigures, 'name'> = { succeededAt: undefined, failures: 0 };

  constructor(job: Job, leases: Leases, options: RunnerOptions) {
    this.#job = job;
    this.#leases = leases;
    this.#options = options;
    this.#outage = new Outage(options.clock);
  }

  start(): void {
    this.#isRunning = true;
    this.#planRun(0);
  }

  wake(): void {
    if (!this.#isRunning || this.#isWanted) return;
    this.#isWanted = true;
    if (this.#underWay === undefined) this.#planRun(SOON_MS);
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    await this.#underWay;
  }

  figures(): JobFigures {
    return { name: this.#job.name, ...this.#figures };
  }

  #planRun(inMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#underWay = this.#run();
    }, inMs).unref();
  }

  async #run(): Promise<void> {
    this.#isWanted = false;
    const { everyMs } = this.#job;
    let nextInMs = everyMs * (1 + JITTER * (2 * Math.random() - 1));
    try {
      const isDone = await this.#attempt();
      if (isDone) this.#noteSuccess();
      else nextInMs = Math.min(everyMs, this.#options.leaseMs / 3);
    } catch (error) {
      this.#noteFailure(error);
    }
    this.#underWay = undefined;
    if (this.#isRunning) this.#planRun(this.#isWanted ? SOON_MS : nextInMs);
  }

  /** @returns false when another instance is at it, which may have looked for work before there was this. */
  async #attempt(): Promise<boolean> {
    if ((await this.#job.hasWork?.()) === false) return true;
    const lease = await this.#leases.take(this.#job.name);
    if (lease === undefined) return false;
    try {
      while ((await this.#job.step(lease)) && this.#isRunning) await sleep(PAUSE_MS);
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
    const { name, message } = error as Error;
    const complaint = this.#outage.fail(name);
    if (complaint === undefined) return;
    const { isNew, failures } = complaint;
    const job = this.#job.name;
    const passes = error instanceof StoreUnavailable || error instanceof LeaseLost;
    const level = passes ? 'warn' : 'error';
    if (isNew) log[level]({ err: error, job }, 'a job failed, and is tried again later');
    else log[level]({ job, failures, reason: message }, 'a job goes on failing, and is tried again later');
  }
}
