import { Command } from 'commander';
import { OPERATOR } from '../core/actor.ts';
import { systemClock } from '../core/clock.ts';
import { MuseumDays } from '../hours/index.ts';
import { erasePerson, exportPerson } from '../privacy/index.ts';
import { readSettings } from '../settings/index.ts';
import { ContactHashes } from '../tickets/index.ts';
import { personFile } from '../web/api/person-file.ts';
import { parseEmail } from './arguments.ts';
import { withStore } from './database.ts';
import { counted, jsonText, printLine } from './output.ts';

const IN_ANY_CASE = 'the visitor’s e-mail address; upper or lower case makes no difference';

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
      'Print all data stored about the visitor with that e-mail address, as JSON with times in UTC. The journal records it.',
    )
    .argument('<email>', IN_ANY_CASE, parseEmail)
    .action((email: string) =>
      withStore(async (store, { timeZone, fixed }) => {
        const contacts = await ContactHashes.open(store, systemClock);
        const today = await new MuseumDays(store, systemClock, timeZone).current();
        const { language } = (await readSettings(store, fixed)).now;
        const now = systemClock.now();
        const person = await exportPerson(store, OPERATOR, email, contacts, { today, language, now });
        printLine(jsonText(personFile(email, person, now)));
      }),
    );
}

function eraseCommand(): Command {
  return new Command('erase')
    .summary('erase a visitor’s e-mail address and telephone number')
    .description(
      'Erase the e-mail address and telephone number on all tickets and held orders with that address, and what is written on their gift vouchers. This can’t be undone. The tickets and gift vouchers stay valid, but no more mails about them are sent. Backups still contain the data.',
    )
    .argument('<email>', IN_ANY_CASE, parseEmail)
    .action((email: string) =>
      withStore(async (store) => {
        const contacts = await ContactHashes.open(store, systemClock);
        const erased = await erasePerson(store, OPERATOR, email, contacts, systemClock.now());
        const { tickets, orders, gifts } = erased;
        if (tickets + orders + gifts === 0) printLine('Nothing is stored about that address.');
        else
          printLine(
            `Erased the e-mail address and telephone number of ${[
              ...(tickets > 0 ? [counted(tickets, 'ticket')] : []),
              ...(orders > 0 ? [counted(orders, 'order')] : []),
              ...(gifts > 0 ? [counted(gifts, 'gift voucher')] : []),
            ].join(' and ')}.`,
          );
      }),
    );
}
