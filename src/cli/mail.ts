import { Command } from 'commander';
import type { Config } from '../app/config.ts';
import { CurrentLogo } from '../app/logo.ts';
import { namedSender, openMailWriter } from '../app/messages.ts';
import { publicUrlOf } from '../app/own-address.ts';
import { KeyRing } from '../codes/index.ts';
import { OPERATOR } from '../core/actor.ts';
import { systemClock } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import type { DeliveryState } from '../deliveries/index.ts';
import { isDemonstration } from '../demo/index.ts';
import { MuseumDays } from '../hours/index.ts';
import { GiftPdfs, TicketImages, TicketPainter } from '../images/index.ts';
import {
  countMails,
  domainOf,
  getMail,
  listMails,
  MailServer,
  NOT_SENT,
  previewMail,
  retryFailedMails,
  retryMail,
  sendTestMail,
} from '../mail/index.ts';
import { readSettings } from '../settings/index.ts';
import type { Store } from '../store/index.ts';
import { showDelivery } from '../web/api/webhooks/presenters.ts';
import { limitOption, parseEmail, parseId } from './arguments.ts';
import { withStore } from './database.ts';
import { DELIVERIES_AS_JSON, deliveryTable, requireOneOrFailed, stateOption } from './deliveries.ts';
import { CommandFailed } from './failure.ts';
import { counted, jsonText, printError, printLine } from './output.ts';

export const NO_SERVER = 'no mail server is set. Set MUSEUM_SMTP_URL and MUSEUM_MAIL_FROM.';
const IN_DEMO = 'this is a demonstration museum: it sends no mail.';

export default (): Command =>
  new Command('mail')
    .description('List mails to visitors and why some failed, show a mail, and resend mails.')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(retryCommand())
    .addCommand(testCommand());

function listCommand(): Command {
  return new Command('list')
    .summary('list mails')
    .description('List mails, sent and waiting, newest first, and how many are in each state.')
    .addOption(stateOption())
    .addOption(limitOption())
    .option('--json', DELIVERIES_AS_JSON)
    .action(({ json, ...question }: { state?: DeliveryState; limit: number; json?: boolean }) =>
      withStore(async (store, { timeZone, mail }) => {
        await warnWithout(store, mail);
        const found = await listMails(store, OPERATOR, question);
        if (json) return printLine(jsonText(found.map(showDelivery)));
        const { waiting, delivered, failed, dropped } = await countMails(store, OPERATOR);
        printLine(deliveryTable(found, timeZone, 'There are no mails.'));
        printLine(`${waiting} waiting, ${delivered} delivered, ${failed} failed, ${dropped} dropped`);
      }),
    );
}

function showCommand(): Command {
  return new Command('show')
    .summary('show a mail')
    .description('Show the state of a mail, and its text as it would be sent now.')
    .argument('<id>', 'the id of the mail', parseId)
    .action((id: Uuid) =>
      withStore(async (store, config) => {
        const { state, attempts, answer } = await getMail(store, OPERATOR, id);
        printLine(`${state} after ${counted(attempts, 'attempt')}. ${answer ?? ''}\n`);
        const mail = await preview(store, config, id);
        printLine(
          typeof mail === 'string'
            ? `It would not be sent now: ${NOT_SENT[mail]}`
            : `Subject: ${mail.subject}\n\n${mail.text}`,
        );
      }),
    );
}

function retryCommand(): Command {
  return new Command('retry')
    .summary('resend one mail, or all failed ones')
    .description('Have the service resend one mail, or all failed mails, at once. Each keeps its Message-ID.')
    .argument('[id]', 'the id of the mail', parseId)
    .option('--failed', 'all that have failed')
    .action((id: Uuid | undefined, { failed = false }: { failed?: boolean }) => {
      requireOneOrFailed('mail', id, failed);
      return withStore(async (store, { mail }) => {
        await warnWithout(store, mail);
        const now = systemClock.now();
        if (id !== undefined) await retryMail(store, OPERATOR, id, now);
        const count = id === undefined ? await retryFailedMails(store, OPERATOR, now) : 1;
        printLine(`The service resends ${counted(count, 'mail')}.`);
      });
    });
}

function testCommand(): Command {
  return new Command('test')
    .summary('send a test mail')
    .description('Send a test mail, and print the response of the mail server.')
    .argument('<address>', 'the e-mail address to send it to', parseEmail)
    .action((address: string) =>
      withStore(async (store, { mail, fixed }) => {
        if (await isDemonstration(store)) throw new CommandFailed(IN_DEMO);
        if (mail === undefined) throw new CommandFailed(NO_SERVER);
        const settings = await readSettings(store, fixed);
        const server = new MailServer(mail.server, namedSender(mail.sender, settings));
        try {
          const options = { server, settings, domain: domainOf(mail.sender) };
          const said = await sendTestMail(options, OPERATOR, address, systemClock.now());
          printLine(`The mail server accepted it: ${said}`);
        } finally {
          server.close();
        }
      }),
    );
}

async function warnWithout(store: Store, mail: Config['mail']): Promise<void> {
  if (await isDemonstration(store)) printError(`museum: ${IN_DEMO}`);
  else if (mail === undefined) printError(`museum: ${NO_SERVER} Until then no mail is sent.`);
}

async function preview(store: Store, config: Config, id: Uuid) {
  const { timeZone, mail, fixed } = config;
  const painter = new TicketPainter({ workers: 1 });
  try {
    const [keys, clock] = [new KeyRing(store), systemClock];
    const { onTickets, inMails: logo } = await CurrentLogo.open(store, config.logo);
    const settings = await readSettings(store, fixed);
    const images = new TicketImages({ store, keys, painter, settings, timeZone, logo: onTickets });
    const sender = namedSender(mail?.sender ?? { name: '', address: 'tickets@localhost' }, settings);
    const publicUrl = () => publicUrlOf(config);
    const giftPdfs = new GiftPdfs({ painter, settings, logo: onTickets });
    const rooms = { store, clock, images, giftPdfs, logo, settings, publicUrl };
    const writer = await openMailWriter(config, sender, rooms);
    const days = new MuseumDays(store, clock, timeZone);
    return await previewMail({ queries: store, clock, days, writer }, OPERATOR, id);
  } finally {
    await painter.close();
  }
}
