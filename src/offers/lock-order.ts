import type { Uuid } from '../core/uuid.ts';
import { inRows, type Transaction } from '../store/index.ts';
import type { OfferTerms } from './offer-terms.ts';
import { GENERAL, type Product, type Slot, slotKey } from './slot.ts';

/**
 * Sales and all that changes what is sold lock in the same order: first tickets and orders, then the row of the rules, events by
 * their id, slots by their key, and last the revisions. Otherwise two transactions could each wait for the other, which
 * PostgreSQL notices only after a second (deadlock_timeout); then one of them begins again. On SQLite nobody waits for a lock:
 * transactions that write come one after another.
 */

/** For so many keys at once PostgreSQL looks in the index; for many more it reads the whole table. */
const AT_ONCE = 128;

/** Locks the rules, the events and the slots, for whoever gives places back before it sells others. */
export async function lockPlaces(
  tx: Transaction,
  slots: readonly Slot[],
  { rules }: OfferTerms,
): Promise<void> {
  if (!hasLocks(tx)) return;
  const eventIds = slots.flatMap(({ product }) => (product === GENERAL ? [] : product));
  await Promise.all([rules.lock(tx), lockEvents(tx, eventIds), lockSlots(tx, slots)]);
}

async function lockEvents(tx: Transaction, eventIds: readonly Uuid[]): Promise<void> {
  await tx.all(
    `SELECT event_id FROM special_events WHERE event_id IN ? ORDER BY event_id${tx.dialect.lockForShare}`,
    [eventIds],
  );
}

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
export async function lockSlotsOf(tx: Transaction, product: Product, which = 'true'): Promise<void> {
  if (!hasLocks(tx)) return;
  const sql = `SELECT 1 FROM slots WHERE product = ? AND ${which} ORDER BY day, starts_at${tx.dialect.lockForUpdate}`;
  await tx.get(`SELECT count(*) AS locked FROM (${sql}) AS locked`, [product]);
}

function hasLocks({ dialect }: Transaction): boolean {
  return dialect.name === 'postgres';
}
