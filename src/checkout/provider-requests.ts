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

/** For whom a provider is asked: somebody from outside, or a job of the service, which strangers must not hold up. */
export type AskedFor = 'stranger' | 'job';

/** A payment with a session at its provider. */
export interface Asked {
  readonly id: Uuid;
  readonly provider: ProviderName;
  readonly by: AskedFor;
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
 * one kind and payment one request is under way at a time, which serves all who ask meanwhile, and one begins in a second.
 * Whoever asks gets an answer to a request that is under way, or begins later: none that is older. Each instance counts for itself.
 */
export class ProviderRequests {
  readonly #options: ProviderRequestsOptions;
  readonly #starts: PacedRequests<string>;
  readonly #looks: PacedRequests<SessionState>;
  readonly #cancels: PacedRequests<SessionState>;
  readonly #limits = new Map<ProviderName, LimitFunction>();

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
  start(asked: Asked, start: (provider: Provider) => Promise<string>): Promise<string> {
    return this.#starts.ask(asked.id, () => this.#ask(asked, start));
  }

  /** @throws ProviderFailure */
  look(asked: Asked, session: string): Promise<SessionState> {
    return this.#looks.ask(asked.id, () => this.#ask(asked, (provider) => provider.look(session)));
  }

  /** @throws ProviderFailure */
  cancel(asked: Asked, session: string): Promise<SessionState> {
    return this.#cancels.ask(asked.id, () => this.#ask(asked, (provider) => provider.cancel(session)));
  }

  /** @throws ProviderFailure */
  async refund(provider: ProviderName, refund: RefundToMake): Promise<'done' | 'pending'> {
    return this.#ask({ provider, by: 'job' }, (each) => each.refund(refund));
  }

  #ask<Answer>(
    { provider: name, by }: Omit<Asked, 'id'>,
    request: (provider: Provider) => Promise<Answer>,
  ): Promise<Answer> {
    const { providers, outages } = this.#options;
    const provider = providers[name];
    if (provider === undefined) throw new ProviderRefused(`MUSEUM_PAYMENTS has no ${name} any more.`, 0);
    const ask = () => outages.watch(name, request(provider));
    if (by === 'job') return ask();
    const limit = this.#limits.get(name) ?? pLimit(MOST_AT_ONCE);
    this.#limits.set(name, limit);
    if (limit.activeCount + limit.pendingCount >= MOST_AT_ONCE + MOST_WAITING) throw new ProviderBusy(name);
    return limit(ask);
  }
}

/** A request that has begun. */
interface Begun<Answer> {
  readonly answer: Promise<Answer>;
  /** By the clock's `elapsed`. */
  readonly at: number;
  isUnderWay: boolean;
}

/** Requests of one kind, by payment. */
class PacedRequests<Answer> {
  readonly #clock: SteadyClock;
  readonly #isLast: (answer: Answer) => boolean;
  /** The last request about each payment, for as long as it matters. */
  readonly #last = new Map<Uuid, Begun<Answer>>();

  /** @param isLast whether an answer stays as it is, so that nobody need ask once more */
  constructor(clock: SteadyClock, isLast: (answer: Answer) => boolean) {
    this.#clock = clock;
    this.#isLast = isLast;
  }

  /** @param request may throw, if it can't begin: then it has not begun */
  async ask(id: Uuid, request: () => Promise<Answer>): Promise<Answer> {
    const before = this.#last.get(id);
    if (before === undefined) return this.#begin(id, request);
    if (before.isUnderWay) return before.answer;
    const known = await before.answer.catch(() => undefined);
    if (known !== undefined && this.#isLast(known)) return known;
    const pauseMs = before.at + PAUSE_MS - this.#clock.elapsed();
    if (pauseMs > 0) await waitBy(this.#clock, pauseMs);
    const since = this.#last.get(id);
    return since === undefined || since === before ? this.#begin(id, request) : since.answer;
  }

  #begin(id: Uuid, request: () => Promise<Answer>): Promise<Answer> {
    const answer = request();
    const begun = { answer, at: this.#clock.elapsed(), isUnderWay: true };
    this.#last.set(id, begun);
    const forget = () => {
      if (this.#last.get(id) === begun) this.#last.delete(id);
    };
    const end = () => {
      begun.isUnderWay = false;
      setTimeout(forget, PAUSE_MS).unref();
    };
    answer.then(end, end);
    return answer;
  }
}
