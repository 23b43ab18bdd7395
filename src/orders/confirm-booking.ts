import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type BookingChanges, changeBooking } from './booking.ts';
import { changeOrder, isFor } from './change-order.ts';
import type { Seller } from './order.ts';
import { lockOrder } from './order-store.ts';
import type { SellingOptions } from './sale.ts';
import type { Till } from './till.ts';

/**
 * Sells a booking, with what is to change of it before; the reseller is invoiced. Sold again, it stays as it is. A hold that
 * ran out is taken up if its places are there and it is for the same.
 * @param email where the museum mails the tickets; left out: nowhere
 * @throws Refusal forbidden, order-not-found, order-void, order-cancelled, hold-expired, or why something can't be had
 */
export function confirmBooking(
  till: Till,
  seller: Seller,
  orderId: Uuid,
  { items, ...details }: Omit<BookingChanges, 'visit' | 'holdMs'>,
  email: string | undefined,
  options: SellingOptions,
): Promise<void> {
  return till.selling(orderId, async (tx, confirm) => {
    const order = await lockOrder(tx, seller, 'own', orderId);
    if (order.state === 'void') throw new Refusal('order-void', { orderId });
    // Whoever has given the places back, it is cancelled.
    if (order.releasedBy === 'seller') throw new Refusal('order-cancelled', { orderId });
    if (items !== undefined && !isFor(order, items)) await changeOrder(tx, seller, orderId, items, options);
    await confirm(seller, { paidBy: 'invoice', ...(email !== undefined && { email }) });
    await changeBooking(tx, seller, orderId, details, options);
  });
}
