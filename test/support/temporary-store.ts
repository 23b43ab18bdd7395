import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openStore, type Store } from '../../src/store/index.ts';

/** An empty folder that is gone after the test. */
export async function temporaryFolder(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'museum-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A real SQLite database in a folder of its own, closed and gone after the test. */
export async function temporaryStore(test: TestContext): Promise<Store> {
  const path = join(await temporaryFolder(test), 'museum.db');
  const store = await openStore({ kind: 'sqlite', path });
  test.after(() => store.close());
  return store;
}
