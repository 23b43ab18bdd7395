import { resolve } from 'node:path';
import { Command } from 'commander';
import { type CheckFigures, checkMuseum } from '../check/index.ts';
import { type DatabaseAddress, inspectStore } from '../store/index.ts';
import { readMuseumConfig } from './database.ts';
import { CommandFailed } from './failure.ts';
import { counted, printLine } from './output.ts';
import { progressLine } from './progress.ts';

const NEVER_USED =
  'OK: this museum has never been used. The first start of the service creates the keys and the first account.';

export default (): Command =>
  new Command('check')
    .description(
      'Compare all counters with the stored rows, and report each difference; the exit code is then 1. Nothing is changed, and the service may be running.',
    )
    .argument('[file]', 'a backup to check instead of the museum’s database')
    .action(check);

async function check(file: string | undefined): Promise<void> {
  const progress = progressLine();
  const { figures, differences } = await inspectStore(databaseToCheck(file), async (snapshot) => {
    const check = checkMuseum(snapshot, progress.show);
    let differences = 0;
    for (;;) {
      const { done, value } = await check.next();
      if (done) return { figures: value, differences };
      differences++;
      progress.clear();
      printLine(value);
    }
  }).finally(progress.clear);
  if (differences > 0) throw new CommandFailed(`found ${counted(differences, 'difference')}.`);
  printLine(figures === undefined ? NEVER_USED : summary(figures));
}

function databaseToCheck(file: string | undefined): DatabaseAddress {
  return file === undefined ? readMuseumConfig().database : { kind: 'sqlite', path: resolve(file) };
}

function summary({
  tickets,
  orders,
  events,
  eventDays,
  generalDays,
  keptAnswers,
  overfullDays,
  journalEntries,
  journalHead,
}: CheckFigures): string {
  const lines = [
    `OK: ${counted(tickets, 'ticket')}, ${counted(events, 'event')} on ${counted(eventDays, 'day')}, ${counted(generalDays, 'day')} of general entry, ${counted(orders, 'order')}, ${counted(keptAnswers, 'stored response')}.`,
  ];
  if (journalEntries > 0) {
    lines.push(
      `The journal: ${counted(journalEntries, 'sealed entry', 'sealed entries')}, head ${journalHead}.`,
    );
  }
  if (overfullDays > 0) {
    lines.push(
      `On ${counted(overfullDays, 'day')} more tickets are sold than the capacity, because it was lowered afterwards.`,
    );
  }
  return lines.join('\n');
}
