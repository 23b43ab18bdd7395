import { createReadStream, createWriteStream, existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AtomicFile, requireOtherFile } from './atomic-file.ts';
import { findBackupFault } from './backup-files.ts';
import { findDamage } from './check.ts';
import { findStats, isDiskFull, makeFolder } from './files.ts';
import { findPendingMigrations } from './migrations.ts';
import { asSqliteStoreError } from './sqlite.ts';
import type { CopyOptions } from './sqlite-backup.ts';
import { isBusy, isDamage, SqliteConnection } from './sqlite-connection.ts';
import { inspectSqlite } from './sqlite-inspect.ts';
import { StoreError } from './store.ts';

/**
 * Replaces the database at `path`, which must not be in use, with the backup `file`: atomically, once the backup is
 * checked and its copy is on disk.
 * @throws StoreError when that is not possible or not allowed; the database is unchanged.
 */
export async function restoreSqlite(
  file: string,
  path: string,
  { force, onProgress }: CopyOptions,
): Promise<void> {
  if (findStats(file) === undefined) throw new StoreError(`There is no file ${file}.`);
  requireOtherFile(path, file);
  if (findStats(path) !== undefined && !force) {
    throw new StoreError(
      `there is already a database at ${path}. To replace it, and lose its content, use --force.`,
    );
  }
  (await lockExclusively(path))();
  await requireSound(file);
  try {
    makeFolder(dirname(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StoreError(`the folder ${dirname(path)} can’t be created (${code}).`, error);
  }
  const copy = AtomicFile.begin(path);
  try {
    await copyFile(file, copy.path, onProgress);
    const release = await lockExclusively(path);
    try {
      removeLogs(path);
      copy.commit();
    } finally {
      release();
    }
  } catch (error) {
    copy.discard();
    throw error;
  }
}

/** @throws StoreError unless `file` is a complete museum that this version can open. */
async function requireSound(file: string): Promise<void> {
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) {
    throw new StoreError(
      `${file} is not a backup, but a database that is in use or was not closed: some of its changes are in a file beside it. Make a backup with "museum backup".`,
    );
  }
  const fault = await findBackupFault(file).catch(() => undefined); // what can't be read is told below
  if (fault !== undefined) throw new StoreError(`${file} can’t be restored: ${fault}. Use another backup.`);
  await inspectSqlite(file, async (snapshot) => {
    await findPendingMigrations(snapshot);
    const damage = await findDamage(snapshot);
    if (damage !== undefined) throw new StoreError(damage);
  });
}

async function copyFile(file: string, copy: string, onProgress: CopyOptions['onProgress']): Promise<void> {
  const { size } = statSync(file);
  const reading = createReadStream(file, { highWaterMark: 1024 * 1024 });
  reading.on('data', () => onProgress(reading.bytesRead / size));
  try {
    await pipeline(reading, createWriteStream(copy, { flags: 'r+' }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = isDiskFull(error) ? 'the disk is full, or its quota is used up' : code;
    throw new StoreError(`Can’t copy ${file}: ${why}.`, error);
  }
}

/**
 * Removes the log files of the old database, whether it was closed or crashed. They must not be applied to the new one.
 */
function removeLogs(path: string): void {
  for (const beside of ['-wal', '-shm', '-journal']) rmSync(path + beside, { force: true });
}

/**
 * Makes sure that the database is not in use, and locks it until the returned function is called. This also moves the
 * content of the write-ahead log into the database. A damaged database can't be locked, but must be replaceable: for
 * it, no process may have the file open.
 * @throws StoreError when it is in use.
 */
async function lockExclusively(path: string): Promise<() => void> {
  if (!existsSync(path)) return () => {};
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(path);
    // Leaving WAL mode needs an exclusive lock, which fails while anyone else has the database open.
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; COMMIT');
    const held = connection;
    return () => held.close();
  } catch (error) {
    connection?.close();
    if (isBusy(error) || (isDamage(error) && (await isOpenSomewhere(path)))) throw inUse(path, error);
    if (!isDamage(error)) throw asSqliteStoreError(error, path);
    return () => {};
  }
}

/**
 * Whether a process has the file open, as far as the system tells (Linux). A damaged file can't be tested with locks.
 */
async function isOpenSomewhere(path: string): Promise<boolean> {
  const file = realpathSync(path);
  const processes = await readdir('/proc').catch(() => []);
  for (const id of processes.filter((name) => /^\d+$/.test(name))) {
    const open = await readdir(`/proc/${id}/fd`).catch(() => []);
    const links = await Promise.all(open.map((fd) => readlink(`/proc/${id}/fd/${fd}`).catch(() => '')));
    if (links.includes(file)) return true;
  }
  return false;
}

function inUse(path: string, cause: unknown): StoreError {
  return new StoreError(
    `The database ${path} is in use. Stop the service first, and start it again afterwards.`,
    cause,
  );
}
