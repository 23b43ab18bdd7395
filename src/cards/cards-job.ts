import { type Clock, trustedNow } from '../core/clock.ts';
import type { Job } from '../jobs/index.ts';
import type { Store } from '../store/index.ts';
import { forgetOldCards, hasOldCards } from '../visits/index.ts';
import { deleteUnusedNumbers, hasUnusedNumbers } from './import-numbers.ts';
import { eraseOldNumbers, hasOldNumbers, NUMBERS_KEPT_MS } from './registration.ts';

/**
 * The job that deletes what is not needed any more: numbers of replaced lists, those of visits that nobody looked after, and which
 * card it was that somebody came with.
 */
export function cardsJob({ store, clock }: { readonly store: Store; readonly clock: Clock }): Job {
  const before = () => trustedNow(clock) - NUMBERS_KEPT_MS;
  return {
    name: 'forget-card-numbers',
    everyMs: 60_000,
    hasWork: async () =>
      (await hasUnusedNumbers(store, clock)) ||
      (await hasOldNumbers(store, before())) ||
      (await hasOldCards(store, clock)),
    step: async (lease) =>
      (await lease.transaction((tx) => deleteUnusedNumbers(tx, clock))) ||
      (await lease.transaction((tx) => eraseOldNumbers(tx, before()))) ||
      (await lease.transaction((tx) => forgetOldCards(tx, clock))),
  };
}
