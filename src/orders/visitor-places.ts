import type { CalendarDay } from '../core/calendar-day.ts';
import { trustedNow } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Job } from '../jobs/index.ts';
import { findGone, type Slot, type SlotPlaces, slotKey, slotOf } from '../offers/index.ts';
import type { Queries, SqlValue, Store, Transaction } from '../store/index.ts';
import { findTicketsOf, findUnused } from '../tickets/index.ts';
import { type Order, placesBySlot, type SellingOptions, totalOf } from './order.ts';

/** For so long what was given back counts as if it were still kept. */
export const LATELY_MS = 3_600_000;

/**
 * What visitors from one network keep without having paid, with what they gave back lately; in places. Where there is no limit
 * to places, nobody has less because of them.
 */
export interface PlacesKept {
  /** By the key of the slot. */
  readonly bySlot: Map<string, number>;
  /** The sum over all slots with a limit. */
  all: number;
  /** What cost nothing and was placed lately; of any slots. */
  freeLately: number;
}

/** Writes down what places the orders keep for visitors who have not paid. */
export async function addVisitorPlaces(tx: Transaction, orders: readonly Order[]): Promise<void> {
  const rows = orders.flatMap(rowsOf);
  if (rows.length === 0) return;
  const slot = ['product', 'day', 'starts_at'];
  const columns = ['order_id', ...slot, 'network_hash', 'places', 'free', 'placed_at', 'given_back_at'];
  await tx.insert('visitor_places', columns, rows);
}

function rowsOf(order: Order): SqlValue[][] {
  const { orderId, state, items, networkHash, createdAt, releasedAt, releasedBy } = order;
  if (networkHash === null) return [];
  const isFree = totalOf(order) === 0;
  const isByMuseum = releasedBy === 'seller' || releasedBy === 'event';
  if ((state === 'sold' && !isFree) || isByMuseum) return [];
  return placesBySlot(items).map(({ slot: { product, day, startsAt }, places }) => [
    ...[orderId, product, day, startsAt, networkHash, places, isFree ? 1 : 0, createdAt],
    state === 'released' ? releasedAt : null,
  ]);
}

/** Writes it down anew after a change of the order. */
export async function rewriteVisitorPlaces(tx: Transaction, order: Order): Promise<void> {
  await tx.run('DELETE FROM visitor_places WHERE order_id = ?', [order.orderId]);
  await addVisitorPlaces(tx, [order]);
}

/** Tickets of a free order were moved from those slots to others. */
export async function moveVisitorPlaces(
  tx: Transaction,
  { orderId, networkHash, createdAt }: Pick<Order, 'orderId' | 'networkHash' | 'createdAt'>,
  { from, to }: { readonly from: readonly SlotPlaces[]; readonly to: readonly SlotPlaces[] },
): Promise<void> {
  for (const { slot, places } of from)
    await tx.run(
      `UPDATE visitor_places SET places = places - ?
        WHERE order_id = ? AND product = ? AND day = ? AND starts_at = ?`,
      [places, orderId, slot.product, slot.day, slot.startsAt],
    );
  for (const { slot, places } of to)
    await tx.run(
      `INSERT INTO visitor_places (order_id, product, day, starts_at, network_hash, places, free, placed_at)
       VALUES (?, ?, ?, ?, ?, ?, 1, ?)
       ON CONFLICT (order_id, product, day, starts_at) DO UPDATE SET places = visitor_places.places + excluded.places`,
      [orderId, slot.product, slot.day, slot.startsAt, networkHash, places, createdAt],
    );
  await tx.run('DELETE FROM visitor_places WHERE order_id = ? AND places <= 0', [orderId]);
}

/** To be called when all tickets of the order have become void. What the museum takes back counts for nobody. */
export async function giveBackVisitorPlaces(
  tx: Transaction,
  orderId: Uuid,
  isByBuyer: boolean,
  now: number,
): Promise<void> {
  if (isByBuyer)
    await tx.run('UPDATE visitor_places SET given_back_at = ? WHERE order_id = ?', [now, orderId]);
  else await tx.run('DELETE FROM visitor_places WHERE order_id = ?', [orderId]);
}

/** @param today the first day that counts */
export async function findKeptBy(
  queries: Queries,
  networkHash: number,
  today: CalendarDay,
  now: number,
): Promise<PlacesKept> {
  const rows = await queries.all<KeptRow>(
    `SELECT kept.product, kept.day, kept.starts_at AS "startsAt", capacity, sum(places) AS places,
            sum(CASE WHEN free = 1 AND placed_at > ? THEN places ELSE 0 END) AS "freeLately"
       FROM visitor_places kept JOIN orders ON orders.order_id = kept.order_id
       LEFT JOIN slots ON slots.product = kept.product AND slots.day = kept.day AND slots.starts_at = kept.starts_at
      WHERE kept.network_hash = ? AND kept.day >= ?
        AND (given_back_at > ? OR given_back_at IS NULL AND (state = 'held' OR state = 'sold' AND free = 1))
      GROUP BY kept.product, kept.day, kept.starts_at, capacity`,
    [now - LATELY_MS, networkHash, today, now - LATELY_MS],
  );
  const kept: PlacesKept = { bySlot: new Map(), all: 0, freeLately: 0 };
  for (const { places, freeLately, capacity, ...slot } of rows) {
    kept.bySlot.set(slotKey(slot), Number(places));
    if (capacity !== null) kept.all += Number(places);
    kept.freeLately += Number(freeLately);
  }
  return kept;
}

/**
 * What of that counts no more: places whose tickets were all used, and of what was called off. With a limit, by the key of the slot.
 * It takes longer than to find what is kept.
 */
export async function findOver(
  queries: Queries,
  networkHash: number,
  today: CalendarDay,
): Promise<Map<string, number>> {
  const rows = await queries.all<OrderPlaces & { state: Order['state'] }>(
    `SELECT kept.order_id AS "orderId", ${SLOT}, places, state
       FROM visitor_places kept JOIN orders ON orders.order_id = kept.order_id ${WITH_LIMIT}
      WHERE kept.network_hash = ? AND kept.day >= ?
        AND given_back_at IS NULL AND (state = 'held' OR state = 'sold' AND free = 1)`,
    [networkHash, today],
  );
  if (rows.length === 0) return new Map();
  const tickets = await findTicketsOf(queries, [...new Set(rows.map(({ orderId }) => orderId))]);
  const unused = tickets.length === 0 ? [] : await findUnused(queries, tickets);
  const toCome = new Set(unused.map((ticket) => `${ticket.orderId} ${slotKey(slotOf(ticket))}`));
  const gone = await findGone(queries, rows);
  const isOver = ({ orderId, state, ...slot }: (typeof rows)[number]) =>
    gone.has(slotKey(slot)) || (state === 'sold' && !toCome.has(`${orderId} ${slotKey(slot)}`));
  return sumBySlot(rows.filter(isOver));
}

/** What orders with that e-mail address gave back lately to that network. With a limit, by the key of the slot. */
export async function findGivenBackBy(
  queries: Queries,
  { emailHash, networkHash, shop }: { emailHash: number; networkHash: number; shop: Uuid },
  now: number,
): Promise<Map<string, number>> {
  const rows = await queries.all<OrderPlaces>(
    `SELECT kept.order_id AS "orderId", ${SLOT}, places
       FROM orders JOIN visitor_places kept ON kept.order_id = orders.order_id ${WITH_LIMIT}
      WHERE email_hash = ? AND sold_by = ? AND kept.network_hash = ? AND given_back_at > ?`,
    [emailHash, shop, networkHash, now - LATELY_MS],
  );
  return sumBySlot(rows);
}

const SLOT = `kept.product, kept.day, kept.starts_at AS "startsAt"`;
const WITH_LIMIT = `JOIN slots ON slots.product = kept.product AND slots.day = kept.day AND slots.starts_at = kept.starts_at
        AND capacity IS NOT NULL`;

interface OrderPlaces extends Slot {
  readonly orderId: Uuid;
  readonly places: number;
}

function sumBySlot(rows: readonly OrderPlaces[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { places, ...slot } of rows)
    sums.set(slotKey(slot), (sums.get(slotKey(slot)) ?? 0) + Number(places));
  return sums;
}

interface KeptRow extends Slot {
  readonly capacity: number | null;
  readonly places: number;
  readonly freeLately: number;
}

/** How many orders with that address were released or made void lately. */
export async function countGivenBack(
  queries: Queries,
  emailHash: number,
  shop: Uuid,
  now: number,
): Promise<number> {
  const row = await queries.get<{ count: number }>(
    `SELECT count(DISTINCT orders.order_id) AS count
       FROM orders JOIN visitor_places ON visitor_places.order_id = orders.order_id
      WHERE email_hash = ? AND sold_by = ? AND given_back_at > ?`,
    [emailHash, shop, now - LATELY_MS],
  );
  return Number(row?.count ?? 0);
}

const EVERY_MS = 60_000;
const AT_ONCE = 500;

/**
 * The job that forgets what counts no more: what was given back long ago, days that are over, and what an instance of the version
 * before has sold, released or made void.
 */
export function visitorPlacesJob(
  store: Store,
  { clock, terms }: Pick<SellingOptions, 'clock' | 'terms'>,
): Job {
  const over = (): SqlValue[] => [trustedNow(clock) - LATELY_MS, terms.calendar.today()];
  return {
    name: 'sweep-visitor-places',
    everyMs: EVERY_MS,
    hasWork: async () => (await store.all(`${OVER} LIMIT 1`, over())).length > 0,
    step: ({ transaction }) =>
      transaction(async (tx) => {
        const swept = await tx.run(
          `DELETE FROM visitor_places WHERE (order_id, product, day, starts_at) IN (${OVER} LIMIT ${AT_ONCE})`,
          over(),
        );
        return swept === AT_ONCE;
      }),
  };
}

const OVER = `SELECT kept.order_id, product, day, starts_at
  FROM visitor_places kept JOIN orders ON orders.order_id = kept.order_id
 WHERE given_back_at <= ? OR day < ?
    OR given_back_at IS NULL AND (state IN ('released', 'void') OR state = 'sold' AND free = 0)`;
