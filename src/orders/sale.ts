import type { ConfirmationCodes } from '../codes/index.ts';
import type { SteadyClock } from '../core/clock.ts';
import type { Once } from '../idempotency/index.ts';
import type { OfferTerms } from '../offers/index.ts';
import type { Payment } from '../payments/index.ts';
import type { ContactHashes, SoldTicket } from '../tickets/index.ts';
import type { HoldClock } from './hold-clock.ts';
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
