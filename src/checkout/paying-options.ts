import type { Logger } from 'pino';
import type { SteadyClock } from '../core/clock.ts';
import { Outage } from '../core/outage.ts';
import type { Seller, Till, VoidOptions } from '../orders/index.ts';
import { type Provider, ProviderFailure, type ProviderName } from '../payments/index.ts';
import type { Store } from '../store/index.ts';

export type Providers = Readonly<Partial<Record<ProviderName, Provider>>>;

/** What paying online works with. */
export interface PayingOptions {
  readonly store: Store;
  readonly till: Till;
  readonly selling: VoidOptions;
  /** Who sells in the shop. */
  readonly shop: Seller;
  readonly providers: Providers;
  readonly museumName: string;
  /** The address of the service, without a slash at its end. */
  readonly publicUrl: string;
  readonly outages: ProviderOutages;
}

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
