/** Money that was taken for orders, or paid back. */
export {
  type Amount,
  isPaymentMethod,
  PAYMENT_METHODS,
  type Payment,
  type PaymentMethod,
} from './payment.ts';
export { addPayments, findPayments, makePayments } from './payment-store.ts';
