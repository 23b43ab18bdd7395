import { Command } from 'commander';
import { readConfig } from '../app/config.ts';
import { readEnvironment } from '../app/environment.ts';
import { type Move, moveStore } from '../store/move.ts';
import { requireDatabase } from './database.ts';
import { CommandFailed } from './failure.ts';
import { printLine } from './output.ts';
import { progressLine } from './progress.ts';
import { textTable } from './table.ts';

const EXAMPLE = 'postgres://user:password@host:5432/museum';
const USAGE_ERROR = 2;
const BAR_WIDTH = 30;

export default (): Command =>
  new Command('move')
    .description(
      'Copy the museum from SQLite into an empty PostgreSQL database, and verify every table. The service must be stopped. The SQLite database is not changed. If the command is interrupted, run it again.',
    )
    .requiredOption(
      '--to <address>',
      `the PostgreSQL database: ${EXAMPLE}; without a password in it, the one in PGPASSWORD`,
    )
    .action(move);

async function move({ to }: { to: string }): Promise<void> {
  const config = readConfig(readEnvironment());
  if (config.database.kind !== 'sqlite') {
    throw new CommandFailed(
      'MUSEUM_DATABASE_URL is already a PostgreSQL database. Unset it, or set it to the SQLite database to be moved.',
    );
  }
  // What was given may hold a password, so the message does not repeat it.
  if (!/^postgres(ql)?:\/\//.test(to)) throw new CommandFailed(`--to: use ${EXAMPLE}.`, USAGE_ERROR);
  requireDatabase(config);
  const progress = progressLine();
  const outcome = await moveStore(config.database.path, to, (doing, done) =>
    progress.show(`${bar(done)} ${Math.floor(done * 100)} %  ${doing}`),
  ).finally(progress.clear);
  printLine(report(outcome, config.database.path));
}

function bar(done: number): string {
  const filled = Math.round(done * BAR_WIDTH);
  return '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
}

function report({ tables, wasThere }: Move, path: string): string {
  const rows = tables.map(({ name, rows, checksum }) => [name, rows.toLocaleString('en'), checksum]);
  return [
    wasThere
      ? 'The museum is already in PostgreSQL; the counts and checksums of all tables match:'
      : 'Moved to PostgreSQL; the counts and checksums of all tables match:',
    '',
    textTable(['table', 'rows', 'SHA-256'], rows),
    '',
    'Next: set MUSEUM_DATABASE_URL to that address, run "museum check", then start the service.',
    `Put ${path} away: it is unchanged, and a service started on it would sell the same places again.`,
  ].join('\n');
}
