import { MS_PER_DAY } from '../core/calendar-day.ts';
import { type Clock, trustedNow } from '../core/clock.ts';
import type { Queries, Transaction } from '../store/index.ts';

/** How long deliveries are kept after they were delivered or dropped. Failed ones, which may be retried, are kept longer. */
const RETENTION_MS = 30 * MS_PER_DAY;
const FAILED_RETENTION_MS = 90 * MS_PER_DAY;
const BATCH_SIZE = 500;

/** The first bound is the later one; the index is searched by it. */
const EXPIRED = `settled_at <= ? AND (state <> 'failed' OR settled_at <= ?)`;

/** Whether any delivery is past its retention. */
export async function hasExpiredDeliveries(queries: Queries, clock: Clock): Promise<boolean> {
  const row = await queries.get(
    `SELECT delivery_id FROM deliveries WHERE ${EXPIRED} ORDER BY settled_at LIMIT 1`,
    bounds(clock),
  );
  return row !== undefined;
}

/** Deletes some deliveries past their retention, the oldest first. @returns whether there may be more. */
export async function deleteExpiredDeliveries(tx: Transaction, clock: Clock): Promise<boolean> {
  const removed = await tx.run(
    `DELETE FROM deliveries WHERE delivery_id IN
       (SELECT delivery_id FROM deliveries WHERE ${EXPIRED} ORDER BY settled_at LIMIT ${BATCH_SIZE})`,
    bounds(clock),
  );
  return removed === BATCH_SIZE;
}

function bounds(clock: Clock): [number, number] {
  const now = trustedNow(clock);
  return [now - RETENTION_MS, now - FAILED_RETENTION_MS];
}
