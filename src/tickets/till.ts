import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { GroupCommit, type Store, type Transaction } from '../store/index.ts';
import { type ExchangeOrder, exchangeTicket } from './exchange-ticket.ts';
import { type Order, type OrderOutcome, type RingUpOptions, ringUp, type Seller } from './ring-up.ts';
import { reserveNumbers } from './ticket-store.ts';

const NUMBERS_AT_ONCE = 4_096;

/**
 * The till: the only place that sells. Purchases that arrive together are rung up in one transaction, so that
 * one durable commit serves them all, each with its own outcome. Once an outcome is told, it is on disk.
 */
export class Till {
  readonly #store: Store;
  readonly #options: RingUpOptions;
  readonly #orders: GroupCommit<Order, OrderOutcome>;
  /** Ticket numbers that this process has reserved and not used. */
  #nextNumber = 0;
  #numbersEnd = 0;
  #ticketsSold = 0;

  constructor(store: Store, options: RingUpOptions) {
    this.#store = store;
    this.#options = options;
    this.#orders = new GroupCommit({
      commit: (orders) => this.#ringUp(orders),
      tooMany: (waiting) => new Refusal('overloaded', { work: 'purchases', waiting }),
    });
  }

  /** Since this till was set up. */
  get ticketsSold(): number {
    return this.#ticketsSold;
  }

  /**
   * Sells the ticket, or comes to the refusal that kept it from being sold.
   * @throws Refusal forbidden; overloaded, when too many wait already
   * @throws StoreUnavailable
   */
  async sellTicket(order: Order): Promise<OrderOutcome> {
    requirePermission(order.seller, 'sell-tickets');
    return this.#orders.add(order);
  }

  /** A ticket number that nobody else has, for an exchange. */
  async takeNumber(): Promise<number> {
    const [number] = await this.#takeNumbers(1);
    return number as number;
  }

  /** Exchanges a ticket inside `tx`: see exchangeTicket. */
  exchangeTicket(tx: Transaction, seller: Seller, order: ExchangeOrder, number: number): Promise<Uuid> {
    return exchangeTicket(tx, seller, order, number, this.#options);
  }

  async #ringUp(orders: readonly Order[]): Promise<readonly OrderOutcome[]> {
    const numbers = await this.#takeNumbers(orders.length);
    const { outcomes, sold } = await this.#store.transaction((tx) =>
      ringUp(tx, orders, numbers, this.#options),
    );
    this.#ticketsSold += sold;
    return outcomes;
  }

  async #takeNumbers(count: number): Promise<number[]> {
    if (this.#nextNumber + count > this.#numbersEnd) {
      this.#nextNumber = await reserveNumbers(this.#store, NUMBERS_AT_ONCE, this.#options.clock.now());
      this.#numbersEnd = this.#nextNumber + NUMBERS_AT_ONCE;
    }
    const first = this.#nextNumber;
    this.#nextNumber += count;
    return Array.from({ length: count }, (_, index) => first + index);
  }
}
