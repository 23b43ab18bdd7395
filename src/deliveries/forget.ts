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

/** How long it is known for whom a delivery was, after it was settled: for as long as those of an hour are counted. */
export const RECIPIENT_KEPT_MS = 3_600_000;

const RECIPIENTS_TO_FORGET = `SELECT delivery_id FROM deliveries
  WHERE recipient_hash IS NOT NULL AND settled_at <= ? LIMIT ${BATCH_SIZE}`;

/** Whether the recipients of some deliveries need not be known any more. */
export async function hasOldRecipients(queries: Queries, clock: Clock): Promise<boolean> {
  return (await queries.get(RECIPIENTS_TO_FORGET, [trustedNow(clock) - RECIPIENT_KEPT_MS])) !== undefined;
}

/** Forgets the recipients of some of them. @returns whether there may be more */
export async function forgetOldRecipients(tx: Transaction, clock: Clock): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE deliveries SET recipient_hash = NULL WHERE delivery_id IN (${RECIPIENTS_TO_FORGET})`,
    [trustedNow(clock) - RECIPIENT_KEPT_MS],
  );
  return changed === BATCH_SIZE;
}

/** Forgets that any deliveries were for that recipient. */
export async function forgetRecipient(tx: Transaction, recipientHash: number): Promise<void> {
  await tx.run('UPDATE deliveries SET recipient_hash = NULL WHERE recipient_hash = ?', [recipientHash]);
}

function bounds(clock: Clock): [number, number] {
  const now = trustedNow(clock);
  return [now - RETENTION_MS, now - FAILED_RETENTION_MS];
}
