import assert from 'node:assert/strict';
import { checkMuseum } from '../../src/check/index.ts';
import { inspectStore } from '../../src/store/index.ts';
import type { Museum } from './museum.ts';

/** Asserts that nothing in the database differs from what can be recounted, as `museum check` does. */
export async function assertSound({ database }: Pick<Museum, 'database'>): Promise<void> {
  const faults: string[] = [];
  await inspectStore(database, async (snapshot) => {
    for await (const fault of checkMuseum(snapshot)) faults.push(fault);
  });
  assert.deepEqual(faults, []);
}
