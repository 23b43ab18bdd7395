import { Command } from 'commander';
import { findKeys, isNeeded, type KeptKey, revokeKey, rotateKeys } from '../codes/index.ts';
import { OPERATOR } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { instant, systemClock } from '../core/clock.ts';
import { MuseumDays } from '../hours/index.ts';
import type { Queries } from '../store/index.ts';
import { type TicketsOfKey, ticketsByKey } from '../tickets/index.ts';
import { instantFormat, withStore } from './database.ts';
import { CommandFailed } from './failure.ts';
import { NO_SERVER } from './mail.ts';
import { jsonArrayOf, jsonText, printLine } from './output.ts';
import { textTable } from './table.ts';

export default (): Command =>
  new Command('keys')
    .description('List, rotate and revoke the keys that sign ticket codes. Private keys are never shown.')
    .addCommand(listCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand());

function listCommand(): Command {
  return new Command('list')
    .summary('list all keys, and what depends on each')
    .description(
      'List all keys, newest first: whether they are published, so that gates can verify tickets with them, how many tickets to come have a code of theirs, and the last day of these.',
    )
    .option(
      '--json',
      jsonArrayOf(
        'keyId',
        'isCurrent',
        'isPublished',
        'madeAt',
        'retiredAt',
        'neededUntil',
        'ticketsToCome',
        'lastDay',
        'revoked',
      ),
    )
    .action(({ json }: { json?: boolean }) =>
      withStore(async (store, { timeZone }) => {
        const today = await new MuseumDays(store, systemClock, timeZone).current();
        const keys = await listKeys(store, today);
        printLine(json ? jsonText(keys.map(asJson)) : asTable(keys, timeZone));
      }),
    );
}

function rotateCommand(): Command {
  return new Command('rotate')
    .summary('sign new tickets with a new key')
    .description(
      'Create a new key, which signs every ticket sold from now on; a running service uses it at once. The old key stays published until no valid ticket needs it, so tickets sold earlier stay valid.',
    )
    .action(() =>
      withStore(async (store) => {
        const keyId = await rotateKeys(store, OPERATOR, systemClock.now());
        printLine(
          `Tickets sold from now on are signed with the new key ${keyId}. Gates that keep a copy of /.well-known/jwks.json must fetch it again.`,
        );
      }),
    );
}

const LONGEST_REASON = 200;

function revokeCommand(): Command {
  return new Command('revoke')
    .summary('withdraw all codes that a key has signed')
    .description(
      'Withdraw all codes that a key has signed, because somebody else may know the key. Its tickets stay valid: whoever fetches one again gets it with a new code, which the current key signs; if that is the one to be revoked, a new key is made first. A running service and its gates refuse the old codes from now on, gates without a network as soon as they have heard of it. This can’t be undone.',
    )
    .argument('<key>', 'the id of the key, as in "museum keys list"')
    .requiredOption('--reason <text>', 'why, for the journal')
    .option('--mail', 'mail the tickets with their new codes to all who left an address')
    .action((given: string, { reason: text, mail: isMailed = false }: { reason: string; mail?: boolean }) => {
      const reason = text.trim();
      if (reason === '' || reason.length > LONGEST_REASON)
        throw new CommandFailed(`the reason must have 1 to ${LONGEST_REASON} characters.`, 2);
      return withStore(async (store, { timeZone, mail }) => {
        if (isMailed && mail === undefined) throw new CommandFailed(NO_SERVER);
        const keyId = given.toUpperCase();
        const now = systemClock.now();
        const revoked = await revokeKey(store, OPERATOR, keyId, { reason, isMailed }, now);
        const { replacedBy, isNew, withdrawn } = revoked;
        const today = await new MuseumDays(store, systemClock, timeZone).current();
        const sold = (await ticketsByKey(store, today)).filter((each) => withdrawn.includes(each.keyId));
        const tickets = sold.reduce((sum, each) => sum + each.tickets, 0);
        const which =
          tickets === 1 ? '1 ticket to come has a new code' : `${tickets} tickets to come have new codes`;
        printLine(
          [
            `The key ${keyId} is revoked: no code that it has signed admits anybody any more.`,
            `${which}, signed with the ${isNew ? 'new ' : ''}key ${replacedBy}.`,
            isMailed
              ? 'The service mails them to all who left an address.'
              : 'Visitors get them on the page of their order, at the desk, or from the seller. To mail them, run this again with --mail.',
            'Gates that keep a copy of /.well-known/jwks.json must fetch it again.',
          ].join('\n'),
        );
      });
    });
}

type ListedKey = KeptKey &
  Pick<TicketsOfKey, 'tickets'> & { readonly isPublished: boolean; readonly lastDay: CalendarDay | null };

/** Every key with the tickets to come whose codes it signs: also those that were sold under keys that it replaces. */
async function listKeys(queries: Queries, today: CalendarDay): Promise<ListedKey[]> {
  const [keys, sold] = await Promise.all([findKeys(queries), ticketsByKey(queries, today)]);
  const signsFor = new Map(keys.map(({ keyId, revocation }) => [keyId, revocation?.replacedBy ?? keyId]));
  return keys.map((key) => {
    const own = sold.filter(({ keyId }) => signsFor.get(keyId) === key.keyId);
    return {
      ...key,
      isPublished: isNeeded(key, today),
      tickets: own.reduce((sum, { tickets }) => sum + tickets, 0),
      lastDay:
        own
          .map(({ lastDay }) => lastDay)
          .toSorted()
          .at(-1) ?? null,
    };
  });
}

function asTable(keys: readonly ListedKey[], timeZone: string): string {
  if (keys.length === 0) return 'There are no keys yet. The first one is created when the service starts.';
  const format = instantFormat(timeZone);
  const rows = keys.map((key) => [
    key.keyId,
    stateOf(key),
    format.format(key.madeAt),
    key.retiredAt === null ? '' : format.format(key.retiredAt),
    `${key.tickets}`,
    key.lastDay ?? '',
    key.revocation?.reason ?? '',
  ]);
  return textTable(['KEY', 'STATE', 'CREATED', 'RETIRED', 'TICKETS TO COME', 'LAST DAY', 'REASON'], rows);
}

function stateOf({ isCurrent, isPublished, neededUntil, revocation }: ListedKey): string {
  if (revocation !== null) return `revoked, ${revocation.replacedBy} signs instead`;
  if (isCurrent) return 'signs';
  return isPublished ? `verifies until ${neededUntil}` : 'no longer needed';
}

function asJson({
  keyId,
  isCurrent,
  isPublished,
  madeAt,
  retiredAt,
  neededUntil,
  ...key
}: ListedKey): object {
  const { tickets, lastDay, revocation } = key;
  return {
    keyId,
    isCurrent,
    isPublished,
    madeAt: instant(madeAt),
    retiredAt: retiredAt === null ? null : instant(retiredAt),
    neededUntil,
    ticketsToCome: tickets,
    lastDay,
    revoked: revocation && { ...revocation, at: instant(revocation.at) },
  };
}
