import { type Actor, SERVICE } from '../core/actor.ts';
import { record } from '../journal/index.ts';
import { giveBackPlaces, type Slot, slotKey, slotOf } from '../offers/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import type { Order, OrderItem, ReleasedBy } from './order.ts';
import { lockHeld, updateOrder } from './order-store.ts';

/** How many holds are ended at once. */
const AT_ONCE = 100;

/** Places of a slot. */
export interface SlotPlaces {
  readonly slot: Slot;
  readonly key: string;
  places: number;
}

/** How many places the items take in each slot, in the order in which slots are locked. */
export function placesBySlot(items: readonly OrderItem[]): SlotPlaces[] {
  const slots = new Map<string, SlotPlaces>();
  for (const item of items) {
    const slot = slotOf(item);
    const key = slotKey(slot);
    const found = slots.get(key) ?? { slot, key, places: 0 };
    found.places += item.places * item.ticketIds.length;
    slots.set(key, found);
  }
  return inLockOrder([...slots.values()]);
}

export function inLockOrder(slots: readonly SlotPlaces[]): SlotPlaces[] {
  return slots.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

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
    `SELECT order_id AS "orderId" FROM orders WHERE state = 'held' AND expires_at <= ? ORDER BY expires_at LIMIT ${AT_ONCE}`,
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
    ({ items, expiresAt }) =>
      (expiresAt ?? 0) <= holdsNow &&
      (wanted === undefined || items.some((item) => wanted.has(slotKey(slotOf(item))))),
  );
  return ended.length === 0 ? [] : releaseOrders(tx, SERVICE, ended, 'expiry', now);
}
