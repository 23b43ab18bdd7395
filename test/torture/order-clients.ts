import type { SeededRandom } from '../../src/demo/seeded-random.ts';
import type { Answer } from '../support/client.ts';
import type { History, OrderRecord } from './history.ts';
import type { LoadBalancer } from './load-balancer.ts';
import { NoAnswer } from './service.ts';

/** The shortest hold that there is, so that some end while the service is tortured. */
const HOLD_SECONDS = 60;
const HOLDS = 0.7;
const REFUSED = [400, 404, 409];

export type Item = Readonly<Record<string, string | number>>;

/** Clients that order several tickets, hold them, and confirm, change, extend, release or void what they ordered. */
export class OrderClients {
  readonly #service: LoadBalancer;
  readonly #history: History;
  readonly #random: SeededRandom;

  constructor(service: LoadBalancer, history: History, random: SeededRandom) {
    this.#service = service;
    this.#history = history;
    this.#random = random;
  }

  /** @param somethingToBuy an item without a quantity */
  async order(somethingToBuy: () => Readonly<Record<string, string>>): Promise<void> {
    const record = this.#history.beginOrder(this.#items(somethingToBuy), this.#random.happens(HOLDS));
    const hold = record.isHeld ? { hold: HOLD_SECONDS } : { paidBy: 'card' };
    const { items, reference } = record;
    const answer = await this.#service.askUntilAnswered('POST', '/orders', {
      body: { items, reference, ...hold },
      headers: { 'idempotency-key': reference },
    });
    if (answer.status !== 201) return this.#noteRefusal(record, answer);
    record.order = answer.json;
    this.#history.acknowledged++;
    if (record.isHeld) await this.#goOn(record, somethingToBuy);
    else if (this.#random.happens(0.2)) await this.#makeVoid(record);
  }

  #items(somethingToBuy: () => Readonly<Record<string, string>>): Item[] {
    const wanted = Array.from({ length: this.#random.between(1, 3) }, () => somethingToBuy());
    const different = new Map(wanted.map((item) => [JSON.stringify(item), item]));
    return [...different.values()].map((item) => ({ ...item, quantity: this.#random.between(1, 3) }));
  }

  #noteRefusal(record: OrderRecord, { status, text }: Answer): void {
    if (REFUSED.includes(status)) record.isRefused = true;
    else this.#history.addViolation(`the order ${record.reference} was answered ${status} ${text}`);
  }

  /** What becomes of a held order; some are left until their time is over. */
  async #goOn(record: OrderRecord, somethingToBuy: () => Readonly<Record<string, string>>): Promise<void> {
    if (this.#random.happens(0.2)) return;
    if (this.#random.happens(0.2))
      await this.#act(record, 'PUT', 'items', { items: this.#items(somethingToBuy) }, []);
    if (this.#random.happens(0.2)) await this.#act(record, 'POST', 'extend', { hold: HOLD_SECONDS }, []);
    const confirm = () => this.#act(record, 'POST', 'confirm', { paidBy: 'online' }, ['sold']);
    const release = () => this.#act(record, 'POST', 'release', undefined, ['released']);
    const acts = this.#random.oneOf([
      [confirm],
      [confirm, confirm],
      [confirm, release],
      [release],
      [release, confirm],
    ]);
    await Promise.all(acts.map((act) => act()));
    if (this.#random.happens(0.2)) await this.#makeVoid(record);
  }

  async #makeVoid(record: OrderRecord): Promise<void> {
    record.mayBeVoid = true;
    await this.#act(record, 'POST', 'void', { reason: 'Ill', force: true }, ['void']);
  }

  /** @param states the state that the order has if it is acknowledged, and nothing else is done at the same time */
  async #act(
    record: OrderRecord,
    method: string,
    action: string,
    body: object | undefined,
    states: readonly string[],
  ): Promise<void> {
    const path = `/orders/${record.order?.orderId}/${action}`;
    try {
      const answer = await this.#service.ask(method, path, body === undefined ? {} : { body });
      if (answer.status === 200) {
        this.#history.acknowledged++;
        if (states.length > 0) record.acknowledged.push(answer.json);
        else record.order = answer.json;
        if (states[0] !== undefined && answer.json.state !== states[0] && answer.json.state !== 'void')
          this.#history.addViolation(`${method} ${path} was answered ${answer.text}`);
      } else if (![...REFUSED, 503, 500].includes(answer.status))
        this.#history.addViolation(`${method} ${path} was answered ${answer.status} ${answer.text}`);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }
}
