import type { Logger } from 'pino';
import type { SteadyClock } from '../core/clock.ts';
import { Outage } from '../core/outage.ts';
import { ProviderFailure, type ProviderName } from '../payments/index.ts';

/** Says in the log when a provider does not do what it is asked, and when it does again. */
export class ProviderOutages {
  readonly #log: Logger;
  readonly #clock: Pick<SteadyClock, 'elapsed'>;
  readonly #outages = new Map<ProviderName, Outage>();

  constructor(log: Logger, clock: Pick<SteadyClock, 'elapsed'>) {
    this.#log = log;
    this.#clock = clock;
  }

  /** @returns the answer */
  async watch<Answer>(provider: ProviderName, answer: Promise<Answer>): Promise<Answer> {
    const outage = this.#of(provider);
    try {
      const answered = await answer;
      if (outage.end()) this.#log.info({ provider }, 'the payment provider works again');
      return answered;
    } catch (error) {
      const report = error instanceof ProviderFailure ? outage.fail(error.name) : undefined;
      const { failures } = report ?? {};
      if (report !== undefined)
        this.#log.warn(
          { provider, failures, reason: (error as Error).message },
          'a payment provider refuses, or is away',
        );
      throw error;
    }
  }

  #of(provider: ProviderName): Outage {
    const outage = this.#outages.get(provider) ?? new Outage(this.#clock);
    this.#outages.set(provider, outage);
    return outage;
  }
}
