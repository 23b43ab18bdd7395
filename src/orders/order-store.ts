import { setImmediate as nextTurn } from 'node:timers/promises';
import { drawOrderCode } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { eventIn, productOf } from '../offers/index.ts';
import type { Queries, SqlParameter, SqlValue, Transaction } from '../store/index.ts';
import {
  type ContactHashes,
  findTicket,
  findTicketsByNumber,
  HIGHEST_NUMBER,
  ORDER_OF_TICKET,
} from '../tickets/index.ts';
import { goodsToKeep } from './goods.ts';
import {
  awaitsConfirmation,
  type Booking,
  type BookingContact,
  type Good,
  ORDER_STATES,
  type Order,
  type OrderItem,
  type OrderState,
  placesBySlot,
} from './order.ts';
import { addVisitorPlaces, rewriteVisitorPlaces } from './visitor-places.ts';

const COLUMNS = {
  orderId: 'order_id',
  orderCode: 'order_code',
  reference: 'reference',
  state: 'state',
  items: 'items',
  goods: 'goods',
  currency: 'currency',
  language: 'language',
  soldBy: 'sold_by',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  holdMs: 'hold_ms',
  soldAt: 'sold_at',
  releasedAt: 'released_at',
  releasedBy: 'released_by',
  heldFor: 'held_for',
  networkHash: 'network_hash',
  email: 'email',
  phone: 'phone',
  bookingUuid: 'booking_uuid',
  bookingDay: 'booking_day',
  booking: 'booking',
  contact: 'contact',
  notes: 'notes',
} as const satisfies Record<keyof Order, string>;
const MEMBERS = Object.keys(COLUMNS) as (keyof Order)[];

const SELECT = `SELECT ${Object.entries(COLUMNS)
  .map(([member, column]) => `${column} AS "${member}"`)
  .join(', ')} FROM orders`;

/** As the database has it. */
type OrderRow = Omit<Order, 'items' | 'goods' | 'booking' | 'contact'> & {
  readonly items: string;
  readonly goods: string | null;
  readonly booking: string | null;
  readonly contact: string | null;
};

function fromRow({ items, goods, booking, contact, ...order }: OrderRow): Order {
  return {
    ...order,
    items: itemsIn(items),
    goods: goodsIn(goods),
    booking: booking === null ? null : (JSON.parse(booking) as Booking),
    contact: contact === null ? null : (JSON.parse(contact) as BookingContact),
  };
}

/** An item under its stored names, which version 1.0 reads and writes too. */
type StoredItem = Omit<OrderItem, 'product' | 'day'> & {
  readonly eventId: Uuid | null;
  readonly ticketDate: CalendarDay;
};

/** @param stored the items of an order, as the database has them */
export function itemsIn(stored: string): OrderItem[] {
  const items = JSON.parse(stored) as StoredItem[];
  return items.map(({ eventId, ticketDate: day, ...item }) => ({
    product: productOf({ eventId }),
    day,
    ...item,
  }));
}

/** @param stored what is no ticket in an order, as the database has it */
export function goodsIn(stored: string | null): Good[] {
  return stored === null ? [] : (JSON.parse(stored) as Good[]);
}

function storedItem({ product, day: ticketDate, ...item }: OrderItem): StoredItem {
  return { eventId: eventIn(product), ticketDate, ...item };
}

function sqlValueOf(order: Order, member: keyof Order): SqlValue {
  if (member === 'goods' && order.goods.length === 0) return null;
  const value = member === 'items' ? order.items.map(storedItem) : order[member];
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** The e-mail address by which an order is found is hashed. After the sale the contact is that of the tickets, if there are any. */
export async function addOrders(
  tx: Transaction,
  orders: readonly Order[],
  contacts: ContactHashes,
): Promise<void> {
  const rows = orders.map((order) => {
    const keepsContact = order.state === 'held' || order.items.length === 0;
    const stored = keepsContact ? order : { ...order, email: null, phone: null };
    const email = order.email ?? order.contact?.emailAddress;
    return [...MEMBERS.map((member) => sqlValueOf(stored, member)), email ? contacts.of(email) : null];
  });
  await tx.insert('orders', [...Object.values(COLUMNS), 'email_hash'], rows);
  await addShopPlaces(tx, orders);
  await addVisitorPlaces(tx, orders);
}

/** Order codes that no order has. Should another transaction draw one of them too, one of the two fails. */
export async function freeOrderCodes(queries: Queries, count: number): Promise<string[]> {
  const free = new Set<string>();
  while (free.size < count) {
    const drawn = Array.from({ length: count - free.size }, drawOrderCode);
    const taken = await queries.all<{ code: string }>(
      `SELECT order_code AS code FROM orders WHERE order_code IN ?`,
      [drawn],
    );
    const used = new Set(taken.map(({ code }) => code));
    for (const code of drawn) if (!used.has(code)) free.add(code);
  }
  return [...free];
}

export async function findOrder(queries: Queries, orderId: Uuid): Promise<Order | undefined> {
  const row = await queries.get<OrderRow>(`${SELECT} WHERE order_id = ?`, [orderId]);
  return row && fromRow(row);
}

/** The orders with those ids, by id. */
export async function findOrdersById(queries: Queries, orderIds: readonly Uuid[]): Promise<Map<Uuid, Order>> {
  const orders = await findOrdersWhere(queries, `order_id IN ?`, [orderIds]);
  return new Map(orders.map((order) => [order.orderId, order]));
}

/** @param where the condition, and what follows it */
export async function findOrdersWhere(
  queries: Queries,
  where: string,
  values: readonly SqlParameter[],
): Promise<Order[]> {
  const rows = await queries.all<OrderRow>(`${SELECT} WHERE ${where}`, values);
  return rows.map(fromRow);
}

/**
 * The order, locked until the transaction ends: every action on it begins with this.
 * @throws Refusal order-not-found, also for one that the seller may not see; order-sold for a ticket that was sold alone
 */
export async function lockOrder(
  tx: Transaction,
  { accountId }: Pick<Actor, 'accountId'>,
  scope: 'all' | 'own',
  orderId: Uuid,
): Promise<Order> {
  const maySee = ({ soldBy }: { readonly soldBy: Uuid }) => scope === 'all' || soldBy === accountId;
  const row = await tx.get<OrderRow>(`${SELECT} WHERE order_id = ?${tx.dialect.lockForUpdate}`, [orderId]);
  if (row !== undefined && maySee(row)) return fromRow(row);
  const ticket = row === undefined ? await findTicket(tx, orderId) : undefined;
  const isSoldAlone = ticket?.orderId === null && maySee(ticket);
  throw new Refusal(isSoldAlone ? 'order-sold' : 'order-not-found', { orderId });
}

/** The order, locked as `lockOrder` does, for a seller who may see it. @throws Refusal forbidden, and as `lockOrder` */
export async function lockOrderToSell(tx: Transaction, seller: Actor, orderId: Uuid): Promise<Order> {
  requirePermission(seller, 'sell-tickets');
  return lockOrder(tx, seller, requirePermission(seller, 'fetch-tickets'), orderId);
}

/** The orders, locked until the transaction ends. */
export async function lockOrders(tx: Transaction, orderIds: readonly Uuid[]): Promise<Order[]> {
  return findOrdersWhere(tx, `order_id IN ? ORDER BY order_id${tx.dialect.lockForUpdate}`, [orderIds]);
}

/** Locks those of the orders that are held and that no other transaction has locked. */
export async function lockHeld(tx: Transaction, orderIds: readonly Uuid[]): Promise<Order[]> {
  return findOrdersWhere(tx, `order_id IN ? AND state = 'held' ORDER BY order_id${tx.dialect.lockUnlocked}`, [
    orderIds,
  ]);
}

/** Writes the members of the order that have changed. */
export async function updateOrder(
  tx: Transaction,
  order: Pick<Order, 'orderId'> & Partial<Order>,
  changes: Partial<Order> & { readonly emailHash?: number | null },
): Promise<void> {
  const { emailHash, ...members } = changes;
  const changed = Object.keys(members) as (keyof Order)[];
  const set = changed.map((member) => `${COLUMNS[member]} = ?`);
  const values = changed.map((member) => sqlValueOf(changes as Order, member));
  if (emailHash !== undefined) {
    set.push('email_hash = ?');
    values.push(emailHash);
  }
  const { orderId } = order;
  await tx.run(`UPDATE orders SET ${set.join(', ')} WHERE order_id = ?`, [...values, orderId]);
  if (changes.state === undefined && changes.items === undefined) return;
  const after = { ...order, ...members } as Order;
  if (after.networkHash) await rewriteVisitorPlaces(tx, after);
  if (!after.heldFor) return;
  await tx.run('DELETE FROM shop_places WHERE order_id = ?', [orderId]);
  await addShopPlaces(tx, [after]);
}

/** Writes down what places the shop's orders have that are held to be paid: what is free takes nothing from who pays. */
async function addShopPlaces(tx: Transaction, orders: readonly Order[]): Promise<void> {
  const held = orders.filter(
    (order) => order.state === 'held' && order.heldFor !== null && !awaitsConfirmation(order),
  );
  if (held.length === 0) return;
  const rows = held.flatMap(({ orderId, items }) =>
    placesBySlot(items).map(({ key, places }) => [key, orderId, places]),
  );
  await tx.insert('shop_places', ['slot', 'order_id', 'places'], rows);
}

/** Erases the contacts of those orders, and what is to be written on their gift vouchers. */
export async function forgetBuyers(tx: Transaction, orderIds: readonly Uuid[]): Promise<void> {
  const rows = await tx.all<{ orderId: Uuid; goods: string }>(
    'SELECT order_id AS "orderId", goods FROM orders WHERE order_id IN ? AND goods IS NOT NULL',
    [orderIds],
  );
  for (const { orderId, goods } of rows) {
    const kept = JSON.stringify(goodsToKeep(goodsIn(goods)));
    if (kept !== goods) await tx.run('UPDATE orders SET goods = ? WHERE order_id = ?', [kept, orderId]);
  }
  await tx.run(
    `UPDATE orders SET email = NULL, phone = NULL, contact = NULL, notes = NULL, email_hash = NULL
      WHERE order_id IN ?`,
    [orderIds],
  );
}

/** The ids of orders that are found by that hash of an e-mail address, at most `limit`. */
export async function findOrderIdsOf(queries: Queries, emailHash: number, limit: number): Promise<Uuid[]> {
  const rows = await queries.all<{ orderId: Uuid }>(
    'SELECT order_id AS "orderId" FROM orders WHERE email_hash = ? ORDER BY order_id LIMIT ?',
    [emailHash, limit],
  );
  return rows.map(({ orderId }) => orderId);
}

/** How many of somebody's tickets are looked at. */
const LATEST_TICKETS = 100;

/** Whether that e-mail address was ever sold anything that costs something, by its latest tickets whose contact is still known. */
export async function hasBought(queries: Queries, email: string, hashes: ContactHashes): Promise<boolean> {
  const numbers = await hashes.numbersOf(queries, email, HIGHEST_NUMBER, LATEST_TICKETS);
  const tickets = await findTicketsByNumber(queries, numbers);
  return tickets.some(({ priceCents }) => priceCents > 0);
}

/**
 * Forgets the contact of the orders of those tickets, and by which address they are found, if none of their tickets has a
 * contact any more.
 */
export async function forgetOrdersOf(tx: Transaction, ticketNumbers: readonly number[]): Promise<void> {
  await tx.run(
    `UPDATE orders SET contact = NULL, notes = NULL, email_hash = NULL
      WHERE order_id IN (SELECT ${ORDER_OF_TICKET} FROM tickets WHERE number IN ?)
        AND state IN ('sold', 'void') AND email_hash IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM tickets JOIN contacts ON contacts.number = tickets.number
                         WHERE tickets.order_id = orders.order_id OR tickets.joined_order = orders.order_id)`,
    [ticketNumbers],
  );
}

const OUTDATED_BOOKING = `booking_uuid IS NOT NULL AND booking_day <= ?
  AND (contact IS NOT NULL OR notes IS NOT NULL)`;

/** Resellers' bookings for days up to that one that have a contact. */
export async function findBookingsUpTo(queries: Queries, day: CalendarDay): Promise<Uuid[]> {
  const rows = await queries.all<{ orderId: Uuid }>(
    `SELECT order_id AS "orderId" FROM orders WHERE ${OUTDATED_BOOKING}`,
    [day],
  );
  return rows.map(({ orderId }) => orderId);
}

/** Forgets the contacts of those bookings, late changes too. */
export async function forgetBookings(tx: Transaction, orderIds: readonly Uuid[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx.run(`UPDATE orders SET contact = NULL, notes = NULL, email_hash = NULL WHERE order_id IN ?`, [
    orderIds,
  ]);
}

/** Orders of articles alone that were sold before that instant, and whose buyer is still known. */
export async function findTicketlessBefore(queries: Queries, instant: number): Promise<Uuid[]> {
  const rows = await queries.all<{ orderId: Uuid }>(
    `SELECT order_id AS "orderId" FROM orders
      WHERE items = '[]' AND email_hash IS NOT NULL AND sold_at < ? ORDER BY sold_at`,
    [instant],
  );
  return rows.map(({ orderId }) => orderId);
}

/** The orders that are forgotten with the contacts of their tickets for days up to that one. */
export async function findOrdersUpTo(queries: Queries, day: CalendarDay): Promise<Uuid[]> {
  const rows = await queries.all<{ orderId: Uuid }>(
    `SELECT order_id AS "orderId" FROM orders
      WHERE state IN ('sold', 'void') AND email_hash IS NOT NULL
        AND order_id IN (SELECT ${ORDER_OF_TICKET} FROM tickets JOIN contacts ON contacts.number = tickets.number
                          WHERE ticket_date <= ?)
        AND NOT EXISTS (SELECT 1 FROM tickets JOIN contacts ON contacts.number = tickets.number
                         WHERE (tickets.order_id = orders.order_id OR tickets.joined_order = orders.order_id)
                           AND ticket_date > ?)`,
    [day, day],
  );
  return rows.map(({ orderId }) => orderId);
}

/** How much of the index is counted at once: a millisecond or two, in which no sale is made on SQLite. */
const PAGE = 10_000;

/** How many orders are in each state. It reads an index from its beginning to its end, in pages between which other work is done. */
export async function countOrders(queries: Queries): Promise<ReadonlyMap<OrderState, number>> {
  const counts = new Map<OrderState, number>();
  for (const state of ORDER_STATES) counts.set(state, await countIn(queries, state));
  return counts;
}

async function countIn(queries: Queries, state: OrderState): Promise<number> {
  let [total, last] = [0, ''];
  for (;;) {
    const page = await queries.get<{ count: number; last: string }>(
      `SELECT count(*) AS count, max(order_id) AS last FROM
         (SELECT order_id FROM orders WHERE state = ? AND order_id > ? ORDER BY order_id LIMIT ${PAGE}) AS page`,
      [state, last],
    );
    if (page === undefined || page.count === 0) return total;
    total += page.count;
    if (page.count < PAGE) return total;
    last = page.last;
    await nextTurn();
  }
}

/** Orders that are held now. */
export interface HoldFigures {
  readonly held: number;
  /** Those whose time is over, and which no job has ended yet. */
  readonly overdue: number;
}

/** Cheap: it reads held orders only. */
export async function countHolds(queries: Queries, now: number): Promise<HoldFigures> {
  const row = await queries.get<HoldFigures>(
    `SELECT count(*) AS held, coalesce(sum(CASE WHEN expires_at <= ? THEN 1 ELSE 0 END), 0) AS overdue
       FROM orders WHERE state = 'held'`,
    [now],
  );
  return { held: Number(row?.held ?? 0), overdue: Number(row?.overdue ?? 0) };
}
