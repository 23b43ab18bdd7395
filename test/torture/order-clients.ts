import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../fixtures/client.ts';
import type { SeededRandom } from '../../src/demo/seeded-random.ts';
import { CLOCKS_MS } from './check-orders.ts';
import {
  type History,
  itemsOrdered,
  type OrderAction,
  type OrderRecord,
  type ShownOrder,
  type WantedItem,
  type WantedTicket,
} from './history.ts';
import type { LoadBalancer } from './load-balancer.ts';
import { NoAnswer } from './service.ts';
import { now } from './timeline.ts';

/** The shortest hold that there is, so that some end while the service is tortured. */
const HOLD_SECONDS = 60;
/** Much longer, so that a lost extension shows. */
const EXTENDED_SECONDS = 90;
const HOLDS = 0.7;
/** Holds that are left until they end are confirmed about then: it takes the service up to this time to end them. */
const ENDING_MS = 600;
const REFUSED = [400, 404, 409];
/** The states that an order may be shown in after an action, as others may be going on. */
const STATES_AFTER: Readonly<Record<OrderAction, readonly string[]>> = {
  items: ['held', 'released'],
  extend: ['held', 'released'],
  confirm: ['sold', 'void'],
  release: ['released', 'sold', 'void'],
  exchange: ['sold', 'void'],
  void: ['void'],
};
/** In which an order goes from state to state. */
const STATES = ['held', 'released', 'sold', 'void'];

type SomethingElse = Omit<WantedTicket, 'entryTime'> & { readonly entryTime?: string | null };

/** What an order is placed or changed with. */
interface OrderRequest {
  readonly items?: readonly WantedItem[];
  /** Seconds. */
  readonly hold?: number;
  readonly [other: string]: unknown;
}

/** Clients that order several tickets, hold them, and confirm, change, extend, release, exchange or void what they ordered. */
export class OrderClients {
  readonly #service: LoadBalancer;
  readonly #history: History;
  readonly #random: SeededRandom;
  /** Held orders that nothing is done with until their hold ends, those that end first. */
  readonly #left: OrderRecord[] = [];

  constructor(service: LoadBalancer, history: History, random: SeededRandom) {
    this.#service = service;
    this.#history = history;
    this.#random = random;
  }

  async order(somethingToBuy: () => WantedTicket): Promise<void> {
    const ending = this.#left[0];
    if (ending !== undefined && Date.parse(ending.shown?.expiresAt ?? '') < Date.now()) {
      this.#left.shift();
      return this.#confirmAtEnd(ending);
    }
    const record = this.#history.beginOrder(this.#items(somethingToBuy), this.#random.happens(HOLDS));
    const hold = record.isHeld ? { hold: HOLD_SECONDS } : { paidBy: 'card' };
    const { items, reference } = record;
    const askedAt = Date.now();
    const answer = await this.#service.askUntilAnswered('POST', '/orders', {
      body: { items, reference, ...hold },
      headers: { 'idempotency-key': reference },
    });
    record.answeredAt = now();
    if (answer.status !== 201) return this.#noteRefusal(record, answer);
    this.#requireAnswer({ items, ...hold }, answer, { askedAt });
    record.shown = answer.json;
    this.#history.acknowledged++;
    if (record.isHeld) await this.#goOn(record, somethingToBuy);
    else await this.#goOnWithTickets(record, somethingToBuy);
  }

  #items(somethingToBuy: () => WantedTicket): WantedItem[] {
    const wanted = Array.from({ length: this.#random.between(1, 3) }, () => somethingToBuy());
    const different = new Map(wanted.map((item) => [JSON.stringify(item), item]));
    return [...different.values()].map((item) => ({ ...item, quantity: this.#random.between(1, 3) }));
  }

  #noteRefusal(record: OrderRecord, { status, text }: Answer): void {
    if (REFUSED.includes(status)) record.isRefused = true;
    else this.#history.addViolation(`the order ${record.reference} was answered ${status} ${text}`);
  }

  /** What becomes of a held order; some are left until their time is over. */
  async #goOn(record: OrderRecord, somethingToBuy: () => WantedTicket): Promise<void> {
    if (this.#random.happens(0.2)) {
      if (this.#random.happens(0.5)) this.#left.push(record);
      return;
    }
    if (this.#random.happens(0.2)) await this.#act(record, 'items', { items: this.#items(somethingToBuy) });
    if (this.#random.happens(0.2)) await this.#act(record, 'extend', { hold: EXTENDED_SECONDS });
    const confirm = () => this.#confirm(record);
    const release = () => this.#act(record, 'release');
    const acts = this.#random.oneOf([
      [confirm],
      [confirm, confirm],
      [confirm, release],
      [release],
      [release, confirm],
    ]);
    await Promise.all(acts.map((act) => act()));
    await this.#goOnWithTickets(record, somethingToBuy);
  }

  /** What becomes of an order that was sold. */
  async #goOnWithTickets(record: OrderRecord, somethingToBuy: () => WantedTicket): Promise<void> {
    if (this.#random.happens(0.3)) await this.#exchange(record, somethingToBuy());
    if (this.#random.happens(0.2)) await this.#makeVoid(record);
  }

  /** For something else, or only for another category, where they have their places already. */
  async #exchange(record: OrderRecord, { entryTime = null, ...wanted }: SomethingElse): Promise<void> {
    const { category } = wanted;
    await this.#act(record, 'exchange', this.#random.oneOf([{ category }, { ...wanted, entryTime }]));
  }

  async #confirmAtEnd(record: OrderRecord): Promise<void> {
    await sleep(this.#random.between(0, ENDING_MS));
    await this.#confirm(record);
  }

  #confirm(record: OrderRecord): Promise<unknown> {
    return this.#act(record, 'confirm', { paidBy: 'online' });
  }

  /** Sometimes all of the money is paid back, or some. */
  async #makeVoid(record: OrderRecord): Promise<void> {
    const { total = 0 } = record.shown ?? {};
    const amount = this.#random.oneOf([undefined, 1, total]);
    const refund = amount === undefined ? {} : { refund: { method: 'card', amount } };
    const order = await this.#act(record, 'void', { reason: 'Ill', force: true, ...refund });
    if (order !== undefined && amount !== undefined && order.payments.at(-1)?.amount !== -amount)
      this.#history.addViolation(
        `${record.reference} was paid back ${amount}, and shows ${JSON.stringify(order)}`,
      );
  }

  /** Asks once. @returns the order, if that was done and answered */
  async #act(record: OrderRecord, action: OrderAction, body?: OrderRequest): Promise<ShownOrder | undefined> {
    const method = action === 'items' ? 'PUT' : 'POST';
    const path = `/orders/${record.shown?.orderId}/${action}`;
    const askedAt = Date.now();
    record.inDoubt.push(action);
    try {
      const answer = await this.#service.ask(method, path, body === undefined ? {} : { body });
      const { status, json, text } = answer;
      if (status === 503) this.#history.unavailable++;
      if (status === 503 || status === 500) return undefined;
      record.inDoubt.splice(record.inDoubt.indexOf(action), 1);
      if (REFUSED.includes(status)) return undefined;
      if (status !== 200 || !STATES_AFTER[action].includes(json.state)) {
        this.#history.addViolation(`${method} ${path} was answered ${status} ${text}`);
        return undefined;
      }
      this.#history.acknowledged++;
      const before = record.inDoubt.includes('items') ? undefined : record.shown;
      this.#requireAnswer(body ?? {}, answer, { askedAt, before });
      // Of two answers to actions at the same time, the later one may tell of the earlier state.
      if (STATES.indexOf(json.state) >= STATES.indexOf(record.shown?.state ?? '')) record.shown = json;
      return json;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return undefined;
    }
  }

  /** Checks that an order is for what was asked for, or as before, what it costs, and until when it is held. */
  #requireAnswer(
    { items, hold }: OrderRequest,
    { json, text }: Answer,
    { askedAt, before }: { readonly askedAt: number; readonly before?: ShownOrder | undefined },
  ): void {
    const order: ShownOrder = json;
    const ordered = itemsOrdered(order);
    const total = ordered.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    // While it was held, it has lost what does not take place.
    const kept = (all: ShownOrder['items']) =>
      before?.state === 'held' ? all.filter((item) => !this.#history.mayBeCalledOff(item)) : all;
    const isAsAsked =
      order.total === total &&
      (items === undefined || kinds(items) === kinds(ordered.map(({ price: _, ...item }) => item))) &&
      (items !== undefined ||
        before === undefined ||
        kinds(kept(itemsOrdered(before))) === kinds(kept(ordered)));
    if (!isAsAsked)
      this.#history.addViolation(`${JSON.stringify(items ?? before)} was ordered, and answered ${text}`);
    if (hold === undefined || order.expiresAt === undefined) return;
    const heldFrom = Date.parse(order.expiresAt) - hold * 1_000;
    if (heldFrom < askedAt - CLOCKS_MS || heldFrom > Date.now() + CLOCKS_MS)
      this.#history.addViolation(`a hold of ${hold} seconds was asked for, and answered ${text}`);
  }
}

/** How many of each kind, and at which price. */
function kinds(items: readonly (WantedItem & { readonly price?: number })[]): string {
  const counts = new Map<string, number>();
  for (const { eventId, ticketDate, entryTime, category, quantity, price } of items) {
    const kind = [eventId, ticketDate, entryTime, category, price].join(' ');
    counts.set(kind, (counts.get(kind) ?? 0) + quantity);
  }
  return JSON.stringify([...counts].sort());
}
