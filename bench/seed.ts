import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../src/store/index.ts';
import { readMigrations } from '../src/store/migrations.ts';
import { DATA_FOLDER } from './cleanup.ts';
import { type SeedSize, seedRows } from './seed-rows.ts';

/**
 * The database of a museum of that size, made on the first call and kept in a file.
 * @returns the file, which must only be copied
 */
export async function seededDatabase(size: SeedSize): Promise<string> {
  const version = seedVersion();
  const file = join(DATA_FOLDER, `seed-${version}-${size.events}-${size.tickets}.db`);
  if (existsSync(file)) return file;
  mkdirSync(DATA_FOLDER, { recursive: true });
  removeSeeds((name) => !name.startsWith(`seed-${version}-`));
  const draft = `${file}.draft`;
  for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  const store = await openStore({ kind: 'sqlite', path: draft });
  try {
    await seedRows(store, size);
  } finally {
    await store.close(); // which merges the write-ahead log into the file
  }
  renameSync(draft, file);
  return file;
}

/** A copy for one run, on disk before the run begins, so that writing it does not disturb what is measured. */
export async function copyDatabase(size: SeedSize, path: string): Promise<void> {
  copyFileSync(await seededDatabase(size), path, constants.COPYFILE_FICLONE);
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** Removes the databases of other versions of the schema or the seed, which are of no use any more. */
function removeSeeds(isOutdated: (name: string) => boolean): void {
  for (const name of readdirSync(DATA_FOLDER)) {
    if (name.startsWith('seed-') && isOutdated(name)) rmSync(join(DATA_FOLDER, name));
  }
}

/** Changes with the schema and with seed-rows.ts, so that no kept database is out of date. */
function seedVersion(): string {
  const hash = createHash('sha256').update(readFileSync(join(import.meta.dirname, 'seed-rows.ts')));
  for (const { checksum } of readMigrations()) hash.update(checksum);
  return hash.digest('hex').slice(0, 12);
}

if (import.meta.main) {
  const [events = 10_000, tickets = 1_000_000] = process.argv.slice(2).map(Number);
  console.log(await seededDatabase({ events, tickets }));
}
