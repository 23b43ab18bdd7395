import type { SteadyClock } from '../core/clock.ts';
import type { Job } from '../jobs/index.ts';
import type { Queries, SqlValue, Store, Transaction } from '../store/index.ts';

const AT_ONCE = 500;
/** Less is no setting of the clock. */
const SET_BACK_MS = 1_000;

/**
 * What was planned or put off while the clock was ahead waits until the clock is there again. A mail that was given up may
 * be for a day that is yet to come, or its three days of trying are not over; webhooks have a number of attempts instead.
 */
const MISDATED = `
  SELECT delivery_id FROM deliveries WHERE state = 'waiting' AND next_at > ? AND (attempts = 0 OR answered_at > ?)
  UNION ALL SELECT delivery_id FROM deliveries
    WHERE settled_at > ? AND (state = 'dropped' OR state = 'failed' AND channel = 'mail')
  LIMIT ?`;

/** The job that sends all this at once. It looks at the start, and whenever the clock has been set back. */
export function redatingJob(store: Store, clock: SteadyClock): Job {
  let isToLook = true;
  let offset = clock.now() - clock.elapsed();
  return {
    name: 'redate-deliveries',
    everyMs: 1_000,
    hasWork: async () => {
      const before = offset;
      offset = clock.now() - clock.elapsed();
      isToLook ||= offset < before - SET_BACK_MS;
      if (isToLook) isToLook = await hasMisdated(store, clock.now());
      return isToLook;
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
    [now, ...valuesOf(now, AT_ONCE)],
  );
  return redated === AT_ONCE;
}

function valuesOf(now: number, limit: number): SqlValue[] {
  return [now, now, now, limit];
}
