import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openStore, type Store } from '../../src/store/index.ts';
import type { Cleanup } from './process.ts';

/** An empty folder that is removed after the test. */
export async function temporaryFolder(test: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'museum-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A real SQLite database in a folder of its own; it is closed and removed after the test. */
export async function temporaryStore(test: TestContext): Promise<Store> {
  const path = join(await temporaryFolder(test), 'museum.db');
  const store = await openStore({ kind: 'sqlite', path });
  test.after(() => store.close());
  return store;
}

let empty: Promise<Buffer> | undefined;
/** The file of a SQLite database as the migrations leave it, made once for all tests of a process. */
export function emptyMuseum(): Promise<Buffer> {
  empty ??= makeEmptyMuseum();
  return empty;
}

async function makeEmptyMuseum(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'museum-'));
  const path = join(folder, 'museum.db');
  await (await openStore({ kind: 'sqlite', path })).close();
  const file = await readFile(path);
  await rm(folder, { recursive: true });
  return file;
}
