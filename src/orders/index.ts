/** Selling: single tickets, orders of several, and orders that are held until they are paid. */
export { changeOrder, extendHold, holdUntil, releaseOrder } from './change-order.ts';
export { checkOrders } from './check-orders.ts';
export type { Confirmation } from './confirm-order.ts';
export { holdsJob } from './expire-holds.ts';
export { HoldClock } from './hold-clock.ts';
export {
  type Buyer,
  type HeldFor,
  HOLD_LIMITS,
  MOST_ITEMS,
  MOST_TICKETS,
  ORDER_STATES,
  type Order,
  type OrderItem,
  type OrderTerms,
  RELEASED_BY,
  type Seller,
  totalOf,
  type WantedItem,
} from './order.ts';
export {
  findOrders,
  getOrder,
  type OrderFilter,
  type OrderRecord,
  orderRecords,
  type ReadingOptions,
  recordOfSale,
} from './order-record.ts';
export { findOrderIdsOf, findOrdersById, forgetBuyers, forgetOrdersOf, lockOrder } from './order-store.ts';
export { releaseOrders } from './release-order.ts';
export type { Sale, SaleOutcome, SaleRequest } from './sale.ts';
export { Till } from './till.ts';
export { vatIn } from './vat.ts';
export { type VoidOptions, voidOrder, voidTicket } from './void-order.ts';
export type { SellingOptions } from './write-tickets.ts';
