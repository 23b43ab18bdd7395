/** The shop's checkout: how visitors order, pay and cancel by themselves. */
export { type Cancellation, Checkout, type CheckoutOptions, type VisitorOrder } from './checkout.ts';
export { PAYMENT_WAYS, type PaymentWay, type ProviderName } from './ways.ts';
