import type { ConfirmationCodes } from '../codes/index.ts';
import type { SteadyClock } from '../core/clock.ts';
import type { Once } from '../idempotency/index.ts';
import type { OfferTerms } from '../offers/index.ts';
import type { Payment } from '../payments/index.ts';
import type { Transaction } from '../store/index.ts';
import type { ContactHashes, SoldTicket } from '../tickets/index.ts';
import type { Buyer, Order, OrderTerms, Seller, WantedItem } from './order.ts';

/** Tickets that somebody wants: all or none. */
export interface SaleRequest {
  readonly seller: Seller;
  readonly items: readonly WantedItem[];
  readonly buyer: Buyer;
  /** Left out: a single ticket, which is sold at once without an order. */
  readonly order?: OrderTerms;
  /** Present when the request may be repeated. */
  readonly once?: Once<Sale> | undefined;
}

/** What was sold, or is held. */
export interface Sale {
  /** None of an order that is held. */
  readonly tickets: readonly SoldTicket[];
  readonly order: Order | undefined;
  readonly payments: readonly Payment[];
}

/** What all that is sold is sold with. */
export interface SellingOptions {
  readonly clock: SteadyClock;
  readonly codes: ConfirmationCodes;
  readonly contacts: ContactHashes;
  readonly terms: OfferTerms;
  /** By which holds end. */
  readonly holds: HoldClock;
}

/** How many tickets it sells at once at most, if it is not refused. */
export function ticketsSoldBy({ items, order }: SaleRequest): number {
  return order?.holdMs === undefined || order.visitor !== undefined
    ? items.reduce((sum, { quantity }) => sum + quantity, 0)
    : 0;
}

/** The clock was set when it runs apart from what it should say by more than this. */
const JUMP_MS = 2_000;
/** Instances find out within this time that the clock of their machine was set. */
const NOTICED_MS = 10_000;

/**
 * The time by which holds end. When the machine's clock is set while the service runs, the ends of all holds are moved by
 * as much: no hold is lost, and none lasts longer than it was given for.
 */
export class HoldClock {
  readonly #clock: SteadyClock;
  /** The last reading of the machine's clock that holds go by. */
  #read: { readonly now: number; readonly elapsed: number };

  constructor(clock: SteadyClock) {
    this.#clock = clock;
    this.#read = this.#reading();
  }

  /** Milliseconds since 1970, as the machine's clock would say if it had not been set. */
  now(): number {
    return Math.round(this.#read.now + this.#clock.elapsed() - this.#read.elapsed);
  }

  /** Whether the machine's clock was set. To be asked every second: that the clock is a little fast or slow is followed. */
  wasSet(): boolean {
    const reading = this.#reading();
    if (Math.abs(reading.now - this.now()) > JUMP_MS) return true;
    this.#read = reading;
    return false;
  }

  /** Moves the ends of all holds by as much as the clock was set, unless another instance has done so. */
  async follow(tx: Transaction): Promise<void> {
    const row = await tx.get<{ setAt: number }>(
      `SELECT set_at AS "setAt" FROM hold_clock WHERE id = 1${tx.dialect.lockForUpdate}`,
    );
    const reading = this.#reading();
    if (Math.abs(reading.now - (row?.setAt ?? 0)) > NOTICED_MS) {
      const moved = Math.round(reading.now - this.now());
      await tx.run("UPDATE orders SET expires_at = expires_at + ? WHERE state = 'held'", [moved]);
      await tx.run('UPDATE hold_clock SET set_at = ? WHERE id = 1', [reading.now]);
    }
    this.#read = reading;
  }

  #reading() {
    return { now: this.#clock.now(), elapsed: this.#clock.elapsed() };
  }
}
