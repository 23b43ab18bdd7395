import type { Uuid } from '../core/uuid.ts';
import { inList, inRows, type Transaction } from '../store/index.ts';
import type { OfferTerms } from './offer-terms.ts';
import { GENERAL, type Product } from './product.ts';
import type { Slot } from './slot.ts';

/**
 * Everybody locks in the same order: first the row of the rules, then events by their id, then slots by their key. Otherwise two
 * transactions could each wait for the other, which PostgreSQL notices only after a second (deadlock_timeout), and then one
 * of them begins again. On SQLite nobody waits for a lock: transactions that write come one after another.
 */

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
  if (eventIds.length === 0) return;
  const { list, values } = inList(eventIds);
  await tx.all(
    `SELECT event_id FROM special_events WHERE event_id IN ${list} ORDER BY event_id${tx.dialect.lockForShare}`,
    values,
  );
}

/** Locks those of the slots that have rows, before the first of them is written. A single one needs no order. */
export async function lockSlots(tx: Transaction, slots: readonly Slot[]): Promise<void> {
  if (!hasLocks(tx) || slots.length < 2) return;
  const { list, values } = inRows(slots.map(({ product, day, startsAt }) => [product, day, startsAt]));
  await tx.all(
    `SELECT 1 AS locked FROM slots WHERE (product, day, starts_at) IN ${list}
      ORDER BY product, day, starts_at${tx.dialect.lockForUpdate}`,
    values,
  );
}

/** Locks all slots of the product that have rows, before many of them are written at once. */
export async function lockSlotsOf(tx: Transaction, product: Product): Promise<void> {
  if (!hasLocks(tx)) return;
  await tx.get(
    `SELECT count(*) AS locked FROM
      (SELECT 1 FROM slots WHERE product = ? ORDER BY day, starts_at${tx.dialect.lockForUpdate}) AS locked`,
    [product],
  );
}

function hasLocks({ dialect }: Transaction): boolean {
  return dialect.lockForUpdate !== '';
}
