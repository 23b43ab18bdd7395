import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../core/clock.ts';
import { type Store, StoreUnavailable } from '../store/index.ts';
import { dropExpiredAnswers, dropRefusals, findSurplusRefusal } from './idempotency.ts';

/**
 * How many refusals a museum keeps. An answer that sold something has its ticket beside it for good, but a
 * sold-out rush brings any number of refusals, and to decide one of them anew sells nothing twice.
 */
export const REFUSALS_KEPT = 100_000;

const EVERY_MS = 60_000;
/** So few at a time, and so long between, that sales don't notice. */
const AT_ONCE = 500;
const PAUSE_MS = 20;

export interface AnswerSweepOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly refusalsKept?: number;
}

/** Drops kept answers that have expired, and the oldest refusals when there are too many: now, and every minute. */
export class AnswerSweep {
  readonly #options: Required<AnswerSweepOptions>;
  readonly #timer: NodeJS.Timeout;
  #underWay: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: AnswerSweepOptions) {
    this.#options = { refusalsKept: REFUSALS_KEPT, ...options };
    this.sweep();
    this.#timer = setInterval(() => this.sweep(), EVERY_MS).unref();
  }

  /** Sweeps now, unless a sweep is under way. A database that is away is tried again next time. */
  sweep(): Promise<void> {
    this.#underWay ??= this.#sweep().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  /** Sweeps no more. Resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#underWay;
  }

  async #sweep(): Promise<void> {
    const { store, clock, log, refusalsKept } = this.#options;
    try {
      const now = clock.now();
      await this.#inPieces(() => dropExpiredAnswers(store, now, AT_ONCE));
      const surplus = await findSurplusRefusal(store, refusalsKept);
      if (surplus !== undefined) await this.#inPieces(() => dropRefusals(store, surplus, AT_ONCE));
    } catch (error) {
      if (error instanceof StoreUnavailable) log.warn({ err: error }, 'kept answers are swept later');
      else log.error({ err: error }, 'kept answers could not be swept');
    }
  }

  async #inPieces(drop: () => Promise<number>): Promise<void> {
    while (!this.#isStopped && (await drop()) === AT_ONCE) await sleep(PAUSE_MS);
  }
}
