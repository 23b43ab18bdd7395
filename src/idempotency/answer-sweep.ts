import type { Queries, Transaction } from '../store/index.ts';
import { dropExpiredAnswers, dropRefusals, findSurplusRefusal, hasExpiredAnswers } from './idempotency.ts';

/**
 * How many refusals a museum keeps. An answer that sold something has its ticket beside it for good, but a
 * sold-out rush brings any number of refusals, and to decide one of them anew sells nothing twice.
 */
const REFUSALS_KEPT = 100_000;
/** So few at a time that sales don't notice. */
const AT_ONCE = 500;

/**
 * Drops some of the kept answers that have expired, and of the oldest refusals when there are too many.
 * @returns whether there may be more.
 */
export async function sweepAnswers(tx: Transaction, now: number, kept = REFUSALS_KEPT): Promise<boolean> {
  if ((await dropExpiredAnswers(tx, now, AT_ONCE)) === AT_ONCE) return true;
  const surplus = await findSurplusRefusal(tx, kept);
  return surplus !== undefined && (await dropRefusals(tx, surplus, AT_ONCE)) === AT_ONCE;
}

/** Whether a sweep would find anything. */
export async function answersToSweep(queries: Queries, now: number, kept = REFUSALS_KEPT): Promise<boolean> {
  return (await hasExpiredAnswers(queries, now)) || (await findSurplusRefusal(queries, kept)) !== undefined;
}
