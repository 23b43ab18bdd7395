/** Selling: single tickets, orders of several, and orders that are held until they are paid. */
export {
  type AccountFacts,
  type ArticleCount,
  type Balance,
  backFor,
  backForAll,
  differenceFor,
  extrasWith,
  moveFor,
  type NewPrice,
  paidFor,
} from './account.ts';
export {
  BOOKING_CUTOFF_HOURS,
  type BookingChanges,
  cancelBooking,
  cancellableUntil,
  changeBooking,
  confirmBooking,
  findBooking,
  findBookings,
} from './booking.ts';
export { checkOrders } from './check-orders.ts';
export { findCollected } from './collected.ts';
export { correctContact, lockRelated } from './correct-contact.ts';
export { findDueFor } from './due-for.ts';
export { type DueChange, findDueChanges } from './due-history.ts';
export { type ExchangeRequest, findKeptCodes, type Instead, type Swap } from './exchange.ts';
export { findAccount, findAccounts, type OrderAccount } from './find-accounts.ts';
export { articlesIn, giftsIn, goodName, passesIn } from './goods.ts';
export { type HandedOut, handOut } from './hand-out.ts';
export {
  type Confirmation,
  changeOrder,
  ensureHeldPlaces,
  extendHold,
  holdUntil,
  isFor,
  releaseOrder,
} from './held-order.ts';
export {
  type CalledOffDays,
  type CancelledSale,
  findCancelledSales,
  findToPayBack,
  PAID_BACK,
  payBackCancelledSale,
  type ToPayBack,
} from './holders.ts';
export { endHold, findExpired, HoldClock, holdsJob, leaveHeldOrders, releaseOrders } from './holds.ts';
export { joinExchangedJob } from './join-exchanged.ts';
export {
  addMove,
  addMovedTickets,
  countMoves,
  findMove,
  findMovesOf,
  findOpenMoves,
  type MovedOrder,
  type OpenMove,
  type TicketMove,
} from './moves.ts';
export {
  awaitsConfirmation,
  type BookedVisit,
  type BookingContact,
  type Buyer,
  type GiftPart,
  type Good,
  type HeldFor,
  HOLD_LIMITS,
  type HowPaid,
  MOST_ARTICLES_SOLD,
  MOST_ITEMS,
  MOST_MESSAGE,
  MOST_TICKETS,
  ORDER_STATES,
  type Order,
  type OrderItem,
  type OrderState,
  type OrderTerms,
  payableByGifts,
  RELEASED_BY,
  type Sale,
  type SaleRequest,
  type Seller,
  type SellingOptions,
  shareOf,
  totalOf,
  vatIn,
  type Wanted,
  type WantedItem,
} from './order.ts';
export { findOrderHistory, type OrderDeed, type OrderHappening } from './order-history.ts';
export {
  findOrders,
  getOrder,
  goodsThatStand,
  itemsThatHold,
  type OrderFilter,
  type OrderRecord,
  orderRecords,
  type ReadingOptions,
  recordOfSale,
  type TicketOfOrder,
} from './order-record.ts';
export {
  countHolds,
  countOrders,
  findBookingsUpTo,
  findOrderIdsOf,
  findOrdersById,
  findOrdersUpTo,
  findTicketlessBefore,
  forgetBookings,
  forgetBuyers,
  forgetOrdersOf,
  type HoldFigures,
  hasBought,
  lockOrder,
} from './order-store.ts';
export { findSalesOwed } from './owed.ts';
export { paidBackTexts } from './paid-back-texts.ts';
export { payBack, payBackToGifts } from './pay-back.ts';
export { heldItems, lockSalesOf, moveOrders, type PostponedDay } from './postpone-orders.ts';
export { type ItemGone, paidBackText, type Receipt, receiptOf } from './receipt.ts';
export { findStanding, lockSold, type SoldOrder } from './sold-order.ts';
export { type Replace, Till } from './till.ts';
export { HandOuts, type ToHandOut } from './to-hand-out.ts';
export { endTrialTicket } from './trial-ticket.ts';
export { moveFreePlaces } from './visitor-limits.ts';
export { visitorPlacesJob } from './visitor-places.ts';
export { makeTicketsVoid, type VoidOptions, type VoidRequest, voidOrder, voidTicket } from './void-order.ts';
