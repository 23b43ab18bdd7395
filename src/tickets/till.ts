import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { answerOnce, type RepeatableRequest } from '../idempotency/index.ts';
import { GroupCommit, type Store, type Transaction } from '../store/index.ts';
import { type ExchangeRequest, exchangeTicket } from './exchange-ticket.ts';
import {
  type PurchaseOutcome,
  type PurchaseRequest,
  type Seller,
  type SellingOptions,
  sellBatch,
} from './sell-batch.ts';
import type { Purchase } from './ticket.ts';
import { reserveNumbers } from './ticket-store.ts';

const RESERVATION_SIZE = 4_096;
/**
 * How long reserved numbers are used. Where several instances sell (PostgreSQL), each drops its unused numbers after this
 * time and reserves higher ones, so that numbers follow the order of sales to within this time, whatever the clocks say. On
 * SQLite only one process sells.
 */
const RESERVATION_MS = 1_000;

/** Tickets that somebody buys together, at least one. */
export interface JointPurchase {
  readonly seller: Seller;
  readonly purchases: readonly Purchase[];
  readonly request: RepeatableRequest;
}

/**
 * The till: the only place that sells. Purchases that arrive together are sold in one transaction, so that one durable
 * commit serves them all, each with its own outcome. An outcome is returned only when it is on disk.
 */
export class Till {
  readonly #store: Store;
  readonly #options: SellingOptions;
  readonly #purchases: GroupCommit<PurchaseRequest, PurchaseOutcome>;
  /** Ticket numbers that this process has reserved and not used. */
  #nextNumber = 0;
  #numbersEnd = 0;
  /** By the clock's `elapsed`. */
  #reservedAt = Number.NEGATIVE_INFINITY;
  #ticketsSold = 0;

  constructor(store: Store, options: SellingOptions) {
    this.#store = store;
    this.#options = options;
    this.#purchases = new GroupCommit({
      commit: (requests) => this.#sell(requests),
      tooMany: (waiting) => new Refusal('overloaded', { work: 'purchases', waiting }),
    });
  }

  /** The number of tickets sold since the start, without those sold in exchange. */
  get ticketsSold(): number {
    return this.#ticketsSold;
  }

  /**
   * Sells the ticket, or returns the refusal.
   * @throws Refusal forbidden; overloaded, when too many wait already
   * @throws StoreUnavailable
   */
  async sellTicket(request: PurchaseRequest): Promise<PurchaseOutcome> {
    requirePermission(request.seller, 'sell-tickets');
    return this.#purchases.add(request);
  }

  /**
   * Sells all of the tickets in one transaction, or none; only once for the same idempotency key.
   * @returns their ids, in order
   * @throws Refusal forbidden; why one of them can't be sold; idempotency-key-reused
   * @throws StoreUnavailable
   */
  async sellTogether({ seller, purchases, request }: JointPurchase): Promise<Uuid[]> {
    requirePermission(seller, 'sell-tickets');
    const numbers = await this.#takeNumbers(purchases.length);
    let sold = 0;
    const answer = await answerOnce(this.#store, this.#options.clock, request, async (tx) => {
      const requests = purchases.map((purchase) => ({ seller, purchase, repeatable: undefined }));
      const { outcomes } = await sellBatch(tx, requests, numbers, this.#options);
      const made = outcomes.map(soldId);
      sold = made.length;
      return { answer: JSON.stringify(made), made: made[0] as Uuid };
    });
    this.#ticketsSold += sold;
    return JSON.parse(answer);
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

  async #sell(requests: readonly PurchaseRequest[]): Promise<readonly PurchaseOutcome[]> {
    const numbers = await this.#takeNumbers(requests.length);
    const { outcomes, sold } = await this.#store.transaction((tx) =>
      sellBatch(tx, requests, numbers, this.#options),
    );
    this.#ticketsSold += sold;
    return outcomes;
  }

  async #takeNumbers(count: number): Promise<number[]> {
    const { clock } = this.#options;
    const elapsed = clock.elapsed();
    const isOld = this.#store.dialect.name === 'postgres' && elapsed - this.#reservedAt >= RESERVATION_MS;
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

/** The id of the sold ticket. @throws Refusal when it was refused */
function soldId(outcome: PurchaseOutcome): Uuid {
  if (outcome instanceof Refusal) throw outcome;
  if ('answer' in outcome) throw new Error('Tickets that are sold together have no answers of their own.');
  return outcome.ticket.ticketId;
}
