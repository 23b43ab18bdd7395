import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { awaitsConfirmation, lockOrder, type Order } from '../orders/index.ts';
import type { PayingOptions } from './paying-options.ts';

/**
 * Sells a free order that was held until its buyer pressed the link in the mail. For one that is sold already, it does nothing.
 * @throws Refusal order-not-found, order-cancelled, order-void; order-unconfirmed when it comes too late, or costs something
 */
export function confirmByBuyer(
  orderId: Uuid,
  { till, shop, selling }: Pick<PayingOptions, 'till' | 'shop' | 'selling'>,
): Promise<Order> {
  return till.selling(orderId, async (tx, confirm) => {
    const order = await lockOrder(tx, shop, 'own', orderId);
    const { state, releasedBy, expiresAt } = order;
    if (state === 'sold') return order;
    if (state === 'void') throw new Refusal('order-void', { orderId });
    if (releasedBy === 'buyer') throw new Refusal('order-cancelled', { orderId });
    const isLate = state === 'released' || (expiresAt ?? 0) <= selling.holds.now();
    if (isLate || !awaitsConfirmation(order)) throw new Refusal('order-unconfirmed', { orderId, isLate });
    return confirm(shop, {});
  });
}
