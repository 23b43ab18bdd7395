import type { Queries, Transaction } from '../store/index.ts';

/** For how long an outcome is kept. */
export const RETENTION_MS = 48 * 3_600_000;
/**
 * How many refusals a sweep leaves. A sold-out rush brings any number of them, and deciding a forgotten one again
 * sells nothing twice. What was done is not limited.
 */
const MAX_REFUSALS = 100_000;
/** How many rows one statement drops, so that it does not hold up sales. */
const BATCH_SIZE = 500;

/**
 * Drops some of what has expired, the oldest first, and of the oldest refusals when there are too many.
 * @returns whether there may be more.
 */
export async function sweepAnswers(tx: Transaction, now: number, limit = MAX_REFUSALS): Promise<boolean> {
  if ((await drop(tx, 'answered_at <= ?', now - RETENTION_MS)) === BATCH_SIZE) return true;
  const surplus = await findSurplusRefusal(tx, limit);
  return (
    surplus !== undefined && (await drop(tx, 'refused = 1 AND answered_at <= ?', surplus)) === BATCH_SIZE
  );
}

/** Whether a sweep would find anything. */
export async function answersToSweep(queries: Queries, now: number, limit = MAX_REFUSALS): Promise<boolean> {
  const oldest = await queries.get<{ answered_at: number }>(
    'SELECT answered_at FROM kept_answers ORDER BY answered_at LIMIT 1',
  );
  if (oldest !== undefined && oldest.answered_at <= now - RETENTION_MS) return true;
  return (await findSurplusRefusal(queries, limit)) !== undefined;
}

/** When the newest refusal beyond the `kept` newest ones was answered; undefined: there are no more than `kept`. */
async function findSurplusRefusal(queries: Queries, kept: number): Promise<number | undefined> {
  const row = await queries.get<{ answered_at: number }>(
    'SELECT answered_at FROM kept_answers WHERE refused = 1 ORDER BY answered_at DESC LIMIT 1 OFFSET ?',
    [kept],
  );
  return row?.answered_at;
}

function drop(tx: Transaction, which: string, instant: number): Promise<number> {
  return tx.run(
    `DELETE FROM kept_answers WHERE (account_id, idempotency_key) IN
       (SELECT account_id, idempotency_key FROM kept_answers WHERE ${which} ORDER BY answered_at LIMIT ?)`,
    [instant, BATCH_SIZE],
  );
}
