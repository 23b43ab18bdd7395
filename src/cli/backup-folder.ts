/** A folder for regular backups, of which the newest are kept. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeAbandoned } from '../store/atomic-file.ts';
import { BACKUP_NAME } from '../store/backup-files.ts';
import { CommandFailed } from './failure.ts';

/** Temporary files of a backup, which a killed process leaves. */
const PART = /^(museum-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db)\..*\.partial/;

/**
 * A file name with the instant in UTC, to the millisecond; without colons, which some file systems don't allow.
 * `BACKUP_NAME` is the same.
 */
export function nameOfBackup(folder: string, instant: Date): string {
  return join(folder, `museum-${instant.toISOString().replaceAll(':', '-')}.db`);
}

/**
 * Removes all backups in the folder except the newest `keep` and the one `made` now, and the temporary files of
 * interrupted ones. @returns how many backups were removed
 */
export async function removeOlder(folder: string, keep: number, made: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const backups = files.filter((name) => BACKUP_NAME.test(name)).sort();
  const older = backups
    .slice(0, -keep)
    .map((name) => join(folder, name))
    .filter((file) => file !== made);
  for (const file of older) await remove(file);
  const begun = new Set(files.map((name) => PART.exec(name)?.[1]).filter((name) => name !== undefined));
  for (const name of begun) removeAbandoned(join(folder, name));
  return older.length;
}

async function remove(file: string): Promise<void> {
  await rm(file, { force: true }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`the backup was made, but ${file} can’t be removed (${error.code}).`);
  });
}
