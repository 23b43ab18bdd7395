/** Messages to others: planned in transactions, sent outside of them, and retried until they have arrived. */
export { Deliverer, type DeliveryChannel, type DeliveryQueue } from './deliverer.ts';
export {
  type ChannelName,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryOutcome,
  type DeliveryState,
  deliveryIdOf,
  type NewDelivery,
  retryDelay,
  retryDelayForDays,
} from './delivery.ts';
export {
  addDeliveries,
  addDeliveriesAgain,
  changeAll,
  countAllUndelivered,
  countDeliveredTo,
  countDeliveries,
  countNeedingAttention,
  countUndelivered,
  type DeliveryFilter,
  dropUndelivered,
  failSomeWaiting,
  findDeliveries,
  findDelivery,
  hasWaitingAlike,
  keepRecipient,
  sendAgain,
  sendSomeFailedAgain,
  type Undelivered,
  wasGivenUp,
} from './delivery-store.ts';
export { findCursor, moveCursor } from './feed.ts';
export {
  deleteExpiredDeliveries,
  forgetOldRecipients,
  forgetRecipient,
  hasExpiredDeliveries,
  hasOldRecipients,
  RECIPIENT_KEPT_MS,
  redatingJob,
} from './forget.ts';
