import { Command } from 'commander';
import { findKeys, isNeeded, type KeptKey, rotateKeys } from '../codes/index.ts';
import { OPERATOR } from '../core/actor.ts';
import { instant, systemClock } from '../core/clock.ts';
import { MuseumDays } from '../hours/index.ts';
import { instantFormat, withStore } from './database.ts';
import { jsonArrayOf, jsonText } from './output.ts';
import { table } from './table.ts';

export function command(): Command {
  return new Command('keys')
    .description('List and rotate the keys that sign ticket codes. Private keys are never shown.')
    .addCommand(listCommand())
    .addCommand(rotateCommand());
}

function listCommand(): Command {
  return new Command('list')
    .summary('list all keys')
    .description(
      'List all keys, newest first, and whether they are published, so that gates can verify tickets with them.',
    )
    .option('--json', jsonArrayOf('keyId', 'isCurrent', 'isPublished', 'madeAt', 'retiredAt', 'neededUntil'))
    .action(({ json }: { json?: boolean }) =>
      withStore(async (store, { timeZone }) => {
        const today = await new MuseumDays(store, systemClock, timeZone).current();
        const keys = (await findKeys(store)).map((key) => ({ ...key, isPublished: isNeeded(key, today) }));
        console.log(json ? jsonText(keys.map(asJson)) : asTable(keys, timeZone));
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
        console.log(
          `Tickets sold from now on are signed with the new key ${keyId}. Gates that keep a copy of /.well-known/jwks.json must fetch it again.`,
        );
      }),
    );
}

type ListedKey = KeptKey & { readonly isPublished: boolean };

function asTable(keys: readonly ListedKey[], timeZone: string): string {
  if (keys.length === 0) return 'There are no keys yet. The first one is created when the service starts.';
  const format = instantFormat(timeZone);
  const rows = keys.map(({ keyId, isCurrent, isPublished, madeAt, retiredAt, neededUntil }) => [
    keyId,
    isCurrent ? 'signs' : isPublished ? `verifies until ${neededUntil}` : 'no longer needed',
    format.format(madeAt),
    retiredAt === null ? '' : format.format(retiredAt),
  ]);
  return table(['KEY', 'STATE', 'CREATED', 'RETIRED'], rows);
}

function asJson({ keyId, isCurrent, isPublished, madeAt, retiredAt, neededUntil }: ListedKey): object {
  return {
    keyId,
    isCurrent,
    isPublished,
    madeAt: instant(madeAt),
    retiredAt: retiredAt === null ? null : instant(retiredAt),
    neededUntil,
  };
}
