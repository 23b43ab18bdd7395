import { Command } from 'commander';
import { ConfirmationCodes } from '../codes/index.ts';
import { OPERATOR } from '../core/actor.ts';
import { systemClock } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import { MuseumDays } from '../hours/index.ts';
import { erasePass, erasePerson, exportPass, exportPerson } from '../privacy/index.ts';
import { readSettings } from '../settings/index.ts';
import type { Store } from '../store/index.ts';
import { ContactHashes } from '../tickets/index.ts';
import { passFile, personFile } from '../web/api/person-file.ts';
import { parseEmail } from './arguments.ts';
import { withStore } from './database.ts';
import { CommandFailed } from './failure.ts';
import { counted, jsonText, printLine } from './output.ts';

const IN_ANY_CASE = 'the visitor’s e-mail address; upper or lower case makes no difference';

const OF_PASS = 'a pass instead, by its code';

function requireOne(email: string | undefined, pass: string | undefined): void {
  if ((email === undefined) === (pass === undefined))
    throw new CommandFailed('give either an e-mail address or --pass with the code of a pass.', 2);
}

async function passReading(store: Store, timeZone: string) {
  const codes = await ConfirmationCodes.open(store, systemClock);
  const today = await new MuseumDays(store, systemClock, timeZone).current();
  return { codes, today, now: systemClock.now() };
}

async function withPass<Outcome>(code: string, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'pass-not-found')
      throw new CommandFailed(`there is no pass with the code ${code}.`);
    throw error;
  }
}

export default (): Command =>
  new Command('privacy')
    .description(
      'Export and erase a visitor’s personal data. Counts, the journal and ticket codes stay as they are.',
    )
    .addCommand(exportCommand())
    .addCommand(eraseCommand());

function exportCommand(): Command {
  return new Command('export')
    .summary('print the personal data stored about a visitor')
    .description(
      'Print all data stored about the visitor with that e-mail address, or about a pass, as JSON with times in UTC. The journal records it.',
    )
    .argument('[email]', IN_ANY_CASE, parseEmail)
    .option('--pass <code>', OF_PASS)
    .action((email: string | undefined, { pass }: { pass?: string }) =>
      withStore(async (store, { timeZone, fixed }) => {
        requireOne(email, pass);
        if (pass !== undefined) {
          const known = await withPass(pass, async () =>
            exportPass(store, OPERATOR, pass, await passReading(store, timeZone)),
          );
          return printLine(jsonText(passFile(known, systemClock.now())));
        }
        const contacts = await ContactHashes.open(store, systemClock);
        const today = await new MuseumDays(store, systemClock, timeZone).current();
        const { language } = (await readSettings(store, fixed)).now;
        const now = systemClock.now();
        const person = await exportPerson(store, OPERATOR, email ?? '', contacts, { today, language, now });
        printLine(jsonText(personFile(email ?? '', person, now)));
      }),
    );
}

function eraseCommand(): Command {
  return new Command('erase')
    .summary('erase a visitor’s e-mail address and telephone number')
    .description(
      'Erase the e-mail address and telephone number on all tickets and held orders with that address, what is written on their gift vouchers, and the holders of their passes; or the holder of one pass. This can’t be undone. The tickets and gift vouchers stay valid, but no more mails about them are sent. Backups still contain the data.',
    )
    .argument('[email]', IN_ANY_CASE, parseEmail)
    .option('--pass <code>', OF_PASS)
    .action((email: string | undefined, { pass }: { pass?: string }) =>
      withStore(async (store, { timeZone }) => {
        requireOne(email, pass);
        if (pass !== undefined) {
          await withPass(pass, async () =>
            erasePass(store, OPERATOR, pass, await passReading(store, timeZone)),
          );
          return printLine(
            'Erased the name of its holder, and the address by which it was found. The pass stays valid.',
          );
        }
        const contacts = await ContactHashes.open(store, systemClock);
        const erased = await erasePerson(store, OPERATOR, email ?? '', contacts, systemClock.now());
        const { tickets, orders, gifts, passes } = erased;
        if (tickets + orders + gifts + passes === 0) printLine('Nothing is stored about that address.');
        else
          printLine(
            `Erased the e-mail address and telephone number of ${[
              ...(tickets > 0 ? [counted(tickets, 'ticket')] : []),
              ...(orders > 0 ? [counted(orders, 'order')] : []),
              ...(gifts > 0 ? [counted(gifts, 'gift voucher')] : []),
              ...(passes > 0 ? [counted(passes, 'pass')] : []),
            ].join(' and ')}.`,
          );
      }),
    );
}
