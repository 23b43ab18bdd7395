import { Command, InvalidArgumentError, Option } from 'commander';
import { findAccountId, findUsernames } from '../accounts/index.ts';
import { OPERATOR } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
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
  systemUserOf,
} from '../journal/index.ts';
import { inspectStore, type Queries } from '../store/index.ts';
import { findAbout, withTicketIds } from '../tickets/index.ts';
import { limitOption, parseDay, requireInOrder } from './arguments.ts';
import { instantFormat, readMuseumConfig } from './database.ts';
import { CommandFailed } from './failure.ts';
import { counted, jsonArrayOf, jsonText, printLine } from './output.ts';
import { textTable } from './table.ts';

export default (): Command =>
  new Command('audit')
    .description('Read and verify the journal: what happened, when, and who did it. Nothing is changed.')
    .addCommand(listCommand())
    .addCommand(verifyCommand());

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
    .description('List journal entries that match all given options, newest first.')
    .addOption(new Option('--from <day>', 'only entries of this day and later').argParser(parseDay))
    .addOption(new Option('--to <day>', 'only entries up to and including this day').argParser(parseDay))
    .addOption(new Option('--kind <kind>', 'only entries of this kind').choices(JOURNAL_KINDS))
    .option('--subject <subject>', 'only entries about this id, day or name')
    .option('--account <name>', 'only what this account did')
    .addOption(limitOption())
    .option(
      '--json',
      jsonArrayOf('number', 'at', 'kind', 'subject', 'account', 'door', 'requestId', 'details'),
    )
    .action(async ({ account, from, to, limit, json, kind, subject }: ListOptions) => {
      requireInOrder(from, to);
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
        printLine(json ? jsonText(shown) : asTable(shown, config.timeZone));
      });
    });
}

function verifyCommand(): Command {
  return new Command('verify')
    .summary('verify that the journal is unchanged')
    .description(
      'Verify the journal’s chain of seals from the first entry, and report the first entry that was changed; the exit code is then 1. Keep the printed head somewhere else than on this machine: with --seal, a later run checks that the journal is still unchanged up to that head.',
    )
    .addOption(
      new Option('--seal <seal>', 'a head printed earlier, which must still be in the journal').argParser(
        parseSeal,
      ),
    )
    .action(async ({ seal }: { seal?: string }) => {
      await inspectStore(readMuseumConfig().database, async (snapshot) => {
        const { entries, head } = await verifyJournal(snapshot);
        const known = seal === undefined ? undefined : await findSealed(snapshot, seal);
        if (seal !== undefined && known === undefined)
          throw new CommandFailed(
            'no entry of the journal has that seal, so the journal was changed or replaced.',
          );
        printLine(
          `OK: ${counted(entries, 'sealed entry', 'sealed entries')}${entries > 0 ? `, head ${head}` : ''}.`,
        );
        if (known !== undefined) printLine(`That seal belongs to entry ${known.toLocaleString('en')}.`);
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
  if (entries.length === 0) return 'No journal entries match.';
  const format = instantFormat(timeZone);
  const rows = entries.map(({ number, at, kind, subject, account, door, details }) => [
    number === null ? '' : `${number}`,
    format.format(Date.parse(at)),
    kind,
    subject,
    account ?? systemUserOf({ channel: door, details }) ?? '',
    door,
    JSON.stringify(details),
  ]);
  return textTable(['NUMBER', 'AT', 'KIND', 'SUBJECT', 'BY', 'CHANNEL', 'DETAILS'], rows);
}

function parseSeal(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new InvalidArgumentError(
      'It must be the 64 hexadecimal digits that "museum audit verify" printed as the head.',
    );
  return text.toLowerCase();
}
