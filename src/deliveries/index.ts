/** What is told outside of the house: planned in transactions, sent outside of them, until it has arrived. */
export { type Channel, Deliverer } from './deliverer.ts';
export {
  type ChannelName,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
  deliveryIdOf,
  type NewDelivery,
  type Outcome,
} from './delivery.ts';
export {
  addDeliveries,
  addDeliveriesAgain,
  changeAll,
  countAllUndelivered,
  countDeliveries,
  countTroubled,
  countUndelivered,
  type DeliveryQuestion,
  failSomeWaiting,
  findDeliveries,
  findDelivery,
  sendAgain,
  sendSomeFailedAgain,
  type Undelivered,
} from './delivery-store.ts';
export { findCursor, lockCursor, moveCursor } from './feed.ts';
export { forgetDeliveries, hasSettledLongAgo } from './forget.ts';
export { redatingJob } from './misdated.ts';
export { pauseAfter, pauseForDays } from './schedule.ts';
