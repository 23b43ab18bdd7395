import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  backFor,
  findAccount,
  lockOrder,
  lockSold,
  type Order,
  releaseOrder,
  type Seller,
  totalOf,
  type VoidOptions,
  voidOrder,
} from '../orders/index.ts';
import { findKept } from '../payments/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { findTicketsOf, findUsed } from '../tickets/index.ts';
import { type VisitRules, visitEnd, visitStart } from './visit.ts';

/** Whether its buyer can cancel an order, and if not, why. */
export type Cancellation =
  | {
      readonly may: true;
      /** Hundredths: what goes back through the payment provider. */
      readonly refundCents: number;
    }
  | {
      readonly may: false;
      /**
       * over: it is cancelled, or the visit is past; too-late: the visit is near; admitted: a ticket was used; paid-at-desk: the
       * desk pays it back, since no provider has the money.
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
  if (state === 'held') return { may: true, refundCents: 0 };
  const now = rules.selling.clock.now();
  if (state !== 'sold' || now >= (await visitEnd(queries, items, rules)))
    return { may: false, because: 'over' };
  const tickets = await findTicketsOf(queries, [orderId]);
  if ((await findUsed(queries, tickets)) !== undefined) return { may: false, because: 'admitted' };
  if (totalOf(order) === 0) return { may: true, refundCents: 0 };
  const { facts } = await findAccount(queries, orderId);
  const refundCents = backFor(facts, [...facts.tickets.keys()]);
  if (refundCents > (await findKept(queries, orderId))) return { may: false, because: 'paid-at-desk' };
  const last = (await visitStart(queries, items, rules)) - rules.cancelHours * 3_600_000;
  return now <= last ? { may: true, refundCents } : { may: false, because: 'too-late' };
}

/**
 * Cancels an order for its buyer, and pays back what was paid online.
 * @param shownCents what its page said would go back; left out: it said nothing
 * @returns false when another sum would go back by now: nothing was done
 * @throws Refusal order-not-found, order-void or too-late-to-void
 */
export async function cancelByBuyer(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  rules: CancelRules,
  shownCents?: number,
): Promise<boolean> {
  const { selling, cancelHours: hours } = rules;
  const order = await lockOrder(tx, seller, 'own', orderId);
  if (order.state === 'released' || order.state === 'void') throw new Refusal('order-void', { orderId });
  if (order.state === 'sold') await lockSold(tx, seller, 'own', orderId);
  const cancellation = await cancellationOf(tx, order, rules);
  if (!cancellation.may)
    throw new Refusal('too-late-to-void', {
      hours,
      because: cancellation.because === 'admitted' ? 'admitted' : 'time',
    });
  const { refundCents: cents } = cancellation;
  if (shownCents !== undefined && shownCents !== cents) return false;
  if (order.state === 'held') {
    await releaseOrder(tx, seller, orderId, 'buyer', selling);
    return true;
  }
  const refund = cents > 0 ? { refund: { method: 'online', cents } as const } : {};
  // The hours of partners don't bind a visitor.
  const options = { ...selling, partnerVoidHours: Number.POSITIVE_INFINITY };
  await voidOrder(
    tx,
    seller,
    orderId,
    { reason: 'Cancelled by its buyer.', isReturned: true, ...refund },
    options,
  );
  return true;
}
