import { existsSync } from 'node:fs';
import { findDamage } from './check.ts';
import { FileInTheMaking, requireOtherFile } from './file-in-the-making.ts';
import { asStoreError } from './sqlite.ts';
import { requireFilesBeside } from './sqlite-beside.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { inspectSqlite, requireMuseum } from './sqlite-inspect.ts';
import { StoreError, StoreUnavailable } from './store.ts';

export interface CopyOptions {
  /** Whether what is there already is replaced. */
  readonly force: boolean;
  /** Called now and then with how much is done, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/**
 * Copies the database at `path`, which may be in use, to `file`: everything as it was at one instant, in a single
 * file that only its owner may read. It gets its name once it is complete, found sound and on disk.
 * @throws StoreError when it can't be made; nothing of it is left then.
 */
export async function backupSqlite(
  path: string,
  file: string,
  { force, onProgress }: CopyOptions,
): Promise<void> {
  if (!existsSync(path)) throw new StoreError(`There is no database at ${path}.`);
  requireOtherFile(path, file);
  if (existsSync(file) && !force) {
    throw new StoreError(`${file} is there already. Choose another name, or overwrite it with --force.`);
  }
  if (existsSync(`${file}-wal`)) throw new StoreError(`${file} is a database in use.`);
  const copy = FileInTheMaking.begin(file);
  try {
    await copySnapshot(path, copy.path, onProgress).catch((error) => {
      throw explain(error, file);
    });
    await requireSound(path, copy.path);
    copy.finish();
  } catch (error) {
    copy.giveUp();
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
  // Without a log beside it, the copy is one file that can be carried and read anywhere.
  const database = new SqliteConnection(copy);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
}

/** With a snapshot held open, copying need not begin anew whenever something is sold. */
async function openToRead(path: string): Promise<SqliteConnection> {
  let source: SqliteConnection | undefined;
  try {
    await requireFilesBeside(path);
    source = new SqliteConnection(path);
    source.exec('PRAGMA query_only = ON; BEGIN');
    requireMuseum(source);
    return source;
  } catch (error) {
    source?.close();
    throw asStoreError(error, path);
  }
}

async function requireSound(path: string, copy: string): Promise<void> {
  const damage = await inspectSqlite(copy, findDamage);
  if (damage === undefined) return;
  throw new StoreError(
    `The backup is not kept, because it could not be restored. Either the database ${path} is damaged, which "museum check" tells, or the disk of the backup is: ${damage}`,
  );
}

function explain(error: unknown, file: string): unknown {
  return error instanceof StoreUnavailable
    ? new StoreError(`Can’t write ${file}: ${error.message}.`, error)
    : error;
}
