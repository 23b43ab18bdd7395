import { existsSync } from 'node:fs';
import { FileInTheMaking, requireOtherFile } from './file-in-the-making.ts';
import { asStoreError } from './sqlite.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { requireMuseum } from './sqlite-inspect.ts';
import { StoreError, StoreUnavailable } from './store.ts';

export interface CopyOptions {
  /** Whether what is there already is replaced. */
  readonly force: boolean;
  /** Called now and then with how much is done, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/**
 * Copies the database at `path`, which may be in use, to `file`: everything as it was at one instant, in a single
 * file that only its owner may read. It gets its name once it is complete and on disk.
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
    copy.finish();
  } catch (error) {
    copy.giveUp();
    throw error;
  }
}

async function copySnapshot(path: string, copy: string, onProgress: CopyOptions['onProgress']) {
  const source = openToRead(path);
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
function openToRead(path: string): SqliteConnection {
  let source: SqliteConnection | undefined;
  try {
    source = new SqliteConnection(path);
    source.exec('PRAGMA query_only = ON; BEGIN');
    requireMuseum(source);
    return source;
  } catch (error) {
    source?.close();
    throw asStoreError(error, path);
  }
}

function explain(error: unknown, file: string): unknown {
  return error instanceof StoreUnavailable
    ? new StoreError(`Can’t write ${file}: ${error.message}.`, error)
    : error;
}
