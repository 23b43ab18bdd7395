import { SERVICE } from '../core/actor.ts';
import { type Clock, type SteadyClock, trustedNow } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { giveBackUsesOf } from '../discounts/index.ts';
import type { Job } from '../jobs/index.ts';
import { record } from '../journal/index.ts';
import {
  eventIn,
  findGone,
  findPlacesLeftIn,
  giveBackPlaces,
  type Product,
  type SlotPlaces,
  slotKey,
  slotOf,
} from '../offers/index.ts';
import type { ActionContext, Queries, Store, Transaction } from '../store/index.ts';
import { type Order, type OrderItem, placesBySlot, placesOfItems, type ReleasedBy } from './order.ts';
import { findOrdersWhere, forgetBuyers, lockHeld, updateOrder } from './order-store.ts';

/** Places are on sale again within a second after the hold has ended. */
const EVERY_MS = 500;
/** How long a released order keeps its contact. */
const CONTACT_KEPT_MS = 7 * 86_400_000;
/** How many orders are handled at once, and how many holds are looked at before somebody is told "sold out". */
const AT_ONCE = 100;
const ON_DEMAND = 10_000;

/**
 * While a buyer is at a payment provider, the room checkout asks the provider before it ends the hold. If it has not come to that
 * for so long, because the provider is away or the shop was turned off, the hold ends all the same.
 */
const PROVIDER_GRACE_MS = 2 * 3_600_000;

/** Puts the places of held orders, which are locked, on sale again, and gives back the uses of their codes. @returns the slots */
export async function releaseOrders(
  context: ActionContext,
  orders: readonly Order[],
  by: ReleasedBy,
): Promise<SlotPlaces[]> {
  const items = orders.flatMap((order) => order.items);
  const [back] = await Promise.all([
    giveBackPlaces(context.tx, placesOfItems(items)),
    ...orders.map((order) => markReleased(context, order, by)),
  ]);
  await giveBackUsesOf(context.tx, items);
  return back;
}

/** Ends the hold of an order, which is locked, and leaves its places to other tickets. */
export function endHold(context: ActionContext, order: Order): Promise<void> {
  return markReleased(context, order, 'seller');
}

async function markReleased(context: ActionContext, order: Order, by: ReleasedBy): Promise<void> {
  const { tx, now } = context;
  await updateOrder(tx, order, { state: 'released', releasedBy: by, releasedAt: now });
  await record(context, { kind: 'order.released', subject: order.orderId, details: { by } });
}

/**
 * Takes the product's days that take place no more out of held orders; one that has nothing left is released. Those that another
 * transaction is changing are left to the job, so that nobody waits for each other.
 */
export async function leaveHeldOrders(context: ActionContext, product: Product): Promise<void> {
  const held = await findOrdersWhere(context.tx, "state = 'held'", []);
  const concerned = held.filter(({ items }) => items.some((item) => item.product === product));
  await leaveGone(
    context,
    await lockHeld(
      context.tx,
      concerned.map(({ orderId }) => orderId),
    ),
  );
}

/** Takes what takes place no more out of held orders, which are locked. */
async function leaveGone(context: ActionContext, orders: readonly Order[]): Promise<void> {
  const { tx } = context;
  const isGone = await goneAmong(tx, orders);
  const concerned = orders.filter(({ items }) => items.some(isGone));
  const gone = concerned.flatMap(({ items }) => items.filter(isGone));
  await giveBackPlaces(tx, placesOfItems(gone));
  await giveBackUsesOf(tx, gone);
  for (const order of concerned) {
    const items = order.items.filter((item) => !isGone(item));
    if (items.length === 0) await markReleased(context, order, 'event');
    else {
      await updateOrder(tx, order, { items });
      await record(context, { kind: 'order.changed', subject: order.orderId, details: { by: 'event' } });
    }
  }
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
      (wanted === undefined || placesOfItems(items).some(({ slot }) => wanted.has(slotKey(slot)))),
  );
  return ended.length === 0 ? [] : releaseOrders({ tx, actor: SERVICE, now }, ended, 'expiry');
}

/**
 * Why it can't be sold any more, with what is left of its slots.
 * @param unsold the keys of slots that are known not to be sold any more
 */
export async function expired(
  tx: Transaction,
  { orderId, items }: Order,
  unsold: readonly string[] = [],
): Promise<Refusal<'hold-expired'>> {
  const slots = placesBySlot(items);
  const gone = await findGone(tx, items.map(slotOf));
  const left = await Promise.all(
    slots.map(async ({ slot, key }) => {
      const places = gone.has(key) || unsold.includes(key) ? 0 : await findPlacesLeftIn(tx, slot);
      return {
        eventId: eventIn(slot.product),
        day: slot.day,
        entryTime: slot.startsAt || null,
        left: places,
      };
    }),
  );
  return new Refusal('hold-expired', { orderId, left });
}

/**
 * The job that ends holds: those whose time is over, and those for what takes place no more. Every instance does it, so
 * that no hold waits for one that has crashed. It also forgets the contacts of released orders.
 */
export function holdsJob(store: Store, holds: HoldClock, clock: Clock): Job {
  let programme = '';
  let isFirst = true;
  return {
    name: 'end-holds',
    everyMs: EVERY_MS,
    isShared: true,
    hasWork: async () =>
      isFirst ||
      holds.wasSet() ||
      programme !== (await programmeRevision(store)) ||
      (await findExpired(store, holds.now())).length > 0 ||
      (await findToForget(store, trustedNow(clock))).length > 0,
    step: async ({ transaction }) => {
      if (holds.wasSet()) await transaction((tx) => holds.follow(tx));
      if (isFirst) await transaction((tx) => shorten(tx, holds.now()));
      isFirst = false;
      const ended = await transaction((tx) => releaseExpired(tx, holds.now(), clock.now()));
      if (ended.length > 0) return true;
      const revision = await programmeRevision(store);
      if (programme !== revision) await releaseGone(store, transaction, clock.now());
      programme = revision;
      return (await transaction((tx) => forget(tx, trustedNow(clock)))) === AT_ONCE;
    },
  };
}

/** Changes whenever events or opening hours may have changed. */
async function programmeRevision(store: Store): Promise<string> {
  return `${await store.revision('events')} ${await store.revision('hours')}`;
}

/** No hold lasts longer than it was given for, also when the clock was set back while the service was down. */
async function shorten(tx: Transaction, now: number): Promise<void> {
  await tx.run(
    "UPDATE orders SET expires_at = ? + hold_ms WHERE state = 'held' AND expires_at > ? + hold_ms",
    [now, now],
  );
}

/** Takes what takes place no more out of held orders. */
async function releaseGone(queries: Queries, transaction: Store['transaction'], now: number): Promise<void> {
  const held = await findOrdersWhere(queries, "state = 'held'", []);
  const isGone = await goneAmong(queries, held);
  const ids = held.filter(({ items }) => items.some(isGone)).map(({ orderId }) => orderId);
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await transaction(async (tx) => {
      const orders = await lockHeld(tx, ids.slice(from, from + AT_ONCE));
      await leaveGone({ tx, actor: SERVICE, now }, orders);
    });
}

async function goneAmong(queries: Queries, orders: readonly Order[]): Promise<(item: OrderItem) => boolean> {
  const slots = orders.flatMap(({ items }) => items.map(slotOf));
  const gone = await findGone(queries, slots);
  return (item) => gone.has(slotKey(slotOf(item)));
}

const TO_FORGET = `state = 'released' AND released_at <= ?
    AND (email IS NOT NULL OR phone IS NOT NULL OR contact IS NOT NULL OR notes IS NOT NULL)`;

/** Released orders that have kept a contact for long enough. */
async function findToForget(queries: Queries, now: number): Promise<Uuid[]> {
  const rows = await queries.all<{ orderId: Uuid }>(
    `SELECT order_id AS "orderId" FROM orders WHERE ${TO_FORGET} ORDER BY released_at LIMIT ${AT_ONCE}`,
    [now - CONTACT_KEPT_MS],
  );
  return rows.map(({ orderId }) => orderId);
}

/** @returns how many contacts were forgotten */
async function forget(tx: Transaction, now: number): Promise<number> {
  const ids = await findToForget(tx, now);
  if (ids.length === 0) return 0;
  await forgetBuyers(tx, ids);
  await record(
    { tx, actor: SERVICE, now },
    { kind: 'contacts.erased', subject: ids[0] as Uuid, details: { orders: ids } },
  );
  return ids.length;
}

/** The clock was set when it runs apart from what it should say by more than this. */
const JUMP_MS = 2_000;
/** Instances find out within this time that the clock of their machine was set. */
const NOTICED_MS = 10_000;

/**
 * The time by which holds end. When the machine's clock is set while the service runs, the ends of all holds are moved by
 * as much: no hold is lost, and none lasts longer than it was given for.
 */
export class HoldClock {
  readonly #clock: SteadyClock;
  /** The last reading of the machine's clock that holds go by. */
  #read: { readonly now: number; readonly elapsed: number };

  constructor(clock: SteadyClock) {
    this.#clock = clock;
    this.#read = this.#reading();
  }

  /** Milliseconds since 1970, as the machine's clock would say if it had not been set. */
  now(): number {
    return Math.round(this.#read.now + this.#clock.elapsed() - this.#read.elapsed);
  }

  /** Whether the machine's clock was set. To be asked every second: that the clock is a little fast or slow is followed. */
  wasSet(): boolean {
    const reading = this.#reading();
    if (Math.abs(reading.now - this.now()) > JUMP_MS) return true;
    this.#read = reading;
    return false;
  }

  /** Moves the ends of all holds by as much as the clock was set, unless another instance has done so. */
  async follow(tx: Transaction): Promise<void> {
    const row = await tx.get<{ setAt: number }>(
      `SELECT set_at AS "setAt" FROM hold_clock WHERE id = 1${tx.dialect.lockForUpdate}`,
    );
    const reading = this.#reading();
    if (Math.abs(reading.now - (row?.setAt ?? 0)) > NOTICED_MS) {
      const moved = Math.round(reading.now - this.now());
      await tx.run("UPDATE orders SET expires_at = expires_at + ? WHERE state = 'held'", [moved]);
      await tx.run('UPDATE hold_clock SET set_at = ? WHERE id = 1', [reading.now]);
    }
    this.#read = reading;
  }

  #reading() {
    return { now: this.#clock.now(), elapsed: this.#clock.elapsed() };
  }
}
