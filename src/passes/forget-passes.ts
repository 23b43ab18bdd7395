import type { CalendarDay } from '../core/calendar-day.ts';
import { MS_PER_DAY } from '../core/calendar-day.ts';
import { type SteadyClock, untrustedLead } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Job } from '../jobs/index.ts';
import type { Queries, Store, Transaction } from '../store/index.ts';
import { forgetPassVisits, hasPassVisitsBefore, passVisitsKeptSince } from '../visits/index.ts';
import { findPassesWhere, type Pass } from './pass.ts';
import { forgetEntryTimes } from './pass-entry.ts';

/** The passes that were bought by that address (a keyed hash), or with those orders. */
export async function findPassesAbout(
  queries: Queries,
  emailHash: number,
  orderIds: readonly Uuid[],
): Promise<Pass[]> {
  const bought = await findPassesWhere(queries, 'email_hash = ?', [emailHash]);
  const known = new Set(bought.map(({ passId }) => passId));
  const others = orderIds.length === 0 ? [] : await findPassesWhere(queries, 'order_id IN ?', [orderIds]);
  return [...bought, ...others.filter(({ passId }) => !known.has(passId))];
}

/** Forgets who holds those passes and by which address they are found. They stay valid. */
export async function forgetHolders(tx: Transaction, passIds: readonly Uuid[]): Promise<void> {
  await tx.run('UPDATE passes SET holder = NULL, holder_key = NULL, email_hash = NULL WHERE pass_id IN ?', [
    passIds,
  ]);
}

/** Passes whose last day was that one or before, and whose holder or buyer is known. */
export async function findHoldersUpTo(queries: Queries, day: CalendarDay, limit: number): Promise<Uuid[]> {
  const rows = await queries.all<{ passId: Uuid }>(
    `SELECT pass_id AS "passId" FROM passes
      WHERE to_day <= ? AND (holder IS NOT NULL OR email_hash IS NOT NULL) ORDER BY to_day LIMIT ?`,
    [day, limit],
  );
  return rows.map(({ passId }) => passId);
}

/** Those of the orders with passes that are valid after that day. */
export async function findOrdersWithPassesAfter(
  queries: Queries,
  orderIds: readonly Uuid[],
  day: CalendarDay,
): Promise<Set<Uuid>> {
  if (orderIds.length === 0) return new Set();
  const rows = await queries.all<{ orderId: Uuid }>(
    `SELECT DISTINCT order_id AS "orderId" FROM passes
      WHERE order_id IN ? AND to_day > ? AND void_at IS NULL AND replaced_at IS NULL`,
    [orderIds, day],
  );
  return new Set(rows.map(({ orderId }) => orderId));
}

const BATCH_SIZE = 500;
/** A clock that was set ahead by more is not trusted until it has been ahead for a day. */
const MAX_CLOCK_JUMP_MS = 30 * MS_PER_DAY;

/** The job that leaves of entries with passes the day only, some months after. */
export function passEntriesJob({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: SteadyClock;
}): Job {
  const lead = untrustedLead(clock, MAX_CLOCK_JUMP_MS);
  const before = () => passVisitsKeptSince(clock.now());
  return {
    name: 'forget-pass-entries',
    everyMs: 60_000,
    hasWork: async () => {
      if (lead() > 0) return false;
      const found = 'SELECT 1 AS "is" FROM pass_entries WHERE at IS NOT NULL AND at < ? LIMIT 1';
      return (
        (await store.get(found, [before()])) !== undefined || (await hasPassVisitsBefore(store, before()))
      );
    },
    step: async (lease) => {
      if (lead() > 0) return false;
      const forgotten = await lease.transaction((tx) =>
        Promise.all([forgetEntryTimes(tx, before(), BATCH_SIZE), forgetPassVisits(tx, before(), BATCH_SIZE)]),
      );
      return forgotten.includes(BATCH_SIZE);
    },
  };
}
