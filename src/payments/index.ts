/** Money that was taken for orders, or paid back, and the providers that take it online. */

export {
  type CashUp,
  countDrawer,
  type DrawerCash,
  type DrawerCount,
  expectedCents,
  getCashUp,
  getHouseCashUp,
  moveCash,
  setFloat,
} from './cash-up.ts';
export type { DrawerMovement, Shift } from './drawer-movement.ts';
export {
  addDue,
  type Due,
  type DueReason,
  findDues,
  findOwing,
  listDues,
  type NewDue,
  payDues,
} from './dues.ts';
export { Mollie } from './mollie.ts';
export {
  addOnlinePayment,
  checkOnlinePayments,
  countOpenPayments,
  endOnlinePayment,
  findBySession,
  findKept,
  findKeptOf,
  findOnlinePayments,
  findUncertain,
  keepSession,
  lockOnlinePayments,
  type OnlinePayment,
  outcomeOf,
  type PaymentOutcome,
  type Refund,
  type RefundReason,
  takeOnlinePayment,
} from './online-payment.ts';
export {
  type Amount,
  addPayments,
  findPaidSales,
  findPayments,
  isPaymentMethod,
  makePayments,
  methodsOf,
  methodToRefund,
  PAYMENT_METHODS,
  type Payment,
  type PaymentMethod,
  paidWith,
  paymentsOn,
  RECORDED_METHODS,
  type RecordedMethod,
} from './payment.ts';
export { type PaymentFigures, sumPayments, type Takings } from './payment-sums.ts';
export type { Fetch } from './provider.ts';
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
  type RefundTerms,
  refundOnline,
  type SaleRefund,
} from './refund-store.ts';
export { Stripe, stripeAmount } from './stripe.ts';
export { PAYMENT_WAYS, type PaymentWay } from './ways.ts';
