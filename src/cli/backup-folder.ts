/** A folder in which backups are made again and again, such as every night, and the newest are kept. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeAbandoned } from '../store/atomic-file.ts';
import { CommandFailed } from './failure.ts';

/** As `nameOfBackup` makes them, so that their order is that of their times. */
const BACKUP = /^museum-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db$/;
/** What is beside one while it is made, and is left of it when that is broken off. */
const PART = /^(museum-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db)\..*\.partial/;

/** The instant to the millisecond, in UTC, without colons, which not every disk takes. */
export function nameOfBackup(folder: string, instant: Date): string {
  return join(folder, `museum-${instant.toISOString().replaceAll(':', '-')}.db`);
}

/**
 * Removes all backups in the folder but the newest `keep` and the one that was `made` now, and what is left of
 * those that were broken off. @returns how many backups that were
 */
export async function removeOlder(folder: string, keep: number, made: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const backups = files.filter((name) => BACKUP.test(name)).sort();
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
    throw new CommandFailed(`the backup is made, but ${file} can’t be removed (${error.code}).`);
  });
}
