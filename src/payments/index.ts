/** Money that was taken for orders, or paid back, and the providers that take it online. */

export { type CashUp, countDrawer, type DrawerCount, getCashUp, type Shift } from './cash-up.ts';
export { checkOnlinePayments } from './check-online-payments.ts';
export { Mollie } from './mollie.ts';
export {
  type OnlinePayment,
  type Outcome,
  outcomeOf,
  type Refund,
  type RefundReason,
} from './online-payment.ts';
export {
  addOnlinePayment,
  countOpenPayments,
  endOnlinePayment,
  findBySession,
  findKept,
  findOnlinePayments,
  findUncertain,
  keepSession,
  lockOnlinePayments,
  takeOnlinePayment,
} from './online-payment-store.ts';
export {
  type Amount,
  isPaymentMethod,
  PAYMENT_METHODS,
  type Payment,
  type PaymentMethod,
} from './payment.ts';
export { addPayments, findPayments, makePayments, paymentsOn } from './payment-store.ts';
export { findTakings, type PaymentFigures, sumPayments } from './payment-sums.ts';
export {
  type Notification,
  PROVIDER_NAMES,
  type Provider,
  ProviderFailure,
  type ProviderName,
  ProviderRefused,
  ProviderUnavailable,
  type RefundToMake,
  type SessionState,
} from './provider.ts';
export type { Fetch } from './provider-api.ts';
export {
  addRefund,
  completeRefund,
  countDueRefunds,
  countTroubledRefunds,
  type DueRefund,
  type DueRefundFigures,
  findDueRefunds,
  findOwed,
  findRefundsOf,
  findRefundsToMake,
  findSaleRefunds,
  hurryRefund,
  postponeRefund,
  refundOnline,
  type SaleRefund,
} from './refund-store.ts';
export { Stripe, stripeAmount } from './stripe.ts';
