import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import { findPayments } from '../payments/index.ts';
import { allOf, type Queries, type Transaction } from '../store/index.ts';
import { backFor } from './account.ts';
import { findAccount } from './find-accounts.ts';
import { changeOrder, extendHold, isFor, lockHeldOrder, releaseOrder } from './held-order.ts';
import type { BookedVisit, BookingContact, Order, Seller, SellingOptions, WantedItem } from './order.ts';
import { findOrdersWhere, lockOrder, lockOrderToSell, updateOrder } from './order-store.ts';
import { lockSold } from './sold-order.ts';
import type { Till } from './till.ts';
import { type VoidOptions, voidOrder } from './void-order.ts';

/** Orders that are bookings of resellers, who know them by ids of their own. */

/** A sold booking can be cancelled until so many hours before the visit. */
export const BOOKING_CUTOFF_HOURS = 24;

const HOUR_MS = 3_600_000;

/** The booking that the account knows by that id. */
export async function findBooking(queries: Queries, accountId: Uuid, uuid: Uuid): Promise<Order | undefined> {
  const [order] = await findOrdersWhere(queries, 'sold_by = ? AND booking_uuid = ?', [accountId, uuid]);
  return order;
}

/** Criteria for bookings: they must meet all that are given. */
export interface BookingFilter {
  readonly reference?: string | undefined;
  readonly orderCode?: string | undefined;
  /** Days of the visit, both included. */
  readonly from?: CalendarDay | undefined;
  readonly to?: CalendarDay | undefined;
}

/** The account's own bookings, the newest first. */
export function findBookings(
  queries: Queries,
  accountId: Uuid,
  { reference, orderCode, from, to }: BookingFilter,
  limit: number,
): Promise<Order[]> {
  const { where, values } = allOf([
    ['sold_by = ?', accountId],
    ['reference = ?', reference],
    ['order_code = ?', orderCode],
    ['booking_day >= ?', from],
    ['booking_day <= ?', to],
  ]);
  const bookings = `booking_uuid IS NOT NULL AND ${where}`;
  return findOrdersWhere(queries, `${bookings} ORDER BY order_id DESC LIMIT ?`, [...values, limit]);
}

/** What is to change of a booking; what is left out stays. */
export interface BookingChanges {
  /** Only a held booking can be for something else. */
  readonly items?: readonly WantedItem[] | undefined;
  readonly visit?: BookedVisit | undefined;
  readonly holdMs?: number | undefined;
  readonly reference?: string | undefined;
  readonly contact?: BookingContact | undefined;
  readonly notes?: string | null | undefined;
}

/**
 * Changes a booking: all of it while it is held, only contact, notes and reference when it is sold.
 * @throws Refusal forbidden, order-not-found, order-sold, order-void, order-cancelled, hold-expired, or why something can't
 * be had
 */
export async function changeBooking(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  { items, visit, holdMs, ...details }: BookingChanges,
  options: SellingOptions,
): Promise<void> {
  let order = await lockOrderToSell(tx, seller, orderId);
  if (order.state === 'void') throw new Refusal('order-void', { orderId });
  if (order.state !== 'sold') order = await lockHeldOrder(tx, seller, orderId, options);
  const isSame = items === undefined || isFor(order, items);
  if (!isSame) order = await changeOrder(tx, seller, orderId, { items }, options);
  if (holdMs !== undefined) order = await extendHold(tx, seller, orderId, holdMs, options);
  const now = options.clock.now();
  await updateOrder(
    tx,
    order,
    described(order, { ...details, visit: isSame ? undefined : visit }, now, options),
  );
  if (isSame && holdMs === undefined)
    await record({ tx, actor: seller, now }, { kind: 'order.changed', subject: orderId, details: {} });
}

/** The members of the order that the details change. */
function described(
  order: Order,
  {
    reference = order.reference ?? undefined,
    contact = order.contact ?? undefined,
    notes,
    visit,
  }: BookingChanges,
  now: number,
  { contacts }: Pick<SellingOptions, 'contacts'>,
): Parameters<typeof updateOrder>[2] {
  const email = contact?.emailAddress;
  return {
    reference: reference ?? null,
    contact: contact ?? null,
    ...(notes !== undefined && { notes }),
    booking: order.booking && { ...order.booking, ...(visit && { visit }), changedAt: now },
    emailHash: email ? contacts.of(email) : null,
  };
}

/** Why a booking is cancelled, and when it is for by now: staff may have moved it. */
export interface BookingCancellation {
  readonly reason: string | undefined;
  readonly visit: Pick<BookedVisit, 'at'>;
}

/** Until when a sold booking can be cancelled: a day before the visit, or as long as any partner voids its sales. */
export function cancellableUntil(
  { soldAt, createdAt }: Pick<Order, 'soldAt' | 'createdAt'>,
  visit: Pick<BookedVisit, 'at'>,
  { terms }: Pick<VoidOptions, 'terms'>,
): number {
  const beforeVisit = visit.at - BOOKING_CUTOFF_HOURS * HOUR_MS;
  return Math.max(beforeVisit, (soldAt ?? createdAt) + terms.settings.now.partnerVoidHours * HOUR_MS);
}

/**
 * Cancels a booking for its reseller: one that is held gives its places back, the tickets of one that is sold become void,
 * and what was invoiced is credited. For one that has ended already, it does nothing.
 * @throws Refusal forbidden, order-not-found or too-late-to-void
 */
export async function cancelBooking(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  { reason, visit }: BookingCancellation,
  options: VoidOptions,
): Promise<void> {
  const order = await lockOrder(tx, seller, requirePermission(seller, 'fetch-tickets'), orderId);
  const { state, booking } = order;
  if (state === 'released' || state === 'void') return;
  const now = options.clock.now();
  if (state === 'held') await releaseOrder(tx, seller, orderId, 'buyer', options);
  else {
    if (now > cancellableUntil(order, visit, options))
      throw new Refusal('too-late-to-void', { hours: BOOKING_CUTOFF_HOURS, because: 'time' });
    const { tickets } = await lockSold(tx, seller, 'own', orderId);
    const { facts } = await findAccount(tx, orderId);
    const due = backFor(
      facts,
      tickets.map(({ ticketId }) => ticketId),
    );
    const payments = await findPayments(tx, [orderId]);
    const invoiced = payments.reduce((sum, payment) => sum + payment.cents, 0);
    const cents = Math.min(due, invoiced);
    const refund = cents > 0 ? { refund: { method: 'invoice', cents } as const } : {};
    const request = { reason: reason ?? 'Cancelled by the reseller.', ...refund };
    await voidOrder(tx, seller, orderId, request, { ...options, partnerVoidHours: Number.POSITIVE_INFINITY });
  }
  if (booking !== null)
    await updateOrder(tx, { orderId }, { booking: { ...booking, reason: reason ?? null, changedAt: now } });
}

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
    if (items !== undefined && !isFor(order, items))
      await changeOrder(tx, seller, orderId, { items }, options);
    await confirm(seller, { paidBy: 'invoice', email });
    await changeBooking(tx, seller, orderId, details, options);
  });
}
