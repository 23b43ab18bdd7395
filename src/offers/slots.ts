import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { GENERAL, type Product } from './product.ts';
import { type Slot, WHOLE_DAY } from './slot.ts';

/** The ledger of places: one row for each slot, with its capacity and what is sold. Nothing else counts places. */

const ONE_SLOT = 'product = ? AND day = ? AND starts_at = ?';

/** Tickets that are wanted in one slot. */
export interface Demand {
  readonly slot: Slot;
  /** How many places each of the tickets takes, in the order in which they were asked for. */
  readonly places: readonly number[];
}

/** The places that were taken in one slot. */
export interface Taken {
  /** Whether each of the tickets got its places. */
  readonly fits: readonly boolean[];
  /** Whether the slot's last place is among them. */
  readonly isLast: boolean;
}

/**
 * Takes the places of all the tickets, or of those that fit, in their order. The check is part of the write, so that no
 * concurrent sale or change of the slot can come in between.
 * @returns undefined when the slot is not on sale (any more)
 */
export async function takePlaces(tx: Transaction, { slot, places }: Demand): Promise<Taken | undefined> {
  const key = [slot.product, slot.day, slot.startsAt] as const;
  for (let fits = places.map(() => true); ; ) {
    const wanted = places.reduce((sum, count, index) => sum + (fits[index] ? count : 0), 0);
    if (wanted === 0) return { fits, isLast: false };
    const taken = await tx.get<{ left: number | null }>(
      `UPDATE slots SET sold = sold + ?
        WHERE ${ONE_SLOT} AND listed = 1 AND (capacity IS NULL OR sold + ? <= capacity)
        RETURNING capacity - sold AS "left"`,
      [wanted, ...key, wanted],
    );
    if (taken !== undefined) return { fits, isLast: taken.left === 0 };
    const row = await tx.get<{ left: number | null }>(
      `SELECT capacity - sold AS "left" FROM slots WHERE ${ONE_SLOT} AND listed = 1`,
      key,
    );
    if (row === undefined && slot.product !== GENERAL) return undefined;
    fits = fitting(places, row === undefined ? await findGeneralCapacity(tx) : row.left);
    if (row === undefined && fits.includes(true)) await openSlot(tx, slot); // a refusal writes nothing
  }
}

/** Which of the tickets get their places when only so many are left. */
function fitting(places: readonly number[], left: number | null): boolean[] {
  let rest = left ?? Number.POSITIVE_INFINITY;
  return places.map((count) => {
    const fits = count <= rest;
    if (fits) rest -= count;
    return fits;
  });
}

/** Inserts the row of a slot for general entry, with the general capacity, where there is none yet. */
async function openSlot(tx: Transaction, { product, day, startsAt }: Slot): Promise<void> {
  await tx.run(
    `INSERT INTO slots (product, day, starts_at, listed, capacity, own_capacity)
       SELECT ?, ?, ?, 1, capacity, 0 FROM general_admission WHERE id = 1
       ON CONFLICT (product, day, starts_at) DO NOTHING`,
    [product, day, startsAt],
  );
}

/** Puts places of the slot on sale again. */
export async function giveBackPlaces(
  tx: Transaction,
  { product, day, startsAt }: Slot,
  count: number,
): Promise<void> {
  await tx.run(`UPDATE slots SET sold = sold - ? WHERE ${ONE_SLOT}`, [count, product, day, startsAt]);
}

/** Puts those days of the event on sale, and takes off all others. What is sold stays counted. */
export async function listSlots(tx: Transaction, eventId: Uuid, days: readonly CalendarDay[]): Promise<void> {
  await tx.run('UPDATE slots SET listed = 0 WHERE product = ? AND listed = 1', [eventId]);
  await Promise.all(
    days.map((day) =>
      tx.run(
        `INSERT INTO slots (product, day, starts_at, listed, capacity, own_capacity)
           SELECT event_id, ?, ?, 1, capacity, 0 FROM special_events WHERE event_id = ?
           ON CONFLICT (product, day, starts_at) DO UPDATE SET listed = 1`,
        [day, WHOLE_DAY, eventId],
      ),
    ),
  );
}

/** Gives every slot of the product that has no capacity of its own this one; null: no limit. */
export async function replaceCapacity(
  tx: Transaction,
  product: Product,
  capacity: number | null,
): Promise<void> {
  await tx.run('UPDATE slots SET capacity = ? WHERE product = ? AND own_capacity = 0', [capacity, product]);
}

/** Places for general entry on a day that has no capacity of its own; null: no limit. */
export async function findGeneralCapacity(queries: Queries): Promise<number | null> {
  const row = await queries.get<{ capacity: number | null }>(
    'SELECT capacity FROM general_admission WHERE id = 1',
  );
  return row?.capacity ?? null;
}

/** The places left on each day of the event from `from` on, in order; null: no limit. */
export async function findPlacesLeft(
  queries: Queries,
  eventId: Uuid,
  from: CalendarDay,
): Promise<{ readonly date: CalendarDay; readonly left: number | null }[]> {
  const rows = await queries.all<{ day: CalendarDay; capacity: number | null; sold: number }>(
    'SELECT day, capacity, sold FROM slots WHERE product = ? AND day >= ? AND listed = 1 ORDER BY day',
    [eventId, from],
  );
  return rows.map((row) => ({ date: row.day, left: placesLeft(row) }));
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
