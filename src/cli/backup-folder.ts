/** A folder in which backups are made again and again, such as every night, and the newest are kept. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailed } from './failure.ts';

/** As `nameOfBackup` makes them, so that their order is that of their times. */
const BACKUP = /^museum-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db$/;
/** What is left of one when the machine goes down while it is made. */
const PART = /^museum-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db\.[\da-f-]+\.partial(-journal)?$/;
/** A part that nothing was written to for so long is made by nobody any more. */
const ABANDONED_AFTER_MS = 86_400_000;

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
  for (const name of files.filter((each) => PART.test(each))) await removeAbandoned(join(folder, name));
  return older.length;
}

async function removeAbandoned(file: string): Promise<void> {
  // Another backup that is being made may have finished with it meanwhile.
  const writtenAt = (await stat(file).catch(() => undefined))?.mtimeMs ?? Date.now();
  if (Date.now() - writtenAt > ABANDONED_AFTER_MS) await remove(file);
}

async function remove(file: string): Promise<void> {
  await rm(file, { force: true }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`the backup is made, but ${file} can’t be removed (${error.code}).`);
  });
}
