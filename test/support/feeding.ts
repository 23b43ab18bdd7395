import { OPERATOR } from '../../src/core/actor.ts';
import type { Job } from '../../src/jobs/index.ts';
import { record } from '../../src/journal/index.ts';
import type { Store } from '../../src/store/index.ts';
import { sealEverything } from './sealing.ts';

/** Puts so many entries in the journal, of a day whose hours were set, and seals them. */
export async function recordMany(store: Store, at: number, count: number): Promise<void> {
  await recordUnsealed(store, at, count);
  await sealEverything(store);
}

/** The same, without sealing them. */
export async function recordUnsealed(store: Store, at: number, count: number): Promise<void> {
  const after = { opening: null, reason: null };
  await store.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1)
      await record(
        { tx, actor: OPERATOR, now: at },
        { kind: 'hours.day-set', subject: '2027-03-02', details: { before: null, after } },
      );
  });
}

/** Does one step of a job that nobody else is at. */
export function stepOf(store: Store, job: Job): () => Promise<boolean> {
  return () => job.step({ transaction: (work) => store.transaction(work), isHeld: () => true });
}
