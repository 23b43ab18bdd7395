import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until it is so, however long: only the limit of the whole test ends it. A test that waits for a time fails on a busy machine. */
export async function until(isSo: () => unknown): Promise<void> {
  while (!(await isSo())) await sleep(5);
}
