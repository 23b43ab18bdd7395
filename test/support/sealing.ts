import { setTimeout as sleep } from 'node:timers/promises';
import { hasUnsealed, sealAll } from '../../src/journal/index.ts';
import type { Store } from '../../src/store/index.ts';

/** Seals all that is in the journal, once whatever else goes on at the same server has come to its end. */
export async function sealEverything(store: Store): Promise<void> {
  for (;;) {
    await sealAll(store);
    if (!(await hasUnsealed(store))) return;
    await sleep(5);
  }
}
