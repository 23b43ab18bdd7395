import type { Queries, Transaction } from '../store/index.ts';
import { dropExpiredAnswers, dropRefusals, findSurplusRefusal, hasExpiredAnswers } from './idempotency.ts';

/**
 * How many refusals a sweep leaves. A sold-out rush brings any number of them, and deciding a forgotten one again
 * sells nothing twice. Answers to sales are not limited.
 */
const MAX_REFUSALS = 100_000;
/** How many answers one statement drops, so that it does not hold up sales. */
const BATCH_SIZE = 500;

/**
 * Drops some of the kept answers that have expired, and of the oldest refusals when there are too many.
 * @returns whether there may be more.
 */
export async function sweepAnswers(tx: Transaction, now: number, limit = MAX_REFUSALS): Promise<boolean> {
  if ((await dropExpiredAnswers(tx, now, BATCH_SIZE)) === BATCH_SIZE) return true;
  const surplus = await findSurplusRefusal(tx, limit);
  return surplus !== undefined && (await dropRefusals(tx, surplus, BATCH_SIZE)) === BATCH_SIZE;
}

/** Whether a sweep would find anything. */
export async function answersToSweep(queries: Queries, now: number, limit = MAX_REFUSALS): Promise<boolean> {
  return (await hasExpiredAnswers(queries, now)) || (await findSurplusRefusal(queries, limit)) !== undefined;
}
