import type { Answer } from '../../fixtures/client.ts';
import type { SeededRandom } from '../../src/demo/seeded-random.ts';
import type { History } from './history.ts';
import type { LoadBalancer } from './load-balancer.ts';
import type { ProviderServer } from './provider-server.ts';
import { NoAnswer } from './service.ts';

/** A day of its own, which nobody closes. */
const DAY = '2035-06-03';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const WAYS = ['stripe', 'mollie'] as const;
const PAGES = { base: '' };

/** Visitors of the shop, who pay at a provider, some twice, and of whom some cancel before or after. */
export class Visitors {
  readonly #service: LoadBalancer;
  readonly #provider: ProviderServer;
  readonly #history: History;
  readonly #random: SeededRandom;
  #count = 0;

  constructor(service: LoadBalancer, provider: ProviderServer, history: History, random: SeededRandom) {
    this.#service = service;
    this.#provider = provider;
    this.#history = history;
    this.#random = random;
  }

  async visit(): Promise<void> {
    const order = await this.#order();
    if (order === undefined) return;
    const ways = this.#random.happens(0.2) ? WAYS : [this.#random.oneOf(WAYS) ?? 'stripe'];
    const sessions = await Promise.all(ways.map((way) => this.#startPayment(order, way)));
    const cancel = () => this.#send(`${order}/cancel`, {});
    if (this.#random.happens(0.1)) await cancel();
    for (const session of sessions)
      if (session !== undefined && this.#random.happens(0.8)) this.#pay(session);
    const comeBack = () => this.#ask('GET', order);
    const notifications = sessions.flatMap((session) =>
      session === undefined
        ? []
        : Array.from({ length: this.#random.between(0, 2) }, () => () => this.notify(session)),
    );
    await Promise.all([comeBack, ...notifications].map((act) => act()));
    if (this.#random.happens(0.1)) await cancel();
  }

  /** Sends what the provider says of the session. @returns whether that was dealt with */
  async notify(session: string): Promise<boolean> {
    const provider = this.#provider.fakes.having(session);
    if (provider === undefined) return true;
    const { body, signature } = provider.notificationOf(session);
    const way = provider === this.#provider.fakes.stripe ? 'stripe' : 'mollie';
    const headers = { ...FORM, ...(signature !== undefined && { 'stripe-signature': signature }) };
    return (await this.#ask('POST', `/payments/${way}`, { body, headers }))?.status === 200;
  }

  #pay(session: string): void {
    if (this.#provider.fakes.having(session)?.pay(session)) this.#history.paidOnline.push(session);
  }

  /** @returns the address of the order */
  async #order(): Promise<string | undefined> {
    const page = await this.#ask('GET', `/visit?date=${DAY}`);
    const token = /name="token" value="([^"]+)"/.exec(page?.text ?? '')?.[1];
    if (token === undefined) return undefined;
    const isByTime = this.#history.placesAtTimes.last.value !== null;
    const answer = await this.#send('/visit', {
      ...{ date: DAY, shown: DAY, token, email: `visitor-${++this.#count}@example.com` },
      'general.standard': `${this.#random.between(1, 3)}`,
      ...(isByTime && { 'time.general': '12:00' }),
    });
    return answer?.status === 303 ? answer.headers.location : undefined;
  }

  /** @returns the session at the provider */
  async #startPayment(order: string, way: string): Promise<string | undefined> {
    const answer = await this.#send(`${order}/pay`, { way });
    return /^https:\/\/provider\.test\/(.+)$/.exec(answer?.headers.location ?? '')?.[1];
  }

  #send(path: string, fields: Readonly<Record<string, string>>): Promise<Answer | undefined> {
    return this.#ask('POST', path, { body: `${new URLSearchParams(fields)}`, headers: FORM });
  }

  async #ask(
    method: string,
    path: string,
    question: { body?: string; headers?: Record<string, string> } = {},
  ) {
    const { headers } = question;
    // Each from an address of its own.
    const from = `10.${this.#count >> 16}.${(this.#count >> 8) & 255}.${this.#count & 255}`;
    try {
      const asked = { ...question, ...PAGES, headers: { ...headers, 'x-forwarded-for': from } };
      return await this.#service.ask(method, path, asked);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return undefined;
    }
  }
}
