import { Problem } from '../doors/api/problems.ts';
import type { Answer } from '../http/answer.ts';
import { type Store, StoreUnavailable } from '../store/index.ts';
import { type Order, type RingUpOptions, type Rung, ringUp } from './ring-up.ts';
import { reserveNumbers } from './ticket-store.ts';

/** How many purchases share one commit at most, and how many may wait before the till says so. */
const BATCH_LIMIT = 256;
const QUEUE_LIMIT = 10_000;
const NUMBERS_AT_ONCE = 4_096;

interface Waiting {
  readonly order: Order;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The till: the only place that sells. Purchases that arrive together are rung up in one transaction, so that
 * one durable commit serves them all, each with its own outcome. Once an outcome is told, it is on disk.
 */
export class Till {
  readonly #store: Store;
  readonly #options: RingUpOptions;
  #queue: Waiting[] = [];
  #isServing = false;
  /** Ticket numbers that this process has reserved and not used. */
  #nextNumber = 0;
  #numbersEnd = 0;
  #ticketsSold = 0;

  constructor(store: Store, options: RingUpOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Since this till was set up. */
  get ticketsSold(): number {
    return this.#ticketsSold;
  }

  /**
   * The answer for the client: the ticket, or the problem that kept it from being sold.
   * @throws Problem overloaded, when too many wait already
   * @throws StoreUnavailable
   */
  sell(order: Order): Promise<Answer> {
    if (this.#queue.length >= QUEUE_LIMIT) return Promise.reject(tooManyWaiting());
    return new Promise((resolve, reject) => {
      this.#queue.push({ order, resolve, reject });
      if (this.#isServing) return;
      this.#isServing = true;
      // Not at once: whatever else the sockets have brought in this turn comes along.
      setImmediate(() => this.#serve());
    });
  }

  async #serve(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, BATCH_LIMIT);
      try {
        await this.#settle(batch);
      } catch (error) {
        this.#sendAway(batch, error);
      }
    }
    this.#isServing = false;
  }

  /**
   * The database is away: whoever waits behind the batch would meet the same, after as long a wait. Who has been
   * told an outcome already keeps it.
   */
  #sendAway(batch: readonly Waiting[], error: unknown): void {
    for (const { reject } of batch) reject(error);
    // The outcome of the batch may be unknown. Of the others it is certain that nothing was done.
    const notBegun = new StoreUnavailable('the database was away when others were rung up', error);
    for (const { reject } of this.#queue.splice(0)) reject(notBegun);
  }

  /**
   * Rings the batch up and tells each customer the outcome.
   * @throws StoreUnavailable, which those without an outcome have yet to be told
   */
  async #settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const { answers, sold } = await this.#ringUp(batch.map(({ order }) => order));
      this.#ticketsSold += sold;
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      // An order that can't be rung up must not take the others down, so each gets a transaction of its own.
      if (batch.length > 1) for (const waiting of batch) await this.#settle([waiting]);
      else for (const { reject } of batch) reject(error);
    }
  }

  async #ringUp(orders: readonly Order[]): Promise<Rung> {
    const numbers = await this.#takeNumbers(orders.length);
    return this.#store.transaction((tx) => ringUp(tx, orders, numbers, this.#options));
  }

  async #takeNumbers(count: number): Promise<number[]> {
    if (this.#nextNumber + count > this.#numbersEnd) {
      this.#nextNumber = await reserveNumbers(this.#store, NUMBERS_AT_ONCE);
      this.#numbersEnd = this.#nextNumber + NUMBERS_AT_ONCE;
    }
    const first = this.#nextNumber;
    this.#nextNumber += count;
    return Array.from({ length: count }, (_, index) => first + index);
  }
}

function tooManyWaiting(): Problem {
  return new Problem('overloaded', `${QUEUE_LIMIT} purchases are waiting already.`, { retryAfter: 2 });
}
