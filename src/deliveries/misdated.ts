import type { SteadyClock } from '../core/clock.ts';
import type { Job } from '../jobs/index.ts';
import type { Queries, SqlValue, Store, Transaction } from '../store/index.ts';

const BATCH_SIZE = 500;
/** A smaller change is not a clock that was set back. */
const SET_BACK_MS = 1_000;

/**
 * Deliveries that were planned or postponed while the clock was ahead would wait until the clock gets there again. Mails
 * that were given up then may be for a day still to come, or have time left of their three days; webhooks count attempts.
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
