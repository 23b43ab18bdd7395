/** Money that was taken for orders, or paid back. */

export { type CashUp, countDrawer, type DrawerCount, getCashUp, type Shift } from './cash-up.ts';
export {
  type Amount,
  isPaymentMethod,
  PAYMENT_METHODS,
  type Payment,
  type PaymentMethod,
} from './payment.ts';
export { addPayments, findPayments, makePayments, paymentsOn } from './payment-store.ts';
export {
  findTakings,
  getPaymentsReport,
  PAYMENTS_BY,
  type PaymentFigures,
  type PaymentsBy,
  type PaymentsReport,
  type PaymentsRow,
} from './payments-report.ts';
