import type { SteadyClock } from '../core/clock.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Kept, type Once, once } from '../idempotency/index.ts';
import { type CommitFigures, GroupCommit, type Store, type Transaction } from '../store/index.ts';
import { findNextNumber, recordsOf, reserveNumbers, type TicketRecord } from '../tickets/index.ts';
import { type ExchangeRequest, exchangeTicket } from './exchange-ticket.ts';
import { type Confirmation, confirmOrder } from './held-order.ts';
import {
  MOST_TICKETS,
  type Order,
  type Sale,
  type SaleRequest,
  type Seller,
  type SellingOptions,
} from './order.ts';
import { sellBatch, TooFewNumbers } from './sell.ts';

const RESERVATION_SIZE = 4_096;
/**
 * How long reserved numbers are used. Where several instances sell (PostgreSQL), each drops its unused numbers after this
 * time and reserves higher ones, so that numbers follow the order of sales to within this time, whatever the clocks say. On
 * SQLite it drops them when another process, such as an import, has reserved some.
 */
const RESERVATION_MS = 1_000;

/** Confirms the order of the transaction: see confirmOrder. */
type Confirm = (seller: Seller, confirmation: Confirmation) => Promise<Order>;

/**
 * The till: the only place that sells. Sales that arrive together are made in one transaction, so that one durable commit
 * serves them all, each with its own outcome. An outcome is returned only when it is on disk.
 */
export class Till {
  readonly #store: Store;
  readonly #options: SellingOptions;
  readonly #sales: GroupCommit<SaleRequest, Sale | Refusal | Kept>;
  readonly #numbers: TicketNumbers;
  #ticketsSold = 0;

  constructor(store: Store, options: SellingOptions) {
    this.#store = store;
    this.#options = options;
    this.#numbers = new TicketNumbers(store, options.clock);
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

  /** Figures of its group commit, for the metrics. */
  get commits(): CommitFigures {
    return this.#sales;
  }

  /**
   * Sells or holds all of it, or returns why it can't; or what was kept when it was done already.
   * @throws Refusal forbidden; overloaded, when too many wait already
   * @throws StoreUnavailable
   */
  async sell(request: SaleRequest): Promise<Sale | Refusal | Kept> {
    requirePermission(request.seller, 'sell-tickets');
    return this.#sales.add({ ...request });
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
   * @throws StoreUnavailable
   */
  async selling<Outcome>(
    orderId: Uuid,
    work: (tx: Transaction, confirm: Confirm) => Promise<Outcome>,
  ): Promise<Outcome> {
    for (let most = MOST_TICKETS; ; most *= 10) {
      const numbers = await this.#numbers.take(most);
      let sold = 0;
      const confirmIn =
        (tx: Transaction): Confirm =>
        async (seller, confirmation) => {
          const confirmed = await confirmOrder(tx, seller, orderId, confirmation, numbers, this.#options);
          sold = confirmed.sold;
          return confirmed.order;
        };
      try {
        const outcome = await this.#store.transaction((tx) => work(tx, confirmIn(tx)));
        this.#ticketsSold += sold;
        this.#numbers.putBack(numbers, sold);
        return outcome;
      } catch (error) {
        // Only what was refused has surely used none.
        if (error instanceof Refusal || error instanceof TooFewNumbers) this.#numbers.putBack(numbers, 0);
        // A booking of a reseller may have any number of tickets.
        if (!(error instanceof TooFewNumbers)) throw error;
      }
    }
  }

  /**
   * Exchanges a ticket: see exchangeTicket.
   * @returns the new ticket; or what was kept when it was done already
   * @throws Refusal; StoreUnavailable
   */
  async exchangeTicket(
    seller: Seller,
    request: ExchangeRequest,
    repeated?: Once<TicketRecord>,
  ): Promise<TicketRecord | Kept> {
    requirePermission(seller, 'void-tickets');
    const { clock, terms } = this.#options;
    const [number] = await this.#numbers.take(1);
    return once({ store: this.#store, clock }, seller, repeated, async ({ tx }) => {
      const made = await exchangeTicket(tx, seller, request, number as number, this.#options);
      const [outcome] = await recordsOf(tx, [made], terms.calendar.today());
      return { outcome: outcome as TicketRecord, made: made.ticketId };
    });
  }

  async #sell(requests: readonly SaleRequest[]): Promise<readonly (Sale | Refusal | Kept)[]> {
    const numbers = await this.#numbers.take(
      requests.reduce((sum, request) => sum + ticketsSoldBy(request), 0),
    );
    const { outcomes, sold } = await this.#store.transaction((tx) =>
      sellBatch(tx, requests, numbers, this.#options),
    );
    this.#ticketsSold += sold;
    return outcomes;
  }
}

/** How many tickets it sells at once at most, if it is not refused. */
function ticketsSoldBy({ items, order }: SaleRequest): number {
  return order?.holdMs === undefined || order.visitor !== undefined
    ? items.reduce((sum, { quantity }) => sum + quantity, 0)
    : 0;
}

/** Ticket numbers that this process has reserved and not used. */
class TicketNumbers {
  readonly #store: Store;
  readonly #clock: SteadyClock;
  #next = 0;
  #end = 0;
  /** By the clock's `elapsed`. */
  #reservedAt = Number.NEGATIVE_INFINITY;

  constructor(store: Store, clock: SteadyClock) {
    this.#store = store;
    this.#clock = clock;
  }

  async take(count: number): Promise<number[]> {
    if (count === 0) return [];
    const elapsed = this.#clock.elapsed();
    const isOld =
      this.#store.dialect.name === 'postgres'
        ? elapsed - this.#reservedAt >= RESERVATION_MS
        : (await findNextNumber(this.#store)) !== this.#end;
    if (isOld || this.#next + count > this.#end) {
      const size = Math.max(RESERVATION_SIZE, count);
      this.#next = await reserveNumbers(this.#store, size, this.#clock.now());
      this.#end = this.#next + size;
      this.#reservedAt = elapsed;
    }
    const first = this.#next;
    this.#next += count;
    return Array.from({ length: count }, (_, index) => first + index);
  }

  /** Only the first `used` of the numbers were needed. The rest are for the next, if none was taken since. */
  putBack(numbers: readonly number[], used: number): void {
    const after = (numbers.at(-1) ?? -1) + 1;
    if (this.#next === after) this.#next = after - numbers.length + used;
  }
}
