import type { CalendarDay } from '../core/calendar-day.ts';
import type { SteadyClock } from '../core/clock.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Kept, type Once, once } from '../idempotency/index.ts';
import { type CommitFigures, GroupCommit, type Store, type Transaction } from '../store/index.ts';
import { findNextNumber, reserveNumbers, type Ticket } from '../tickets/index.ts';
import { type ExchangeRequest, exchangeTickets, replaceTickets, type Swap } from './exchange.ts';
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
import type { SoldOrder } from './sold-order.ts';
import { makeTrialTicket } from './trial-ticket.ts';

const RESERVATION_SIZE = 4_096;
/**
 * How long reserved numbers are used. Where several instances sell (PostgreSQL), each drops its unused numbers after this
 * time and reserves higher ones, so that numbers follow the order of sales to within this time, whatever the clocks say. On
 * SQLite it drops them when another process, such as an import, has reserved some.
 */
const RESERVATION_MS = 1_000;

/** Confirms the order of the transaction: see confirmOrder. */
type Confirm = (seller: Seller, confirmation: Confirmation) => Promise<Order>;

/** Replaces tickets of an order: see replaceTickets. */
export type Replace = (seller: Seller, sold: SoldOrder, swap: Swap) => Promise<readonly Ticket[]>;

/** How an exchange is told. */
export interface Exchanging<Outcome> {
  /** Reads the outcome in the transaction. `made`: the new tickets, in the order of the old ones. */
  read(tx: Transaction, made: readonly Ticket[]): Promise<Outcome>;
  /** Present when the request may be repeated. */
  readonly once?: Once<Outcome> | undefined;
}

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
   * A transaction in which the order is confirmed, or tickets of an order are replaced, beside what else is done.
   * @throws StoreUnavailable
   */
  async selling<Outcome>(
    orderId: Uuid,
    work: (tx: Transaction, confirm: Confirm, replace: Replace) => Promise<Outcome>,
  ): Promise<Outcome> {
    return this.#withNumbers(MOST_TICKETS, async (numbers) => {
      let [used, sold] = [0, 0];
      const confirmIn =
        (tx: Transaction): Confirm =>
        async (seller, confirmation) => {
          const free = numbers.slice(used);
          const confirmed = await confirmOrder(tx, seller, orderId, confirmation, free, this.#options);
          [used, sold] = [used + confirmed.sold, sold + confirmed.sold];
          return confirmed.order;
        };
      const replaceIn =
        (tx: Transaction): Replace =>
        async (seller, order, swap) => {
          const made = await replaceTickets(tx, seller, order, swap, numbers.slice(used), this.#options);
          used += made.length;
          return made;
        };
      const outcome = await this.#store.transaction((tx) => {
        [used, sold] = [0, 0]; // it may begin again
        return work(tx, confirmIn(tx), replaceIn(tx));
      });
      this.#ticketsSold += sold;
      return { outcome, used };
    });
  }

  /**
   * Makes the ticket with which the gate is tried: see makeTrialTicket.
   * @param also is done in its transaction
   * @throws StoreUnavailable
   */
  async sellTrial(
    seller: Seller,
    day: CalendarDay,
    also: (tx: Transaction, ticket: Ticket) => Promise<void>,
  ): Promise<void> {
    await this.#withNumbers(1, async (numbers) => {
      await this.#store.transaction(async (tx) =>
        also(tx, await makeTrialTicket(tx, seller, day, numbers, this.#options)),
      );
      return { outcome: undefined, used: 1 };
    });
  }

  /**
   * Exchanges tickets of an order: see exchangeTickets.
   * @returns what was read of it; or what was kept when it was done already
   * @throws Refusal; StoreUnavailable
   */
  async exchange<Outcome>(
    seller: Seller,
    orderId: Uuid,
    request: ExchangeRequest,
    { read, once: repeated }: Exchanging<Outcome>,
  ): Promise<Outcome | Kept> {
    requirePermission(seller, 'void-tickets');
    const { clock } = this.#options;
    return this.#withNumbers(request.ticketIds?.length ?? MOST_TICKETS, async (numbers) => {
      let used = 0;
      const outcome = await once({ store: this.#store, clock }, seller, repeated, async ({ tx }) => {
        const made = await exchangeTickets(tx, seller, orderId, request, numbers, this.#options);
        used = made.length;
        return { outcome: await read(tx, made), made: (made[0] as Ticket).ticketId };
      });
      return { outcome, used };
    });
  }

  /** Does it with so many numbers, or again with more if it needs more: a booking of a reseller may have any number of tickets. */
  async #withNumbers<Outcome>(
    count: number,
    work: (numbers: readonly number[]) => Promise<{ readonly outcome: Outcome; readonly used: number }>,
  ): Promise<Outcome> {
    for (let most = count; ; most *= 10) {
      const numbers = await this.#numbers.take(most);
      try {
        const { outcome, used } = await work(numbers);
        this.#numbers.putBack(numbers, used);
        return outcome;
      } catch (error) {
        // Only what was refused has surely used none.
        if (error instanceof Refusal || error instanceof TooFewNumbers) this.#numbers.putBack(numbers, 0);
        if (!(error instanceof TooFewNumbers)) throw error;
      }
    }
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
