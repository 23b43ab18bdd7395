import { setTimeout as sleep } from 'node:timers/promises';
import { hasUnsealed, sealJournal } from '../../src/journal/index.ts';
import type { Store } from '../../src/store/index.ts';

/** Seals all that can be just now. */
export async function sealAll(store: Store): Promise<void> {
  while ((await store.transaction(sealJournal)) > 0);
}

/** Seals all that is in the journal, once whatever else goes on at the same server has come to its end. */
export async function sealEverything(store: Store): Promise<void> {
  for (;;) {
    await sealAll(store);
    if (!(await hasUnsealed(store))) return;
    await sleep(5);
  }
}
