import { type Actor, SERVICE } from '../core/actor.ts';
import { record } from '../journal/index.ts';
import { giveBackPlaces, slotKey, slotOf } from '../offers/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import type { Order, ReleasedBy } from './order.ts';
import { lockHeld, updateOrder } from './order-store.ts';
import { placesBySlot, type SlotPlaces } from './slot-places.ts';

/** How many holds are ended at once. */
const AT_ONCE = 100;

/** While a buyer is at a payment provider, the provider is asked before the hold is ended: see the room checkout. */
const NOT_AT_PROVIDER = "(held_for IS NULL OR held_for <> 'provider')";

/** Puts the places of held orders, which are locked, on sale again. @returns the slots */
export async function releaseOrders(
  tx: Transaction,
  actor: Actor,
  orders: readonly Order[],
  by: ReleasedBy,
  now: number,
): Promise<SlotPlaces[]> {
  const slots = placesBySlot(orders.flatMap(({ items }) => items));
  await Promise.all([
    ...slots.map(({ slot, places }) => giveBackPlaces(tx, slot, places)),
    ...orders.map((order) => updateOrder(tx, order, { state: 'released', releasedBy: by, releasedAt: now })),
    ...orders.map(({ orderId }) =>
      record(tx, actor, now, { kind: 'order.released', subject: orderId, details: { by } }),
    ),
  ]);
  return slots;
}

/** Ids of held orders whose hold has ended, those that ended first. */
export async function findExpired(queries: Queries, holdsNow: number): Promise<Order['orderId'][]> {
  const rows = await queries.all<{ orderId: Order['orderId'] }>(
    `SELECT order_id AS "orderId" FROM orders WHERE state = 'held' AND expires_at <= ? AND ${NOT_AT_PROVIDER} ORDER BY expires_at LIMIT ${AT_ONCE}`,
    [holdsNow],
  );
  return rows.map(({ orderId }) => orderId);
}

/**
 * Ends holds whose time is over, but for those that another transaction is changing.
 * @param holdsNow by the clock of holds
 * @param wanted the keys of slots: only holds of these; left out: all
 * @returns the slots that have places again
 */
export async function releaseExpired(
  tx: Transaction,
  holdsNow: number,
  now: number,
  wanted?: ReadonlySet<string>,
): Promise<SlotPlaces[]> {
  const expired = await lockHeld(tx, await findExpired(tx, holdsNow));
  const ended = expired.filter(
    ({ items, expiresAt, heldFor }) =>
      (expiresAt ?? 0) <= holdsNow &&
      heldFor !== 'provider' &&
      (wanted === undefined || items.some((item) => wanted.has(slotKey(slotOf(item))))),
  );
  return ended.length === 0 ? [] : releaseOrders(tx, SERVICE, ended, 'expiry', now);
}
