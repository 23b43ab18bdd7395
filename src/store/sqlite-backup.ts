import { existsSync } from 'node:fs';
import { AtomicFile, requireOtherFile } from './atomic-file.ts';
import { findDamage } from './check.ts';
import { findStats } from './files.ts';
import { asSqliteStoreError } from './sqlite.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { inspectSqlite, requireMuseum } from './sqlite-inspect.ts';
import { requireWalFiles } from './sqlite-wal-files.ts';
import { StoreError, StoreUnavailable } from './store.ts';

export interface CopyOptions {
  /** Whether an existing file or database is replaced. */
  readonly force: boolean;
  /** Called now and then with the share that is done, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/**
 * Copies the database at `path`, which may be in use, to `file`: a consistent snapshot in a single file that only its
 * owner may read. The file gets its name once it is complete, checked and on disk.
 * @throws StoreError when the backup can't be made; nothing is left of it.
 */
export async function backupSqlite(
  path: string,
  file: string,
  { force, onProgress }: CopyOptions,
): Promise<void> {
  if (findStats(path) === undefined) throw new StoreError(`There is no database at ${path}.`);
  requireOtherFile(path, file);
  if (existsSync(file) && !force) {
    throw new StoreError(`${file} already exists. Choose another name, or overwrite it with --force.`);
  }
  if (existsSync(`${file}-wal`)) throw new StoreError(`${file} is a database in use.`);
  const copy = AtomicFile.begin(file);
  try {
    await copySnapshot(path, copy.path, onProgress).catch((error) => {
      throw explain(error, file);
    });
    await requireSound(path, copy.path);
    copy.commit();
  } catch (error) {
    copy.discard();
    throw error;
  }
}

async function copySnapshot(path: string, copy: string, onProgress: CopyOptions['onProgress']) {
  const source = await openToRead(path);
  try {
    await source.copyTo(copy, onProgress);
  } finally {
    source.close();
  }
  // Without a write-ahead log, the copy is a single file that can be moved and read anywhere.
  const database = new SqliteConnection(copy);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
}

/** Holds a snapshot open: otherwise the copy would start again after every sale. */
async function openToRead(path: string): Promise<SqliteConnection> {
  let source: SqliteConnection | undefined;
  try {
    await requireWalFiles(path);
    source = new SqliteConnection(path);
    source.exec('PRAGMA query_only = ON; BEGIN');
    requireMuseum(source);
    return source;
  } catch (error) {
    source?.close();
    throw asSqliteStoreError(error, path);
  }
}

async function requireSound(path: string, copy: string): Promise<void> {
  const damage = await inspectSqlite(copy, findDamage);
  if (damage === undefined) return;
  throw new StoreError(
    `The backup was discarded, because it could not be restored. Either the database ${path} is damaged (run "museum check" to find out), or the disk of the backup is: ${damage}`,
  );
}

function explain(error: unknown, file: string): unknown {
  return error instanceof StoreUnavailable
    ? new StoreError(`Can’t write ${file}: ${error.message}.`, error)
    : error;
}
