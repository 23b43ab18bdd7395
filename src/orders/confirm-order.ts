import { lockCurrentKeyId } from '../codes/index.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import { lockGone } from '../offers/index.ts';
import { addPayments, makePayments, type PaymentMethod } from '../payments/index.ts';
import type { Transaction } from '../store/index.ts';
import { expired } from './hold-expired.ts';
import { type Order, type OrderItem, type Seller, totalOf, type WantedItem } from './order.ts';
import { lockOrder, updateOrder } from './order-store.ts';
import type { SellingOptions } from './sale.ts';
import { placesBySlot } from './slot-places.ts';
import { type NotTaken, recordSoldOut, type Taken, takeAll } from './take-places.ts';
import { TicketWriter } from './write-tickets.ts';

/** What is said when an order is confirmed; what is left out stays as it is. */
export interface Confirmation {
  readonly paidBy?: PaymentMethod;
  readonly email?: string;
  readonly phone?: string;
  readonly reference?: string;
}

/**
 * Sells a held order at the prices of the hold: its tickets are made. One that was released is taken up again if its places
 * are there. For one that is sold already, it does nothing.
 * @param numbers for its tickets, or more
 * @returns the order, and how many tickets were sold now
 * @throws Refusal forbidden, order-not-found, order-sold for a ticket that was sold alone, order-cancelled or hold-expired
 */
export async function confirmOrder(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  confirmation: Confirmation,
  numbers: readonly number[],
  options: SellingOptions,
): Promise<{ readonly order: Order; readonly sold: number }> {
  requirePermission(seller, 'sell-tickets');
  const order = await lockOrder(tx, seller, requirePermission(seller, 'fetch-tickets'), orderId);
  if (order.state === 'sold' || order.state === 'void') return { order, sold: 0 };
  const quantity = order.items.flatMap(({ ticketIds }) => ticketIds).length;
  await (order.state === 'held' ? requireOnSale(tx, order, options) : takeUp(tx, seller, order, options));
  const sold = await sellHeld(tx, seller, order, confirmation, numbers, options);
  return { order: sold, sold: quantity };
}

/** What takes place no more is not sold, although its places were held: its hold is ended by the job. */
async function requireOnSale(tx: Transaction, order: Order, { terms }: SellingOptions): Promise<void> {
  const slots = placesBySlot(order.items).map(({ slot }) => slot);
  if ((await lockGone(tx, slots, terms)).size > 0) throw await expired(tx, order);
}

/** Takes the places of a released order again. */
async function takeUp(tx: Transaction, seller: Seller, order: Order, options: SellingOptions): Promise<void> {
  const { orderId, releasedBy } = order;
  if (releasedBy === 'buyer') throw new Refusal('order-cancelled', { orderId });
  // Whoever has held an entry time may buy it when it is over.
  const wish = { seller, items: order.items.map(wantedAgain), mayBeLate: true };
  const [taken] = (await takeAll(tx, [wish], options)) as [Taken | NotTaken];
  if ('refusal' in taken) throw await expired(tx, order, taken.unsold);
  await recordSoldOut(tx, [wish], [taken], options.clock.now());
}

function wantedAgain(item: OrderItem): WantedItem {
  const { eventId, ticketDate, entryTime, category, ticketIds } = item;
  return {
    ticketType: eventId === null ? 'general' : 'event',
    ...(eventId !== null && { eventId }),
    ticketDate,
    ...(entryTime !== null && { entryTime }),
    category,
    quantity: ticketIds.length,
  };
}

/** Writes the tickets of the order, whose places are taken. */
async function sellHeld(
  tx: Transaction,
  seller: Seller,
  order: Order,
  { paidBy, reference = order.reference ?? undefined, ...given }: Confirmation,
  numbers: readonly number[],
  options: SellingOptions,
): Promise<Order> {
  const now = options.clock.now();
  const { orderId, currency, items } = order;
  const { email = order.email ?? undefined, phone = order.phone ?? undefined } = given;
  const buyer = { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
  const writer = new TicketWriter(numbers, await lockCurrentKeyId(tx), now, options);
  // The sale belongs to whoever placed the order, also when somebody else takes the money.
  const owner = { ...seller, accountId: order.soldBy };
  for (const item of items)
    for (const ticketId of item.ticketIds) writer.make({ seller: owner, buyer }, item, ticketId, orderId);
  const sold = {
    state: 'sold',
    soldAt: now,
    releasedAt: null,
    releasedBy: null,
    reference: reference ?? null,
    email: null,
    phone: null,
  } as const;
  const address = email ?? order.contact?.emailAddress;
  const emailHash = address ? options.contacts.of(address) : null;
  const payment = { orderId, cents: totalOf(order), currency, day: options.terms.localOf(now).day, at: now };
  await Promise.all([
    writer.write(tx),
    updateOrder(tx, order, { ...sold, emailHash }),
    record({ tx, actor: seller, now }, { kind: 'order.sold', subject: orderId, details: {} }),
    addPayments(tx, seller, makePayments(seller, paidBy ? [{ ...payment, method: paidBy }] : [])),
  ]);
  return { ...order, ...sold };
}
