import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { readConfig, readEnvironment } from '../config.ts';
import { backupStore } from '../store/backup.ts';
import { requireDatabase } from './database.ts';
import { progressLine } from './progress.ts';

export function command(): Command {
  return new Command('backup')
    .description(
      'Copy the museum’s database to a new file, complete as of one instant. The service may be running and goes on selling. The file holds secrets: keep it as safe as the database.',
    )
    .argument('<file>', 'where the backup goes')
    .option('--force', 'replace the file when there is one')
    .action(backup);
}

async function backup(name: string, { force = false }: { force?: boolean }): Promise<void> {
  const config = readConfig(readEnvironment());
  requireDatabase(config);
  const file = resolve(name);
  const progress = progressLine();
  await backupStore(config.database, file, {
    force,
    onProgress: (done) => progress.show(`Backing up: ${Math.floor(done * 100)} %`),
  }).finally(progress.clear);
  const megabytes = (statSync(file).size / 1e6).toLocaleString('en', { maximumFractionDigits: 1 });
  console.log(`Backed up to ${file} (${megabytes} MB). "museum check FILE" recounts what is in it.`);
}
