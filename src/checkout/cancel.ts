import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  lockOrder,
  type Order,
  releaseOrder,
  type Seller,
  totalOf,
  type VoidOptions,
  voidOrder,
} from '../orders/index.ts';
import { findKept, findPayments } from '../payments/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { findTicketsOf, findUsed, findVoids } from '../tickets/index.ts';
import { type VisitRules, visitEnd, visitStart } from './visit.ts';

/** Whether its buyer can cancel an order, and if not, why. */
export type Cancellation =
  | { readonly may: true }
  | {
      readonly may: false;
      /**
       * over: it is cancelled, or the visit is past; too-late: the visit is near; admitted: a ticket was used; paid-at-desk: the
       * desk pays it back.
       */
      readonly because: 'over' | 'too-late' | 'admitted' | 'paid-at-desk';
    };

export interface CancelRules extends VisitRules {
  readonly selling: VoidOptions;
  /** Until so many hours before the visit, what was paid can be cancelled. */
  readonly cancelHours: number;
}

export async function cancellationOf(
  queries: Queries,
  order: Order,
  rules: CancelRules,
): Promise<Cancellation> {
  const { orderId, state, items } = order;
  if (state === 'held') return { may: true };
  const now = rules.selling.clock.now();
  if (state !== 'sold' || now >= (await visitEnd(queries, items, rules)))
    return { may: false, because: 'over' };
  if ((await findUsed(queries, await findTicketsOf(queries, [orderId]))) !== undefined)
    return { may: false, because: 'admitted' };
  if (totalOf(order) === 0) return { may: true };
  const payments = await findPayments(queries, [orderId]);
  if (payments.some(({ method }) => method !== 'online')) return { may: false, because: 'paid-at-desk' };
  const last = (await visitStart(queries, items, rules)) - rules.cancelHours * 3_600_000;
  return now <= last ? { may: true } : { may: false, because: 'too-late' };
}

/**
 * Cancels an order for its buyer, and pays back what was paid online.
 * @throws Refusal order-not-found, order-void or too-late-to-void
 */
export async function cancelByBuyer(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  rules: CancelRules,
): Promise<void> {
  const { selling, cancelHours: hours } = rules;
  const order = await lockOrder(tx, seller, 'own', orderId);
  if (order.state === 'released' || order.state === 'void') throw new Refusal('order-void', { orderId });
  if (order.state === 'held') {
    await releaseOrder(tx, seller, orderId, 'buyer', selling);
    return;
  }
  const cancellation = await cancellationOf(tx, order, rules);
  if (!cancellation.may)
    throw new Refusal('too-late-to-void', {
      hours,
      because: cancellation.because === 'admitted' ? 'admitted' : 'time',
    });
  const cents = await refundable(tx, orderId);
  const refund = cents > 0 ? { refund: { method: 'online', cents } as const } : {};
  // The hours of partners don't bind a visitor.
  const options = { ...selling, partnerVoidHours: Number.POSITIVE_INFINITY };
  await voidOrder(tx, seller, orderId, { reason: 'Cancelled by its buyer.', ...refund }, options);
}

/** What its valid tickets cost, as far as it was paid online and is neither paid back nor owed already; in cents. */
async function refundable(tx: Transaction, orderId: Uuid): Promise<number> {
  const tickets = await findTicketsOf(tx, [orderId]);
  const voids = await findVoids(
    tx,
    tickets.map(({ number }) => number),
  );
  const valid = tickets.filter(({ number }) => !voids.has(number));
  const cost = valid.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return Math.min(cost, await findKept(tx, orderId));
}
