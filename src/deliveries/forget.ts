import { MS_PER_DAY } from '../core/calendar-day.ts';
import { type Clock, type SteadyClock, trustedNow } from '../core/clock.ts';
import type { Job } from '../jobs/index.ts';
import type { Queries, SqlValue, Store, Transaction } from '../store/index.ts';

/**
 * How long deliveries are kept after they were delivered or dropped. Failed ones, which may be retried, are kept
 * longer.
 */
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

/** A smaller change is not a clock that was set back. */
const SET_BACK_MS = 1_000;

/**
 * Deliveries that were planned or postponed while the clock was ahead would wait until the clock gets there again.
 * Mails that were given up then may be for a day still to come, or have time left of their three days; webhooks count
 * attempts.
 */
const MISDATED = `
  SELECT delivery_id FROM deliveries WHERE state = 'waiting' AND next_at > ? AND (attempts = 0 OR answered_at > ?)
  UNION ALL SELECT delivery_id FROM deliveries
    WHERE settled_at > ? AND (state = 'dropped' OR state = 'failed' AND channel = 'mail')
  LIMIT ?`;

/** The job that makes these deliveries due now. It checks at the start, and whenever the clock was set back. */
export function redatingJob(store: Store, clock: SteadyClock): Job {
  let mayHaveWork = true;
  let offset = clock.now() - clock.elapsed();
  return {
    name: 'redate-deliveries',
    everyMs: 1_000,
    hasWork: async () => {
      const before = offset;
      offset = clock.now() - clock.elapsed();
      mayHaveWork ||= offset < before - SET_BACK_MS;
      if (mayHaveWork) mayHaveWork = await hasMisdated(store, clock.now());
      return mayHaveWork;
    },
    step: (lease) => lease.transaction((tx) => redateDeliveries(tx, clock.now())),
  };
}

async function hasMisdated(queries: Queries, now: number): Promise<boolean> {
  return (await queries.get(MISDATED, valuesOf(now, 1))) !== undefined;
}

/** @returns whether there may be more. */
async function redateDeliveries(tx: Transaction, now: number): Promise<boolean> {
  const redated = await tx.run(
    `UPDATE deliveries SET state = 'waiting', next_at = ?, settled_at = NULL WHERE delivery_id IN (${MISDATED})`,
    [now, ...valuesOf(now, BATCH_SIZE)],
  );
  return redated === BATCH_SIZE;
}

function valuesOf(now: number, limit: number): SqlValue[] {
  return [now, now, now, limit];
}
