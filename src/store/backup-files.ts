import type { Stats } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { APPLICATION_ID } from './sqlite-migrations.ts';
import type { DatabaseAddress } from './store.ts';

/** The names that `museum backup --keep` gives; they sort by time. */
export const BACKUP_NAME = /^museum-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/;
/** All names of backups: also by `museum backup FILE`, or by pg_dump as docs/operations.md calls it. */
export const ANY_BACKUP_NAME = /\.(?:db|dump)$/;

export interface BackupFile {
  readonly name: string;
  /** The time in its name, or else when it was last written. */
  readonly madeAt: Date;
}

/** A file that has the name of a backup, and is none. */
export interface BrokenBackup extends BackupFile {
  /** Why: a clause, such as `it is empty`. */
  readonly fault: string;
}

/** What is in a folder of backups. Files of an unfinished `museum backup` do not count. */
export interface FoundBackups {
  /** The newest backup that is whole, as far as `findBackupFault` tells; undefined when there is none. */
  readonly newest: (BackupFile & { readonly isUnread: boolean }) | undefined;
  /** What is newer than that one and broken, the newest first. */
  readonly broken: readonly BrokenBackup[];
}

/**
 * Looks for the newest backup in `folder` of the museum at `database`, which is none itself. One that this user may not
 * read counts by its name and size alone.
 * @throws the error of the file system when the folder can't be read
 */
export async function findBackups(folder: string, database: DatabaseAddress): Promise<FoundBackups> {
  const broken: BrokenBackup[] = [];
  for (const backup of await backupsIn(folder, database)) {
    const seen = await lookAt(join(folder, backup.name));
    if (seen === 'whole' || seen === 'unread')
      return { newest: { ...backup, isUnread: seen === 'unread' }, broken };
    if (seen !== 'gone') broken.push({ ...backup, ...seen });
  }
  return { newest: undefined, broken };
}

/** The newest first. */
async function backupsIn(folder: string, database: DatabaseAddress): Promise<BackupFile[]> {
  // To open and close the file of a database would end the locks that this process holds on it (POSIX).
  const own = database.kind === 'sqlite' ? await findStats(database.path) : undefined;
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const backups: BackupFile[] = [];
  for (const name of names.filter((each) => ANY_BACKUP_NAME.test(each))) {
    const stats = await findStats(join(folder, name)); // it may have been removed meanwhile
    if (stats === undefined || (stats.ino === own?.ino && stats.dev === own.dev)) continue;
    const isOurs = BACKUP_NAME.test(name);
    const madeAt = isOurs ? new Date(name.replace(BACKUP_NAME, '$1:$2:$3')) : stats.mtime;
    backups.push({ name, madeAt });
  }
  return backups.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

function findStats(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}

async function lookAt(path: string): Promise<'whole' | 'unread' | 'gone' | Pick<BrokenBackup, 'fault'>> {
  try {
    const fault = await findBackupFault(path);
    return fault === undefined ? 'whole' : { fault };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const size = (await findStats(path))?.size;
    if (size === undefined) return 'gone';
    if (size === 0) return { fault: EMPTY };
    return code === 'EACCES' ? 'unread' : { fault: `it can’t be read (${code})` };
  }
}

const EMPTY = 'it is empty';
/** The header of a file of SQLite (sqlite.org/fileformat.html, section 1.3). */
const HEADER_BYTES = 100;
const SQLITE = 'SQLite format 3\0';
/** pg_dump in the custom format: its last table ends with five bytes of zero, and not with more, as in its head. */
const CUSTOM_DUMP = 'PGDMP';
const END_OF_CUSTOM_DUMP = /(?!\0{3}).{3}\0{5}$/s;
/** pg_dump as SQL, near the end. */
const END_OF_PLAIN_DUMP = /^-- PostgreSQL database (?:cluster )?dump complete/m;
const END_BYTES = 1_000;

/**
 * Why a file is no whole backup of a museum: a clause, such as `it is empty`. Undefined when its size, its first and
 * its last bytes are those of one. The rest, which may be gigabytes, is not read: `museum check FILE` does that.
 * @throws the error of the file system
 */
export async function findBackupFault(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) return EMPTY;
    const head = await bytesOf(file, 0, HEADER_BYTES);
    const end = (await bytesOf(file, Math.max(0, size - END_BYTES), END_BYTES)).toString('latin1');
    const kind = head.toString('latin1');
    if (kind.startsWith(SQLITE)) return sqliteFault(head, size);
    const whole = kind.startsWith(CUSTOM_DUMP) ? END_OF_CUSTOM_DUMP : END_OF_PLAIN_DUMP;
    if (whole.test(end)) return undefined;
    return /^(?:PGDMP|--\n-- PostgreSQL)/.test(kind)
      ? 'it is cut off: the end of the dump is missing'
      : 'it is not a database of SQLite, nor a dump of pg_dump in its custom or plain format';
  } finally {
    await file.close();
  }
}

function sqliteFault(header: Buffer, size: number): string | undefined {
  if (header.length < HEADER_BYTES) return `it is cut off after ${size} bytes`;
  if (header.readUInt32BE(68) !== APPLICATION_ID) return 'it is not a museum’s database';
  const pageSize = header.readUInt16BE(16);
  const whole = (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28);
  return size < whole ? `it is cut off: it has ${size} of ${whole} bytes` : undefined;
}

async function bytesOf(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: from });
  return buffer.subarray(0, bytesRead);
}
