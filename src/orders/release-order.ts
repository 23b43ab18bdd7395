import { SERVICE } from '../core/actor.ts';
import { record } from '../journal/index.ts';
import { giveBackPlaces, slotKey, slotOf } from '../offers/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import type { Order, ReleasedBy } from './order.ts';
import { lockHeld, updateOrder } from './order-store.ts';
import { placesBySlot, type SlotPlaces } from './slot-places.ts';

/** How many holds are ended at once, and how many are looked at before somebody is told "sold out". */
const AT_ONCE = 100;
const ON_DEMAND = 10_000;

/**
 * While a buyer is at a payment provider, the room checkout asks the provider before it ends the hold. If it has not come to that
 * for so long, because the provider is away or the shop was turned off, the hold ends all the same.
 */
const PROVIDER_GRACE_MS = 2 * 3_600_000;

/** Puts the places of held orders, which are locked, on sale again. @returns the slots */
export async function releaseOrders(
  context: ActionContext,
  orders: readonly Order[],
  by: ReleasedBy,
): Promise<SlotPlaces[]> {
  const { tx, now } = context;
  const slots = placesBySlot(orders.flatMap(({ items }) => items));
  await Promise.all([
    ...slots.map(({ slot, places }) => giveBackPlaces(tx, slot, places)),
    ...orders.map((order) => updateOrder(tx, order, { state: 'released', releasedBy: by, releasedAt: now })),
    ...orders.map(({ orderId }) =>
      record(context, { kind: 'order.released', subject: orderId, details: { by } }),
    ),
  ]);
  return slots;
}

/** Ids of held orders whose hold has ended, those that ended first. */
export async function findExpired(
  queries: Queries,
  holdsNow: number,
  limit = AT_ONCE,
): Promise<Order['orderId'][]> {
  const rows = await queries.all<{ orderId: Order['orderId'] }>(
    `SELECT order_id AS "orderId" FROM orders WHERE state = 'held' AND expires_at <= ?
        AND (held_for IS NULL OR held_for <> 'provider' OR expires_at <= ?) ORDER BY expires_at LIMIT ?`,
    [holdsNow, holdsNow - PROVIDER_GRACE_MS, limit],
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
  const ids = await findExpired(tx, holdsNow, wanted === undefined ? AT_ONCE : ON_DEMAND);
  const expired = await lockHeld(tx, ids);
  const ended = expired.filter(
    ({ items, expiresAt, heldFor }) =>
      (expiresAt ?? 0) <= holdsNow - (heldFor === 'provider' ? PROVIDER_GRACE_MS : 0) &&
      (wanted === undefined || items.some((item) => wanted.has(slotKey(slotOf(item))))),
  );
  return ended.length === 0 ? [] : releaseOrders({ tx, actor: SERVICE, now }, ended, 'expiry');
}
