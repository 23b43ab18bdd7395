import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type CommitFigures, GroupCommit, type Store, type Transaction } from '../store/index.ts';
import { findNextNumber, reserveNumbers } from '../tickets/index.ts';
import { type Confirmation, confirmOrder } from './confirm-order.ts';
import { type ExchangeRequest, exchangeTicket } from './exchange-ticket.ts';
import type { Order, Seller } from './order.ts';
import { findOrder } from './order-store.ts';
import { type SaleOutcome, type SaleRequest, ticketsSoldBy } from './sale.ts';
import { sellBatch } from './sell-batch.ts';
import type { SellingOptions } from './write-tickets.ts';

const RESERVATION_SIZE = 4_096;
/**
 * How long reserved numbers are used. Where several instances sell (PostgreSQL), each drops its unused numbers after this
 * time and reserves higher ones, so that numbers follow the order of sales to within this time, whatever the clocks say. On
 * SQLite it drops them when another process, such as an import, has reserved some.
 */
const RESERVATION_MS = 1_000;

/** Confirms the order of the transaction: see confirmOrder. */
type Confirm = (seller: Seller, confirmation: Confirmation) => Promise<Order>;

/** The order has more tickets than it had when numbers were reserved for it. */
class TooFewNumbers extends Error {}

/**
 * The till: the only place that sells. Sales that arrive together are made in one transaction, so that one durable commit
 * serves them all, each with its own outcome. An outcome is returned only when it is on disk.
 */
export class Till {
  readonly #store: Store;
  readonly #options: SellingOptions;
  readonly #sales: GroupCommit<SaleRequest, SaleOutcome>;
  /** Ticket numbers that this process has reserved and not used. */
  #nextNumber = 0;
  #numbersEnd = 0;
  /** By the clock's `elapsed`. */
  #reservedAt = Number.NEGATIVE_INFINITY;
  #ticketsSold = 0;

  constructor(store: Store, options: SellingOptions) {
    this.#store = store;
    this.#options = options;
    this.#sales = new GroupCommit({
      name: 'sell',
      commit: (requests) => this.#sell(requests),
      sizeOf: ticketsSoldBy,
      tooMany: (waiting) => new Refusal('overloaded', { work: 'purchases', waiting }),
    });
  }

  /** The number of tickets sold since the start, without those sold in exchange. */
  get ticketsSold(): number {
    return this.#ticketsSold;
  }

  /** Of its group commit, for the metrics. */
  get commits(): CommitFigures {
    return this.#sales;
  }

  /**
   * Sells or holds all of it, or returns why it can't.
   * @throws Refusal forbidden; overloaded, when too many wait already
   * @throws StoreUnavailable
   */
  async sell(request: SaleRequest): Promise<SaleOutcome> {
    requirePermission(request.seller, 'sell-tickets');
    return this.#sales.add(request);
  }

  /**
   * Sells an order that is held, or takes up one that was released: see confirmOrder.
   * @throws StoreUnavailable
   */
  async confirmOrder(seller: Seller, orderId: Uuid, confirmation: Confirmation): Promise<Order> {
    requirePermission(seller, 'sell-tickets');
    return this.selling(orderId, (_, confirm) => confirm(seller, confirmation));
  }

  /**
   * A transaction in which the order is confirmed beside what else is done.
   * @param mostTickets how many tickets it has at least when it is confirmed, if it gets more than it has
   * @throws StoreUnavailable
   */
  async selling<Outcome>(
    orderId: Uuid,
    work: (tx: Transaction, confirm: Confirm) => Promise<Outcome>,
    mostTickets = 0,
  ): Promise<Outcome> {
    for (;;) {
      const known = await findOrder(this.#store, orderId);
      const held = known?.items.flatMap(({ ticketIds }) => ticketIds).length ?? 0;
      const numbers = await this.#takeNumbers(Math.max(held, mostTickets));
      let sold = 0;
      const confirmIn =
        (tx: Transaction): Confirm =>
        async (seller, confirmation) => {
          const confirmed = await confirmOrder(tx, seller, orderId, confirmation, numbers, this.#options);
          if (confirmed === undefined) throw new TooFewNumbers();
          sold = confirmed.sold;
          return confirmed.order;
        };
      try {
        const outcome = await this.#store.transaction((tx) => work(tx, confirmIn(tx)));
        this.#ticketsSold += sold;
        return outcome;
      } catch (error) {
        if (!(error instanceof TooFewNumbers)) throw error;
      }
    }
  }

  /** A reserved ticket number, for an exchange. */
  async takeNumber(): Promise<number> {
    const [number] = await this.#takeNumbers(1);
    return number as number;
  }

  /** Exchanges a ticket inside `tx`: see exchangeTicket. */
  exchangeTicket(tx: Transaction, seller: Seller, request: ExchangeRequest, number: number): Promise<Uuid> {
    return exchangeTicket(tx, seller, request, number, this.#options);
  }

  async #sell(requests: readonly SaleRequest[]): Promise<readonly SaleOutcome[]> {
    const count = requests.reduce((sum, request) => sum + ticketsSoldBy(request), 0);
    const numbers = await this.#takeNumbers(count);
    const { outcomes, sold } = await this.#store.transaction((tx) =>
      sellBatch(tx, requests, numbers, this.#options),
    );
    this.#ticketsSold += sold;
    return outcomes;
  }

  async #takeNumbers(count: number): Promise<number[]> {
    if (count === 0) return [];
    const { clock } = this.#options;
    const elapsed = clock.elapsed();
    const isOld =
      this.#store.dialect.name === 'postgres'
        ? elapsed - this.#reservedAt >= RESERVATION_MS
        : (await findNextNumber(this.#store)) !== this.#numbersEnd;
    if (isOld || this.#nextNumber + count > this.#numbersEnd) {
      this.#nextNumber = await reserveNumbers(this.#store, RESERVATION_SIZE, clock.now());
      this.#numbersEnd = this.#nextNumber + RESERVATION_SIZE;
      this.#reservedAt = elapsed;
    }
    const first = this.#nextNumber;
    this.#nextNumber += count;
    return Array.from({ length: count }, (_, index) => first + index);
  }
}
