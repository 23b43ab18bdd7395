/** The shop's checkout: how visitors order, pay and cancel by themselves. */
export type { BuyersOptions } from './cancel.ts';
export {
  Checkout,
  type CheckoutOptions,
  type PaymentRecord,
  type VisitorOrder,
} from './checkout.ts';
export { type MoneyReturned, type Returnable, sumOf } from './give-back.ts';
export type { Movable } from './movable.ts';
export type { MoveCost } from './move-cost.ts';
export type { GiftPlan } from './pay-with-gifts.ts';
export type { Providers } from './provider-requests.ts';
export type { Withdrawable } from './withdraw.ts';
