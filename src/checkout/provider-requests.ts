import pLimit, { type LimitFunction } from 'p-limit';
import { type SteadyClock, waitBy } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  type Provider,
  type ProviderName,
  ProviderRefused,
  ProviderUnavailable,
  type RefundToMake,
  type SessionState,
} from '../payments/index.ts';
import type { ProviderOutages } from './provider-outages.ts';

export type Providers = Readonly<Partial<Record<ProviderName, Provider>>>;

/** How long after a request about a payment has begun the next one of its kind may begin. */
const PAUSE_MS = 1_000;
/** How many requests for strangers are under way at a provider at once, and how many more wait for them. */
const [MOST_AT_ONCE, MOST_WAITING] = [16, 32];
/** How many of both together may be for one network. */
const MOST_OF_NETWORK = 8;

/** For whom a provider is asked: somebody from outside, or a job of the service, which strangers must not hold up. */
export type AskedFor = 'stranger' | 'job';

/** A payment with a session at its provider. */
export interface AskedPayment {
  readonly id: Uuid;
  readonly provider: ProviderName;
  readonly by: AskedFor;
  /** The network of the stranger, where it counts. */
  readonly network?: string | undefined;
}

/** Strangers have as many requests under way at the provider as they may. */
export class ProviderBusy extends ProviderUnavailable {
  constructor(name: ProviderName) {
    super(`too many requests to ${name} are under way`);
  }
}

export interface ProviderRequestsOptions {
  readonly providers: Providers;
  readonly outages: ProviderOutages;
  readonly clock: SteadyClock;
}

/**
 * What providers are asked about payments. Anybody can make the service ask, and a provider takes so many requests only. So of
 * one kind and payment one request is under way at a time, and one begins in a second. All who ask meanwhile share the next one:
 * an answer is never older than its question. Jobs share none with strangers, whose requests may have to wait. Each instance
 * counts for itself.
 */
export class ProviderRequests {
  readonly #options: ProviderRequestsOptions;
  readonly #starts: PacedRequests<string>;
  readonly #looks: PacedRequests<SessionState>;
  readonly #cancels: PacedRequests<SessionState>;
  readonly #limits = new Map<ProviderName, LimitFunction>();
  /** The strangers for whom requests are under way or wait. */
  readonly #strangers = new Set<Omit<AskedPayment, 'id'>>();

  constructor(options: ProviderRequestsOptions) {
    this.#options = options;
    const isDecided = ({ state }: SessionState) => state !== 'open';
    this.#starts = new PacedRequests(options.clock, () => true);
    this.#looks = new PacedRequests(options.clock, isDecided);
    this.#cancels = new PacedRequests(options.clock, isDecided);
  }

  has(provider: ProviderName): boolean {
    return this.#options.providers[provider] !== undefined;
  }

  /** @param start starts the payment. @returns the address of its page at the provider @throws ProviderFailure */
  start(asked: AskedPayment, start: (provider: Provider) => Promise<string>): Promise<string> {
    return this.#starts.ask(asked, (onSent) => this.#ask(asked, start, onSent));
  }

  /** @throws ProviderFailure */
  look(asked: AskedPayment, session: string): Promise<SessionState> {
    return this.#looks.ask(asked, (onSent) => this.#ask(asked, (provider) => provider.look(session), onSent));
  }

  /** @throws ProviderFailure */
  cancel(asked: AskedPayment, session: string): Promise<SessionState> {
    return this.#cancels.ask(asked, (onSent) =>
      this.#ask(asked, (provider) => provider.cancel(session), onSent),
    );
  }

  /** @throws ProviderFailure */
  async refund(provider: ProviderName, refund: RefundToMake): Promise<'done' | 'pending'> {
    return this.#ask({ provider, by: 'job' }, (each) => each.refund(refund));
  }

  async #ask<Answer>(
    { provider: name, by, network }: Omit<AskedPayment, 'id'>,
    request: (provider: Provider) => Promise<Answer>,
    onSent = () => {},
  ): Promise<Answer> {
    const { providers, outages } = this.#options;
    const provider = providers[name];
    if (provider === undefined) throw new ProviderRefused(`MUSEUM_PAYMENTS has no ${name} any more.`, 0);
    const ask = () => {
      onSent();
      return outages.watch(name, request(provider));
    };
    if (by === 'job') return ask();
    const limit = this.#limits.get(name) ?? pLimit(MOST_AT_ONCE);
    this.#limits.set(name, limit);
    const others = [...this.#strangers].filter((each) => each.provider === name);
    const ofNetwork = network === undefined ? [] : others.filter((each) => each.network === network);
    if (others.length >= MOST_AT_ONCE + MOST_WAITING || ofNetwork.length >= MOST_OF_NETWORK)
      throw new ProviderBusy(name);
    const stranger = { provider: name, by, network };
    this.#strangers.add(stranger);
    return limit(ask).finally(() => this.#strangers.delete(stranger));
  }
}

/** A request that is made, or will be. */
interface Planned<Answer> {
  readonly answer: Promise<Answer>;
  /** By the clock's `elapsed`; undefined: whoever asks now may have its answer. */
  sentAt: number | undefined;
}

/** Sends a request, and calls `onSent` at that moment. */
type Send<Answer> = (onSent: () => void) => Promise<Answer>;

/** Requests of one kind, by payment and for whom. */
class PacedRequests<Answer> {
  readonly #clock: SteadyClock;
  readonly #isLast: (answer: Answer) => boolean;
  /** The last request about each payment, for as long as it matters. */
  readonly #last = new Map<string, Planned<Answer>>();

  /** @param isLast whether an answer stays as it is, so that nobody need ask once more */
  constructor(clock: SteadyClock, isLast: (answer: Answer) => boolean) {
    this.#clock = clock;
    this.#isLast = isLast;
  }

  /** @param send may fail without having sent anything */
  ask({ id, by }: AskedPayment, send: Send<Answer>): Promise<Answer> {
    const key = `${by} ${id}`;
    const former = this.#last.get(key);
    if (former !== undefined && former.sentAt === undefined) return former.answer;
    const planned: Planned<Answer> = {
      answer: this.#sendAfter(former, () =>
        send(() => {
          planned.sentAt = this.#clock.elapsed();
        }),
      ),
      sentAt: undefined,
    };
    this.#last.set(key, planned);
    const forget = () => {
      if (this.#last.get(key) === planned) this.#last.delete(key);
    };
    const end = () => {
      planned.sentAt ??= former?.sentAt ?? Number.NEGATIVE_INFINITY; // then nothing was sent, and nobody need wait for it
      setTimeout(forget, PAUSE_MS).unref();
    };
    planned.answer.then(end, end);
    return planned.answer;
  }

  async #sendAfter(former: Planned<Answer> | undefined, send: () => Promise<Answer>): Promise<Answer> {
    const known = await former?.answer.catch(() => undefined);
    if (known !== undefined && this.#isLast(known)) return known;
    const pauseMs = (former?.sentAt ?? Number.NEGATIVE_INFINITY) + PAUSE_MS - this.#clock.elapsed();
    if (pauseMs > 0) await waitBy(this.#clock, pauseMs);
    return send();
  }
}
