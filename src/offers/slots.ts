import type { TicketType } from '../codes/index.ts';
import { type CalendarDay, LAST_DAY } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { inRows, type Queries, type Transaction } from '../store/index.ts';

/** General entry, as a product. */
export const GENERAL = 'general';

/** What a ticket is for: general entry, or the event with that id. */
export type Product = typeof GENERAL | Uuid;

/** @param of a ticket, a purchase and the like: without an event it is for general entry */
export function productOf(of: { readonly eventId?: Uuid | null | undefined }): Product {
  return of.eventId ?? GENERAL;
}

/** Null: general entry. */
export function eventIn(product: Product): Uuid | null {
  return product === GENERAL ? null : product;
}

export function ticketTypeOf(product: Product): TicketType {
  return product === GENERAL ? 'general' : 'event';
}

/** What places are counted for: a product on a day, at a starting time or for the whole day. */
export interface Slot {
  readonly product: Product;
  readonly day: CalendarDay;
  /** HH:mm in the museum's time zone; empty: the whole day. */
  readonly startsAt: string;
}

/** The highest capacity that is not without a limit. */
export const MOST_PLACES = 10_000_000;

export const WHOLE_DAY = '';

/** The slot that a ticket, or a purchase, takes its places in. */
export function slotOf(
  of: ({ readonly product: Product } | { readonly eventId: Uuid | null }) & {
    readonly day: CalendarDay;
    readonly entryTime?: string | null | undefined;
  },
): Slot {
  return {
    product: 'product' in of ? of.product : productOf(of),
    day: of.day,
    startsAt: of.entryTime ?? WHOLE_DAY,
  };
}

/** The slot as text. Several slots are locked in the order of these keys. */
export function slotKey({ product, day, startsAt }: Slot): string {
  return `${product} ${day} ${startsAt}`.trimEnd();
}

/** Some places in a slot, such as those of one ticket. */
export interface PlacesIn {
  readonly slot: Slot;
  readonly places: number;
}

/** What places are taken for: a ticket, or what is sold or held on the terms of one. */
export interface PlaceTaker {
  readonly product: Product;
  readonly day: CalendarDay;
  readonly entryTime: string | null;
  readonly places: number;
  /** How many of general entry it takes beside those of its event; left out: none. */
  readonly entryPlaces?: number;
}

/** The places that so many of them take: in the slot of what they are for, and of general entry where they take such too. */
export function placesTaken(taker: PlaceTaker, count = 1): PlacesIn[] {
  const { day, places, entryPlaces = 0 } = taker;
  const own = { slot: slotOf(taker), places: places * count };
  return entryPlaces === 0 ? [own] : [own, { slot: entrySlotOf(day), places: entryPlaces * count }];
}

/** Where tickets for events take places of general entry. */
export function entrySlotOf(day: CalendarDay): Slot {
  return { product: GENERAL, day, startsAt: WHOLE_DAY };
}

/** All places in a slot. */
export interface SlotPlaces extends PlacesIn {
  /** The slot as `slotKey` writes it. */
  readonly key: string;
}

/** How many places that is in each slot, in the order in which slots are locked. */
export function sumPlaces(places: readonly PlacesIn[]): SlotPlaces[] {
  const sums = new Map<string, SlotPlaces>();
  for (const { slot, places: some } of places) {
    const key = slotKey(slot);
    sums.set(key, { slot, key, places: (sums.get(key)?.places ?? 0) + some });
  }
  return [...sums.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** The ledger of places: one row for each slot, with its capacity and what is sold. Nothing else counts places. */

const ONE_SLOT = 'product = ? AND day = ? AND starts_at = ?';
const ON_SALE = 'listed = 1 AND by_time = 0';
const IS_WHOLE_DAY = `starts_at = '${WHOLE_DAY}'`;

/** Which rows of whole days in `slots` are listed: those of days of events that take place, and all of general entry. */
export const LISTED = `listed = 1 AND ${IS_WHOLE_DAY}`;

/** Which rows of special_events everybody finds. */
export const IS_PUBLIC = "visibility = 'public'";

/** In a row of a whole day in `slots`: the places that are sold that day, for the whole day or any time. */
export const SOLD_ON_DAY = `(slots.sold + coalesce((SELECT sum(at_times.sold) FROM slots AS at_times
    WHERE at_times.product = slots.product AND at_times.day = slots.day AND at_times.starts_at > '${WHOLE_DAY}'), 0))`;

/**
 * Takes the places for all buyers, or for those whose places fit, in their order. The check is part of the write, so that no
 * concurrent sale or change of the slot can come in between.
 * @param places how many each buyer wants, all or none
 * @param freed how many were just given back for them: no more than these are had whatever the capacity is
 * @returns which of them fit, and whether the slot's last place is among them; undefined when the slot is not on sale (any more)
 */
export async function takePlaces(
  tx: Transaction,
  slot: Slot,
  places: readonly number[],
  freed = 0,
): Promise<{ readonly fits: readonly boolean[]; readonly isLast: boolean } | undefined> {
  const key = [slot.product, slot.day, slot.startsAt] as const;
  for (let fits = places.map(() => true); ; ) {
    const wanted = places.reduce((sum, count, index) => sum + (fits[index] ? count : 0), 0);
    if (wanted === 0) return { fits, isLast: false };
    const isOwn = wanted <= freed;
    const taken = await tx.get<{ left: number | null }>(
      `UPDATE slots SET sold = sold + ?
        WHERE ${ONE_SLOT} AND ${ON_SALE}${isOwn ? '' : ' AND (capacity IS NULL OR sold + ? <= capacity)'}
        RETURNING capacity - sold AS "left"`,
      [wanted, ...key, ...(isOwn ? [] : [wanted])],
    );
    if (taken !== undefined) return { fits, isLast: taken.left === 0 && !isOwn };
    const row = await tx.get<{ left: number | null }>(
      `SELECT capacity - sold AS "left" FROM slots WHERE ${ONE_SLOT} AND ${ON_SALE}`,
      key,
    );
    if (row === undefined && slot.product !== GENERAL && slot.startsAt === WHOLE_DAY) return undefined;
    fits = fitting(places, row === undefined ? await capacityOfNew(tx, slot) : row.left);
    if (row === undefined && fits.includes(true)) await openSlot(tx, slot); // a refusal writes nothing
  }
}

/** Who gets the places when only so many are left. */
function fitting(places: readonly number[], left: number | null): boolean[] {
  let rest = left ?? Number.POSITIVE_INFINITY;
  return places.map((count) => {
    const fits = count <= rest;
    if (fits) rest -= count;
    return fits;
  });
}

/**
 * Selects the capacity of a slot without a row: of a day of general entry, or of an entry time. Days of events have their
 * rows from the start. The caller has made sure that the time is for sale, and that nobody changes that.
 */
function usualCapacity({ product, day, startsAt }: Slot): {
  readonly sql: string;
  readonly values: readonly string[];
} {
  if (product !== GENERAL)
    return { sql: 'capacity FROM special_events WHERE event_id = ?', values: [product] };
  if (startsAt === WHOLE_DAY) return { sql: 'capacity FROM general_admission WHERE id = 1', values: [] };
  const own = 'EXISTS (SELECT 1 FROM general_times WHERE day = ?)';
  const places = `CASE WHEN ${own} THEN (SELECT places_each FROM general_times WHERE day = ?) ELSE places_each END`;
  return { sql: `${places} AS capacity FROM general_admission WHERE id = 1`, values: [day, day] };
}

async function capacityOfNew(tx: Transaction, slot: Slot): Promise<number | null> {
  const { sql, values } = usualCapacity(slot);
  const row = await tx.get<{ capacity: number | null }>(`SELECT ${sql}`, values);
  return row?.capacity ?? null;
}

/** Inserts the row of a slot, with its usual capacity, where there is none yet. */
async function openSlot(tx: Transaction, slot: Slot): Promise<void> {
  const { sql, values } = usualCapacity(slot);
  await tx.run(
    `INSERT INTO slots (product, day, starts_at, listed, own_capacity, capacity) SELECT ?, ?, ?, 1, 0, ${sql}
       ON CONFLICT (product, day, starts_at) DO NOTHING`,
    [slot.product, slot.day, slot.startsAt, ...values],
  );
}

/** The places of the slot; null: no limit. */
export async function findCapacityOf(tx: Transaction, slot: Slot): Promise<number | null> {
  const { product, day, startsAt } = slot;
  const row = await tx.get<{ capacity: number | null }>(`SELECT capacity FROM slots WHERE ${ONE_SLOT}`, [
    product,
    day,
    startsAt,
  ]);
  return row === undefined ? capacityOfNew(tx, slot) : row.capacity;
}

/** Places that are left in the slot; null: no limit. */
export async function findPlacesLeftIn(tx: Transaction, slot: Slot): Promise<number | null> {
  const { product, day, startsAt } = slot;
  const row = await tx.get<{ capacity: number | null; sold: number }>(
    `SELECT capacity, sold FROM slots WHERE ${ONE_SLOT}`,
    [product, day, startsAt],
  );
  return row === undefined ? capacityOfNew(tx, slot) : placesLeft(row);
}

/** Counts places that were sold elsewhere, whatever the capacity is. */
export async function addPlaces(tx: Transaction, slot: Slot, count: number): Promise<void> {
  const add = () =>
    tx.run(`UPDATE slots SET sold = sold + ? WHERE ${ONE_SLOT}`, [
      count,
      slot.product,
      slot.day,
      slot.startsAt,
    ]);
  if ((await add()) > 0) return;
  await openSlot(tx, slot);
  await add();
}

/** Puts the places on sale again. @returns what that is in each slot */
export async function giveBackPlaces(tx: Transaction, places: readonly PlacesIn[]): Promise<SlotPlaces[]> {
  const back = sumPlaces(places);
  const giveBack = ({ slot: { product, day, startsAt }, places: count }: SlotPlaces) =>
    tx.run(`UPDATE slots SET sold = sold - ? WHERE ${ONE_SLOT}`, [count, product, day, startsAt]);
  await Promise.all(back.map(giveBack));
  return back;
}

/**
 * Puts those days of the event on sale, unless it is a draft, and takes off all others at the instant `now`. What is sold stays
 * counted.
 */
export async function listSlots(
  tx: Transaction,
  eventId: Uuid,
  days: readonly CalendarDay[],
  now: number,
): Promise<void> {
  await lockSlotsOf(tx, eventId, IS_WHOLE_DAY);
  await tx.run(
    `UPDATE slots SET listed = 0, taken_off_at = ? WHERE product = ? AND listed = 1 AND ${IS_WHOLE_DAY}`,
    [now, eventId],
  );
  await Promise.all(
    days.map((day) =>
      tx.run(
        `INSERT INTO slots (product, day, starts_at, listed, by_time, capacity, own_capacity)
           SELECT event_id, ?, ?, CASE visibility WHEN 'draft' THEN 0 ELSE 1 END,
                  CASE times WHEN '[]' THEN 0 ELSE 1 END, capacity, 0
             FROM special_events WHERE event_id = ?
           ON CONFLICT (product, day, starts_at) DO UPDATE SET listed = excluded.listed, taken_off_at = NULL,
             by_time = CASE WHEN slots.own_times IS NULL THEN excluded.by_time
                            WHEN slots.own_times = '[]' THEN 0 ELSE 1 END`,
        [day, WHOLE_DAY, eventId],
      ),
    ),
  );
  await forgetOwnTimes(tx, eventId, days);
}

/** Entry times of a date go with it. */
async function forgetOwnTimes(tx: Transaction, eventId: Uuid, dates: readonly CalendarDay[]): Promise<void> {
  const rows = await tx.all<{ day: CalendarDay }>(
    'SELECT day FROM slots WHERE product = ? AND own_times IS NOT NULL',
    [eventId],
  );
  const gone = rows.map(({ day }) => day).filter((day) => !dates.includes(day));
  await tx.run(`UPDATE slots SET own_times = NULL WHERE product = ? AND day IN ? AND ${IS_WHOLE_DAY}`, [
    eventId,
    gone,
  ]);
}

/**
 * Sells the event for its entry times, or for whole days, but for dates with times of their own. What is sold stays counted
 * where it is.
 */
export async function sellByTime(tx: Transaction, eventId: Uuid, isByTime: boolean): Promise<void> {
  await lockSlotsOf(tx, eventId, IS_WHOLE_DAY);
  await tx.run(`UPDATE slots SET by_time = ? WHERE product = ? AND ${IS_WHOLE_DAY} AND own_times IS NULL`, [
    isByTime ? 1 : 0,
    eventId,
  ]);
}

/** Gives a date of the event entry times of its own, none: it is sold whole; null: it has those of the event again. */
export async function replaceOwnTimes(
  tx: Transaction,
  { eventId, day }: { readonly eventId: Uuid; readonly day: CalendarDay },
  own: readonly string[] | null,
  usual: readonly string[],
): Promise<void> {
  await tx.run(`UPDATE slots SET own_times = ?, by_time = ? WHERE ${ONE_SLOT}`, [
    own && JSON.stringify(own),
    (own ?? usual).length > 0 ? 1 : 0,
    eventId,
    day,
    WHOLE_DAY,
  ]);
}

/** The entry times that a date of the event has of its own, none: it is sold whole; null: it has those of the event. */
export async function findOwnTimes(
  queries: Queries,
  eventId: Uuid,
  day: CalendarDay,
): Promise<readonly string[] | null> {
  const row = await queries.get<{ own: string | null }>(
    `SELECT own_times AS own FROM slots WHERE ${ONE_SLOT}`,
    [eventId, day, WHOLE_DAY],
  );
  return row?.own ? JSON.parse(row.own) : null;
}

/**
 * Gives every day of general entry, or every day and time of the event, that has no capacity of its own this one; null: no
 * limit.
 */
export async function replaceCapacity(
  tx: Transaction,
  product: Product,
  capacity: number | null,
): Promise<void> {
  const which = product === GENERAL ? `own_capacity = 0 AND ${IS_WHOLE_DAY}` : 'own_capacity = 0';
  await lockSlotsOf(tx, product, which);
  await tx.run(`UPDATE slots SET capacity = ? WHERE product = ? AND ${which}`, [capacity, product]);
}

/** Gives the entry times of general entry this capacity, on one day or on all that have no times of their own; null: no limit. */
export async function replaceTimeCapacity(
  tx: Transaction,
  capacity: number | null,
  day?: CalendarDay,
): Promise<void> {
  const days = day === undefined ? 'day NOT IN (SELECT day FROM general_times)' : 'day = ?';
  const [which, values] = [`NOT (${IS_WHOLE_DAY}) AND ${days}`, day === undefined ? [] : [day]];
  await lockSlotsOf(tx, GENERAL, which, values);
  await tx.run(`UPDATE slots SET capacity = ? WHERE product = '${GENERAL}' AND ${which}`, [
    capacity,
    ...values,
  ]);
}

/** Places for general entry on a day that has no capacity of its own; null: no limit. */
export async function findGeneralCapacity(queries: Queries): Promise<number | null> {
  const row = await queries.get<{ capacity: number | null }>(
    'SELECT capacity FROM general_admission WHERE id = 1',
  );
  return row?.capacity ?? null;
}

/** The places that are sold for an entry time. */
export interface TimeSold {
  readonly day: CalendarDay;
  readonly startsAt: string;
  readonly sold: number;
}

/** What is sold for the entry times of a product from day to day; times that were never sold are missing. */
export function findTimesSold(
  queries: Queries,
  product: Product,
  from: CalendarDay,
  to = LAST_DAY,
): Promise<TimeSold[]> {
  return queries.all<TimeSold>(
    `SELECT day, starts_at AS "startsAt", sold FROM slots
      WHERE product = ? AND day BETWEEN ? AND ? AND starts_at <> ?`,
    [product, from, to, WHOLE_DAY],
  );
}

/** Null: no limit. More may be sold than there are places, after a capacity was lowered: then none is left. */
export function placesLeft({
  capacity,
  sold,
}: {
  readonly capacity: number | null;
  readonly sold: number;
}): number | null {
  return capacity === null ? null : Math.max(0, capacity - sold);
}

/** What is sold for the entry times of one day, by time. */
export async function findSoldAt(
  queries: Queries,
  product: Product,
  day: CalendarDay,
): Promise<Map<string, number>> {
  const rows = await findTimesSold(queries, product, day, day);
  return new Map(rows.map(({ startsAt, sold }) => [startsAt, sold]));
}

/**
 * Sales and all that changes what is sold lock in the same order: first tickets and orders, then the row of the rules, events by
 * their id, slots by their key, and last the revisions. Otherwise two transactions could each wait for the other, which
 * PostgreSQL notices only after a second (deadlock_timeout); then one of them begins again. On SQLite nobody waits for a lock:
 * transactions that write come one after another.
 */

/** For so many keys at once PostgreSQL looks in the index; for many more it reads the whole table. */
const AT_ONCE = 128;

/** Locks those of the slots that have rows, before the first of them is written. A single one needs no order. */
export async function lockSlots(tx: Transaction, slots: readonly Slot[]): Promise<void> {
  if (!hasLocks(tx) || slots.length < 2) return;
  const keys = slots.toSorted((one, other) => (slotKey(one) < slotKey(other) ? -1 : 1));
  const locking: Promise<unknown>[] = [];
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = keys.slice(from, from + AT_ONCE);
    const { list, values } = inRows(some.map(({ product, day, startsAt }) => [product, day, startsAt]));
    const sql = `SELECT 1 AS locked FROM slots WHERE (product, day, starts_at) IN ${list}
      ORDER BY product, day, starts_at${tx.dialect.lockForUpdate}`;
    locking.push(tx.all(sql, values));
  }
  await Promise.all(locking);
}

/** Locks the slots of the product that `which` selects, before an update of them, which would come to them in any order. */
export async function lockSlotsOf(
  tx: Transaction,
  product: Product,
  which = 'true',
  values: readonly string[] = [],
): Promise<void> {
  if (!hasLocks(tx)) return;
  const sql = `SELECT 1 FROM slots WHERE product = ? AND ${which} ORDER BY day, starts_at${tx.dialect.lockForUpdate}`;
  await tx.get(`SELECT count(*) AS locked FROM (${sql}) AS locked`, [product, ...values]);
}

/** Whether transactions that write can wait for each other. */
export function hasLocks({ dialect }: Transaction): boolean {
  return dialect.name === 'postgres';
}
