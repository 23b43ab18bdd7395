/** Selling: single tickets, orders of several, and orders that are held until they are paid. */
export {
  BOOKING_CUTOFF_HOURS,
  type BookingChanges,
  cancelBooking,
  cancellableUntil,
  changeBooking,
  findBooking,
  findBookings,
} from './booking.ts';
export {
  type CancelledSale,
  type EventToPayBack,
  findCancelledSales,
  findEventsToPayBack,
  PAID_BACK,
  payBackCancelledSale,
} from './cancelled-sales.ts';
export { changeOrder, extendHold, holdUntil, isFor, releaseOrder } from './change-order.ts';
export { checkOrders } from './check-orders.ts';
export { confirmBooking } from './confirm-booking.ts';
export type { Confirmation } from './confirm-order.ts';
export { correctContact, lockRelated } from './correct-contact.ts';
export { countHolds, countOrders, type HoldFigures } from './count-orders.ts';
export { holdsJob } from './expire-holds.ts';
export { HoldClock } from './hold-clock.ts';
export {
  awaitsConfirmation,
  type BookedVisit,
  type BookingContact,
  type Buyer,
  type HeldFor,
  HOLD_LIMITS,
  MOST_ITEMS,
  MOST_TICKETS,
  ORDER_STATES,
  type Order,
  type OrderItem,
  type OrderState,
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
export {
  findOrderIdsOf,
  findOrdersById,
  forgetBookingsUpTo,
  forgetBuyers,
  forgetOrdersOf,
  hasBought,
  lockOrder,
} from './order-store.ts';
export { findPaid, lockConnected, lockPaid, type Paid, paidUnder } from './paid.ts';
export { releaseOrders } from './release-order.ts';
export type { Sale, SaleRequest, SellingOptions } from './sale.ts';
export { Till } from './till.ts';
export { shareOf, vatIn } from './vat.ts';
export { visitorPlacesJob } from './visitor-places.ts';
export { type VoidOptions, voidOrder, voidTicket } from './void-order.ts';
