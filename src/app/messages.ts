import type { Logger } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import { findShopAccount } from '../accounts/index.ts';
import { type CardIssuer, type CardSecrets, issuerChannel } from '../cards/index.ts';
import { OrderSecrets } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { Clock, SteadyClock } from '../core/clock.ts';
import {
  Deliverer,
  type DeliveryChannel,
  deleteExpiredDeliveries,
  forgetOldRecipients,
  hasExpiredDeliveries,
  hasOldRecipients,
  redatingJob,
} from '../deliveries/index.ts';
import { GiftCodes } from '../gifts/index.ts';
import type { MuseumDays } from '../hours/index.ts';
import { Outgoing, resolveAll } from '../http/outgoing.ts';
import type { GiftPdfs, TicketImages } from '../images/index.ts';
import type { Job, Jobs } from '../jobs/index.ts';
import {
  domainOf,
  MailChannel,
  MailServer,
  MailWriter,
  type MailWriterOptions,
  mailFeed,
  type Sender,
  sendTestMail,
} from '../mail/index.ts';
import type { KnownNow } from '../settings/index.ts';
import type { Store } from '../store/index.ts';
import type { ContactHashes } from '../tickets/index.ts';
import { showMessage } from '../web/api/index.ts';
import { CONFIRMATION } from '../web/shop/index.ts';
import {
  deleteRemovedWebhooks,
  findDisabledWithBacklog,
  giveUpRest,
  hasRemoved,
  WebhookSecrets,
  Webhooks,
  webhookChannel,
  webhookFeed,
} from '../webhooks/index.ts';
import type { Config } from './config.ts';

export interface MessagingDependencies {
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly days: MuseumDays;
  readonly contacts: ContactHashes;
  readonly log: Logger;
  readonly jobs: Jobs;
  readonly images: TicketImages;
  readonly giftPdfs: GiftPdfs;
  readonly settings: KnownNow;
  readonly cardSecrets: CardSecrets;
  /** The issuer of cards that is told of visits; undefined: none is connected. */
  readonly issuer: CardIssuer | undefined;
  readonly logo: MailWriterOptions['logo'];
  /** Where visitors reach the service, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Functions that close what was opened; they are called in reverse order. */
  readonly closing: (() => Promise<unknown>)[];
}

/** Wires webhooks and mail: for each channel a job that plans deliveries, and one that sends them. */
export async function openMessaging(
  config: Config,
  dependencies: MessagingDependencies,
): Promise<{
  readonly webhooks: Webhooks;
  /** Undefined: there is no mail server. */
  readonly mail: Awaited<ReturnType<typeof openMail>> | undefined;
  /** To be called when entries have been sealed. */
  readonly wake: () => void;
}> {
  const { jobs, store, clock } = dependencies;
  const webhooks = openWebhooks(config, dependencies);
  const feeds = ['feed-webhooks'];
  const mail = config.mail && (await openMail(config, config.mail, dependencies));
  if (mail !== undefined) feeds.push('feed-mail');
  const { issuer, cardSecrets: secrets } = dependencies;
  if (issuer !== undefined) send(issuerChannel({ store, clock, secrets, issuer }), dependencies);
  jobs.add(redatingJob(store, clock));
  jobs.add(cleanUpJob(store, clock));
  return {
    webhooks,
    mail,
    wake: () => {
      for (const feed of feeds) jobs.wake(feed);
    },
  };
}

/** Wires webhooks, which tell other systems. */
function openWebhooks(
  { webhookAllowPrivate: allowPrivate }: Config,
  dependencies: MessagingDependencies,
): Webhooks {
  const { store, clock, days, jobs, closing } = dependencies;
  const secrets = new WebhookSecrets(store, clock);
  const outgoing = new Outgoing({ allowPrivate });
  closing.push(async () => outgoing.close());
  const post: Outgoing['post'] = (...message) => outgoing.post(...message);
  const userAgent = `museum/${packageJson.version}`;
  const onPlanned = send(webhookChannel({ store, clock, secrets, post, userAgent }), dependencies);
  jobs.add(webhookFeed({ store, clock, days, show: showMessage, onPlanned }));
  const addresses = { allowPrivate, lookup: resolveAll };
  return new Webhooks({ store, clock, secrets, addresses, show: showMessage });
}

/** Wires mail to visitors. */
async function openMail(
  config: Config,
  { server: address, sender: given }: NonNullable<Config['mail']>,
  dependencies: MessagingDependencies,
) {
  const { store, clock, days, contacts, jobs, closing, settings } = dependencies;
  const sender = namedSender(given, settings);
  const domain = domainOf(sender);
  const writer = await openMailWriter(config, sender, dependencies);
  const server = new MailServer(address, sender);
  closing.push(async () => server.close());
  const channel = new MailChannel({ store, clock, days, contacts, writer, server, domain });
  const onPlanned = send(channel, dependencies);
  jobs.add(mailFeed({ store, clock, days, contacts, onPlanned }));
  return {
    server: `${address.host}:${address.port}`,
    sender: sender.address,
    room: { queries: store, clock, days, writer },
    sendTest: (actor: Actor, to: string) =>
      sendTestMail({ server, settings, domain }, actor, to, clock.now()),
  };
}

/** A sender without a name of its own has the museum's, as it is when the mail is sent. */
export function namedSender({ name, address }: Sender, settings: KnownNow): Sender {
  return {
    address,
    get name() {
      return name || settings.now.name;
    },
  };
}

/** Writes mails with what the settings say of the museum. */
export async function openMailWriter(
  { timeZone }: Config,
  sender: Sender,
  rooms: Pick<
    MessagingDependencies,
    'store' | 'clock' | 'images' | 'giftPdfs' | 'logo' | 'settings' | 'publicUrl'
  >,
): Promise<MailWriter> {
  const { store, clock, images, giftPdfs, logo, settings, publicUrl } = rooms;
  const pageOf = await orderPages(rooms);
  const giftCodes = await GiftCodes.open(store, clock);
  const says = { settings, timeZone, sender, publicUrl, logo, pageOf, giftCodes, giftPdfs };
  return new MailWriter({ queries: store, images, ...says });
}

/** Orders of the shop have a page. */
async function orderPages({
  store,
  clock,
  publicUrl,
}: Pick<MessagingDependencies, 'store' | 'clock' | 'publicUrl'>): Promise<MailWriterOptions['pageOf']> {
  const shopId = await findShopAccount(store);
  const secrets = await OrderSecrets.open(store, clock);
  return ({ orderId, soldBy }, kind) => {
    if (soldBy !== shopId) return undefined;
    const page = `${publicUrl()}/order/${secrets.secretOf(orderId)}`;
    return kind === 'confirm' ? `${page}?${CONFIRMATION}=${secrets.confirmationOf(orderId)}` : page;
  };
}

/** Adds the job that sends deliveries on the channel. @returns a function that wakes it */
function send(
  channel: DeliveryChannel,
  { store, clock, log, jobs, closing }: MessagingDependencies,
): () => void {
  const deliverer = new Deliverer(channel, { store, clock, log });
  closing.push(() => deliverer.stop());
  const { job } = deliverer;
  jobs.add(job);
  return () => jobs.wake(job.name);
}

/** Deletes expired deliveries and removed webhooks, and gives up what still waits for disabled webhooks. */
function cleanUpJob(store: Store, clock: Clock): Job {
  return {
    name: 'forget-deliveries',
    everyMs: 60_000,
    hasWork: async () =>
      (await hasExpiredDeliveries(store, clock)) ||
      (await hasOldRecipients(store, clock)) ||
      (await hasRemoved(store)) ||
      (await findDisabledWithBacklog(store)) !== undefined,
    step: async (lease) =>
      (await lease.transaction((tx) => deleteExpiredDeliveries(tx, clock))) ||
      (await lease.transaction((tx) => forgetOldRecipients(tx, clock))) ||
      (await lease.transaction(deleteRemovedWebhooks)) ||
      (await lease.transaction((tx) => giveUpRest(tx, clock))),
  };
}
