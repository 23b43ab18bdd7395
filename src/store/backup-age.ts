import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The names that `museum backup --keep` gives; they sort by time. */
export const BACKUP_NAME = /^museum-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/;
/** The same, and those of other names: by `museum backup FILE`, or by pg_dump as docs/operations.md calls it. */
export const ANY_BACKUP_NAME = /\.(?:db|dump)$/;

/**
 * When the newest backup in `folder` was made: the time in its name, or else when the file was last written. Files of an
 * unfinished backup do not count.
 * @returns undefined when there is none
 * @throws the error of the file system when the folder can't be read
 */
export async function newestBackupAt(folder: string): Promise<Date | undefined> {
  let newest = Number.NEGATIVE_INFINITY;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    newest = Math.max(newest, await madeAt(folder, entry.name));
  }
  return newest === Number.NEGATIVE_INFINITY ? undefined : new Date(newest);
}

async function madeAt(folder: string, name: string): Promise<number> {
  if (BACKUP_NAME.test(name)) return Date.parse(name.replace(BACKUP_NAME, '$1:$2:$3'));
  if (!ANY_BACKUP_NAME.test(name)) return Number.NEGATIVE_INFINITY;
  const stats = await stat(join(folder, name)).catch(() => undefined); // it may have been removed meanwhile
  return stats?.mtimeMs ?? Number.NEGATIVE_INFINITY;
}
