import { Command, InvalidArgumentError, Option } from 'commander';
import { findAccountId, findUsernames } from '../accounts/index.ts';
import { OPERATOR } from '../core/actor.ts';
import { type CalendarDay, parseCalendarDay } from '../core/calendar-day.ts';
import { instant } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import { dayBounds } from '../core/zoned-time.ts';
import {
  checkJournal,
  type FoundEntry,
  findEntries,
  findSealed,
  JOURNAL_KINDS,
  type JournalFigures,
  type JournalKind,
} from '../journal/index.ts';
import { inspectStore, type Queries } from '../store/index.ts';
import { findAbout, withTicketIds } from '../tickets/index.ts';
import { parseCount } from './arguments.ts';
import { instantFormat, readMuseumConfig } from './database.ts';
import { CommandFailed } from './failure.ts';
import { jsonText } from './output.ts';
import { table } from './table.ts';

export function command(): Command {
  return new Command('audit')
    .description('Read and verify the journal: what happened, who did it and when. Changes nothing.')
    .addCommand(listCommand())
    .addCommand(verifyCommand());
}

interface ListOptions {
  readonly from?: CalendarDay;
  readonly to?: CalendarDay;
  readonly kind?: JournalKind;
  readonly subject?: string;
  readonly account?: string;
  readonly limit: number;
  readonly json?: boolean;
}

function listCommand(): Command {
  return new Command('list')
    .summary('list journal entries')
    .description('List journal entries, the newest first. An entry must match all given options.')
    .addOption(new Option('--from <day>', 'not before that day').argParser(parseDay))
    .addOption(new Option('--to <day>', 'up to that day').argParser(parseDay))
    .addOption(new Option('--kind <kind>', 'only of this kind').choices(JOURNAL_KINDS))
    .option('--subject <subject>', 'only entries about this id, day or name')
    .option('--account <name>', 'only entries of this account')
    .addOption(new Option('--limit <count>', 'how many at most').argParser(parseCount).default(30))
    .option('--json', 'as JSON, with instants in UTC')
    .action(async ({ account, from, to, limit, json, kind, subject }: ListOptions) => {
      if (from !== undefined && to !== undefined && to < from)
        throw new CommandFailed(`--to must not be before --from, which is ${from}.`, 2);
      const config = readMuseumConfig();
      await inspectStore(config.database, async (snapshot) => {
        const accountId = account === undefined ? undefined : await accountNamed(snapshot, account);
        const about = subject === undefined ? undefined : await findAbout(snapshot, subject);
        const question = { ...dayBounds(config.timeZone, from, to), kind, about, accountId, limit };
        const found = await withTicketIds(snapshot, await findEntries(snapshot, OPERATOR, question));
        const names = await findUsernames(snapshot, [
          ...new Set(found.flatMap(({ accountId }) => accountId ?? [])),
        ]);
        const shown = found.map((entry) => asJson(entry, names));
        console.log(json ? jsonText(shown) : asTable(shown, config.timeZone));
      });
    });
}

function verifyCommand(): Command {
  return new Command('verify')
    .summary('verify the chain of seals')
    .description(
      'Verify the chain of seals from the first entry, and name the first changed entry. The exit code is 1 when there is one. Note the printed head outside of this machine: with --seal, a later run checks that the journal up to that head is unchanged.',
    )
    .addOption(
      new Option(
        '--seal <seal>',
        'a head that was printed before, which must still be in the journal',
      ).argParser(parseSeal),
    )
    .action(async ({ seal }: { seal?: string }) => {
      await inspectStore(readMuseumConfig().database, async (snapshot) => {
        const { entries, head } = await verifyJournal(snapshot);
        const known = seal === undefined ? undefined : await findSealed(snapshot, seal);
        if (seal !== undefined && known === undefined)
          throw new CommandFailed(
            'no entry of the journal has that seal: it is not the journal that it was.',
          );
        console.log(
          `OK: ${entries.toLocaleString('en')} sealed ${entries === 1 ? 'entry' : 'entries'}${entries > 0 ? `, head ${head}` : ''}.`,
        );
        if (known !== undefined) console.log(`That seal is of entry ${known.toLocaleString('en')}.`);
      });
    });
}

/** @throws CommandFailed with the first entry that is not what was sealed */
async function verifyJournal(queries: Queries): Promise<JournalFigures> {
  const { done, value } = await checkJournal(queries).next();
  if (done) return value;
  throw new CommandFailed(`the journal was changed. ${value}`);
}

/** @throws CommandFailed */
async function accountNamed(queries: Queries, username: string): Promise<Uuid> {
  const accountId = await findAccountId(queries, username);
  if (accountId === undefined)
    throw new CommandFailed(`There is no account named ${JSON.stringify(username)}.`);
  return accountId;
}

function asJson(
  { accountId, position: _, at, channel, ...entry }: FoundEntry,
  names: ReadonlyMap<Uuid, string>,
) {
  const account = accountId === null ? null : (names.get(accountId) ?? accountId);
  return { ...entry, door: channel, at: instant(at), account };
}

function asTable(entries: readonly ReturnType<typeof asJson>[], timeZone: string): string {
  if (entries.length === 0) return 'Nothing like that is in the journal.';
  const format = instantFormat(timeZone);
  const rows = entries.map(({ number, at, kind, subject, account, door, details }) => [
    number === null ? '' : `${number}`,
    format.format(Date.parse(at)),
    kind,
    subject,
    account ?? '',
    door,
    JSON.stringify(details),
  ]);
  return table(['NUMBER', 'AT', 'KIND', 'SUBJECT', 'BY', 'DOOR', 'DETAILS'], rows);
}

function parseSeal(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new InvalidArgumentError(
      'It must be the 64 hexadecimal digits that "museum audit verify" printed as the head.',
    );
  return text.toLowerCase();
}

function parseDay(text: string): CalendarDay {
  const day = parseCalendarDay(text);
  if (day === undefined) throw new InvalidArgumentError('It must be a day, such as 2027-03-14.');
  return day;
}
