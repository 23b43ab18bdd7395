import type { Once } from '../idempotency/index.ts';
import type { Payment } from '../payments/index.ts';
import type { SoldTicket } from '../tickets/index.ts';
import type { Buyer, Order, OrderTerms, Seller, WantedItem } from './order.ts';
import type { Taking } from './take-places.ts';

/** A sale on its way through the till: tickets that somebody wants, all or none. */
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

/** How many tickets it sells at once at most, if it is not refused. */
export function ticketsSoldBy({ items, order }: SaleRequest): number {
  return order?.holdMs === undefined || order.visitor !== undefined
    ? items.reduce((sum, { quantity }) => sum + quantity, 0)
    : 0;
}

/** A request of the batch that is new, with its outcome so far. */
export interface Line {
  readonly request: SaleRequest;
  readonly taking: Taking;
  /** It is free, and held until its buyer has confirmed it. */
  mustConfirm: boolean;
}
