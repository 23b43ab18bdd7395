import { resolve } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../app/config.ts';
import { readEnvironment } from '../app/environment.ts';
import { restoreStore } from '../store/backup.ts';
import { printLine } from './output.ts';
import { progressLine } from './progress.ts';

export default (): Command =>
  new Command('restore')
    .description(
      'Restore the museum’s database from a backup. The service must be stopped. The backup is checked first; if anything fails, the database stays as it was.',
    )
    .argument('<file>', 'a backup made by "museum backup"')
    .option('--force', 'replace the existing database, whose content is lost')
    .action(restore);

async function restore(name: string, { force = false }: { force?: boolean }): Promise<void> {
  const { database } = readConfig(readEnvironment());
  const progress = progressLine();
  progress.show('Checking the backup');
  await restoreStore(resolve(name), database, {
    force,
    onProgress: (done) => progress.show(`Restoring: ${Math.floor(done * 100)} %`),
  }).finally(progress.clear);
  printLine(
    'Restored. Start the service, which upgrades a backup made by an older version; then run "museum check".',
  );
}
