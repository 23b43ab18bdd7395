import { Command } from 'commander';
import { OPERATOR } from '../core/actor.ts';
import { instant, systemClock } from '../core/clock.ts';
import type { Delivery } from '../deliveries/index.ts';
import { MuseumDays } from '../hours/index.ts';
import type { OrderRecord } from '../orders/index.ts';
import { erasePerson, exportPerson } from '../privacy/index.ts';
import { readSettings } from '../settings/index.ts';
import { ContactHashes, type TicketRecord } from '../tickets/index.ts';
import type { CheckIn } from '../visits/index.ts';
import { presentOrder } from '../web/api/orders/presenters.ts';
import { presentTicket } from '../web/api/tickets/presenters.ts';
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
        const known = {
          tickets: person.tickets.map(asTicket),
          orders: person.orders.map(asOrder),
          scans: person.scans.map(asScan),
          mails: person.mails.map(asMail),
        };
        printLine(jsonText({ email, exportedAt: instant(now), ...known }));
      }),
    );
}

function eraseCommand(): Command {
  return new Command('erase')
    .summary('erase a visitor’s e-mail address and telephone number')
    .description(
      'Erase the e-mail address and telephone number on all tickets and held orders with that address. This can’t be undone. The tickets stay valid, but no more mails about them are sent. Backups still contain the data.',
    )
    .argument('<email>', IN_ANY_CASE, parseEmail)
    .action((email: string) =>
      withStore(async (store) => {
        const contacts = await ContactHashes.open(store, systemClock);
        const erased = await erasePerson(store, OPERATOR, email, contacts, systemClock.now());
        const { tickets, orders } = erased;
        if (tickets + orders === 0) printLine('Nothing is stored about that address.');
        else
          printLine(
            `Erased the e-mail address and telephone number of ${[
              ...(tickets > 0 || orders === 0 ? [counted(tickets, 'ticket')] : []),
              ...(orders > 0 ? [counted(orders, 'order')] : []),
            ].join(' and ')}.`,
          );
      }),
    );
}

function asTicket(record: TicketRecord): object {
  const { ticket, state, eventName, contact, madeVoid, replaces, replacedBy } = record;
  return {
    ...presentTicket(ticket, eventName),
    state,
    email: contact?.email ?? null,
    phone: contact?.phone ?? null,
    ...(madeVoid !== undefined && { voidedAt: instant(madeVoid.voidedAt) }),
    ...(madeVoid?.reason && { voidReason: madeVoid.reason }),
    ...(replaces !== undefined && { replaces }),
    ...(replacedBy !== undefined && { replacedBy }),
  };
}

/** With what a reseller has said of its buyer. */
function asOrder(record: OrderRecord): object {
  const { contact, notes } = record.order;
  return { ...presentOrder(record), ...(contact !== null && { contact }), ...(notes !== null && { notes }) };
}

function asScan({ ticket, at, gate, direction, verdict, reason, override, undoneAt }: CheckIn): object {
  return {
    ticketId: ticket?.ticketId,
    at: instant(at),
    gate,
    direction,
    verdict,
    ...(reason !== null && { reason }),
    ...(override !== null && { override }),
    ...(undoneAt !== null && { undoneAt: instant(undoneAt) }),
  };
}

function asMail({ deliveryId, kind, state, madeAt, settledAt }: Delivery): object {
  return {
    mailId: deliveryId,
    about: kind,
    state,
    plannedAt: instant(madeAt),
    ...(settledAt !== null && { settledAt: instant(settledAt) }),
  };
}
