import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Config } from '../app/config.ts';
import { FileLocked } from '../store/atomic-file.ts';
import { backupStore } from '../store/backup.ts';
import { findStats } from '../store/files.ts';
import { parseCount } from './arguments.ts';
import { nameOfBackup, removeOlder } from './backup-folder.ts';
import { readMuseumConfig } from './database.ts';
import { CommandFailed } from './failure.ts';
import { counted, printLine } from './output.ts';
import { progressLine } from './progress.ts';

export default (): Command =>
  new Command('backup')
    .description(
      'Copy the museum’s database to a new file, as it is at one instant, and check the copy. The service may be running, and continues to sell. The file contains secrets: protect it like the database.\n\nWith --keep, the backup goes into a folder, which must be for the backups of this museum only, and is named after the time. Once it is written and checked, older backups with such names are removed, and no other files. If the backup fails, nothing is removed.',
    )
    .argument('<file>', 'the file to write; with --keep, the folder')
    .addOption(
      new Option('--keep <count>', 'how many backups to keep in the folder: the newest')
        .argParser(parseCount)
        .conflicts('force'),
    )
    .option('--force', 'replace an existing file')
    .addHelpText(
      'after',
      '\nExamples:\n  museum backup before-upgrade.db\n  museum backup --keep 14 /var/backups/museum',
    )
    .action(backup);

async function backup(name: string, { force = false, keep }: { force?: boolean; keep?: number }) {
  const config = readMuseumConfig();
  const path = resolve(name);
  if (keep === undefined) {
    if (isFolder(path))
      throw new CommandFailed(`${path} is a folder. Name a file in it, or add --keep COUNT.`);
    if (!isFolder(dirname(path))) throw new CommandFailed(`there is no folder ${dirname(path)}.`);
    return copyTo(path, config, force);
  }
  if (!isFolder(path))
    throw new CommandFailed(`there is no folder ${path}. With --keep, name an existing folder.`);
  const file = await copyInto(path, config);
  const removed = await removeOlder(path, keep, file);
  if (removed > 0) printLine(`Removed ${counted(removed, 'older backup')}.`);
}

/** @returns the file, named after the current instant; if another command is writing that file, after a later one. */
async function copyInto(folder: string, config: Config, isAgain = false): Promise<string> {
  const file = nameOfBackup(folder, new Date());
  try {
    await copyTo(file, config, false);
    return file;
  } catch (error) {
    if (isAgain || !(error instanceof FileLocked)) throw error;
    return copyInto(folder, config, true);
  }
}

async function copyTo(file: string, { database }: Config, force: boolean): Promise<void> {
  const progress = progressLine();
  await backupStore(database, file, {
    force,
    onProgress: (done) => progress.show(`Backing up: ${Math.floor(done * 100)} %`),
  }).finally(progress.clear);
  const megabytes = (statSync(file).size / 1e6).toLocaleString('en', { maximumFractionDigits: 1 });
  printLine(`Backed up to ${file} (${megabytes} MB). To check its content, run "museum check FILE".`);
}

function isFolder(path: string): boolean {
  return findStats(path)?.isDirectory() ?? false;
}
