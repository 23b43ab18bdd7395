import type { Uuid } from '../core/uuid.ts';
import type { ProviderName } from './provider.ts';

/** `open`: it can still be paid, as far as is known; `ended`: it was not paid and can't be any more. */
export type OnlinePaymentState = 'open' | 'paid' | 'ended';

/** A payment that a provider was asked to take. */
export interface OnlinePayment {
  readonly onlinePaymentId: Uuid;
  readonly orderId: Uuid;
  readonly provider: ProviderName;
  /** Hundredths. */
  readonly cents: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly startedAt: number;
  readonly state: OnlinePaymentState;
  /** The provider's session; null: its answer has not arrived, so that nobody knows where to pay. */
  readonly session: string | null;
  /** The payment that records the money, once it was taken. */
  readonly paymentId: Uuid | null;
}

/**
 * Why money goes back. `late`: it came when the places were gone; `cancelled`: its buyer had cancelled the order;
 * `paid-twice`: the order was paid already; `changed`: it was for another amount than the order is now; `event`: a date was
 * cancelled; `void`: tickets were made void or exchanged.
 */
export type RefundReason = 'late' | 'cancelled' | 'paid-twice' | 'changed' | 'event' | 'void';

/** Money of an online payment that goes back through its provider. */
export interface Refund {
  readonly refundId: Uuid;
  readonly onlinePaymentId: Uuid;
  /** Whose tickets it is for: of the online payment, or what they were exchanged for. */
  readonly orderId: Uuid;
  /** Hundredths, above zero. */
  readonly cents: number;
  readonly reason: RefundReason;
  readonly dueAt: number;
  /** How often the provider was asked, and when it is asked next; null: no more. */
  readonly tries: number;
  readonly nextAt: number | null;
  /** What the provider said last, if it does not pay it back. */
  readonly failure: string | null;
  /** The payment that records that it was paid back. */
  readonly paymentId: Uuid | null;
}

/**
 * What became of a payment. `open` and `ended`: as its state; else it was taken, and all of it is kept, some is owed to the
 * buyer, or some was paid back and nothing is owed.
 */
export type Outcome = 'open' | 'ended' | 'kept' | 'refund-due' | 'refunded';

export function outcomeOf({ state }: OnlinePayment, refunds: readonly Refund[]): Outcome {
  if (state !== 'paid') return state;
  if (refunds.length === 0) return 'kept';
  return refunds.some(({ paymentId }) => paymentId === null) ? 'refund-due' : 'refunded';
}
