import { MS_PER_DAY } from '../core/calendar-day.ts';
import { type Clock, trustedNow } from '../core/clock.ts';
import type { Queries, Transaction } from '../store/index.ts';

/** What was delivered or dropped interests nobody after so long; what failed may still be tried again. */
const KEPT_MS = 30 * MS_PER_DAY;
const FAILED_KEPT_MS = 90 * MS_PER_DAY;
const AT_ONCE = 500;

/** The first bound is the later one, and the one that the index is searched by. */
const FORGOTTEN = `settled_at <= ? AND (state <> 'failed' OR settled_at <= ?)`;

/** Whether anything was settled so long ago that nobody needs it. */
export async function hasSettledLongAgo(queries: Queries, clock: Clock): Promise<boolean> {
  const row = await queries.get(
    `SELECT delivery_id FROM deliveries WHERE ${FORGOTTEN} ORDER BY settled_at LIMIT 1`,
    limits(clock),
  );
  return row !== undefined;
}

/** Removes some of it, the oldest first. @returns whether there may be more. */
export async function forgetDeliveries(tx: Transaction, clock: Clock): Promise<boolean> {
  const removed = await tx.run(
    `DELETE FROM deliveries WHERE delivery_id IN
       (SELECT delivery_id FROM deliveries WHERE ${FORGOTTEN} ORDER BY settled_at LIMIT ${AT_ONCE})`,
    limits(clock),
  );
  return removed === AT_ONCE;
}

function limits(clock: Clock): [number, number] {
  const now = trustedNow(clock);
  return [now - KEPT_MS, now - FAILED_KEPT_MS];
}
