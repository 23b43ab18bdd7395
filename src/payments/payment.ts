import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';

/** How money changes hands: `voucher` is one that was redeemed elsewhere. */
export const PAYMENT_METHODS = ['cash', 'card', 'online', 'voucher', 'invoice', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export function isPaymentMethod(text: string | undefined): text is PaymentMethod {
  return (PAYMENT_METHODS as readonly (string | undefined)[]).includes(text);
}

/** An amount of money, and how it is paid or paid back. */
export interface Amount {
  readonly method: PaymentMethod;
  /** Hundredths, above zero. */
  readonly cents: number;
}

/** Money that was taken for an order, or paid back: a fact that never changes. */
export interface Payment {
  readonly paymentId: Uuid;
  /** Of the order, or of a ticket that was sold alone. */
  readonly orderId: Uuid;
  readonly method: PaymentMethod;
  /** Hundredths; below zero: paid back. */
  readonly cents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The museum's day. */
  readonly day: CalendarDay;
  /** Instant, milliseconds UTC. */
  readonly at: number;
  /** Who took it; null: the service itself. */
  readonly accountId: Uuid | null;
  /** The payment's number at a payment provider. */
  readonly providerReference: string | null;
}
