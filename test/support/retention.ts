import { MuseumDays } from '../../src/hours/index.ts';
import type { Lease } from '../../src/jobs/index.ts';
import { retentionJob } from '../../src/privacy/index.ts';
import type { Transaction } from '../../src/store/index.ts';
import type { Museum } from './museum.ts';

/** Has the job that forgets contacts after so many days do all that it finds to do. */
export function retention({ store, clock }: Museum, keptDays: number): () => Promise<void> {
  const days = new MuseumDays(store, clock, 'Europe/Berlin');
  const job = retentionJob({ store, clock, days, keptDays });
  const lease = { transaction: (action: (tx: Transaction) => Promise<void>) => store.transaction(action) };
  return async () => {
    while (await job.step(lease as unknown as Lease));
  };
}
