import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import {
  createSignIn,
  ensureFirstAccount,
  type FirstAccount,
  hasSessionsToSweep,
  Sessions,
  sweepSessions,
  WrongCodes,
} from '../accounts/index.ts';
import { callingOffJob } from '../calling-off/index.ts';
import { CardReader, CardSecrets, cardsJob, MuseumPass } from '../cards/index.ts';
import { ConfirmationCodes, ensureSigningKey, KeyRing, OrderSecrets } from '../codes/index.ts';
import {
  type Clock,
  jumpGuardedClock,
  museumCalendar,
  type SteadyClock,
  systemClock,
  trustedNow,
} from '../core/clock.ts';
import type { Language } from '../core/language.ts';
import { type FakeProviders, isDemonstration, openFakeProviders } from '../demo/index.ts';
import { settleTextLanguages } from '../events/index.ts';
import { trialJob } from '../first-steps/index.ts';
import { Gate } from '../gate/index.ts';
import { GiftCodes, giftExpiryJob } from '../gifts/index.ts';
import { MuseumDays } from '../hours/index.ts';
import type { CorsPath } from '../http/cors.ts';
import { createLog, flushLog } from '../http/log.ts';
import { createServer, errorHandler, type RefusalRenderer } from '../http/server.ts';
import { answersToSweep, RequestHashes, sweepAnswers } from '../idempotency/index.ts';
import { IdentityProvider } from '../identity-provider/index.ts';
import { GiftPdfs, type Logo, TicketImages, TicketPainter } from '../images/index.ts';
import { type Job, Jobs } from '../jobs/index.ts';
import { hasUnsealed, SEAL_BATCH_SIZE, sealJournal } from '../journal/index.ts';
import { offerTerms } from '../offers/index.ts';
import { HoldClock, holdsJob, joinExchangedJob, Till, visitorPlacesJob } from '../orders/index.ts';
import { routeAssets } from '../pages/assets.ts';
import { siteAssets } from '../pages/layout.ts';
import { routeProviderSignIn } from '../pages/provider-sign-in.ts';
import { routeSignIn } from '../pages/sign-in.ts';
import { passEntriesJob } from '../passes/index.ts';
import { PictureRenderer } from '../pictures/index.ts';
import { retentionJob } from '../privacy/index.ts';
import { aggregationJob, Reports } from '../reports/index.ts';
import { CurrentSettings } from '../settings/index.ts';
import { findDiskSpace, openStore, type Store, WriteProbe } from '../store/index.ts';
import { ContactHashes, hasUnhashed } from '../tickets/index.ts';
import { Tracer, traced } from '../tracing/index.ts';
import { noteErasureJob } from '../visits/index.ts';
import {
  BASE_PATH,
  explainedProblems,
  headerSignIn,
  limitRate,
  MOCK_BASE_PATH,
  personFile,
  problemAnswer,
  routeApi,
  routeMock,
} from '../web/api/index.ts';
import { deskAssets, deskRefusalRenderer, routeDesk } from '../web/desk/index.ts';
import { gateAssets, routeGatePages } from '../web/gate/index.ts';
import { octoRefusal, octoRefusals, routeOcto } from '../web/octo/index.ts';
import {
  Metrics,
  pagesForPeople,
  routeGuidePages,
  routeHealth,
  routePictures,
  routeProblemPages,
  routePublicKeys,
  routeReferencePages,
  waysTo,
} from '../web/open/index.ts';
import { fakePaymentPage, routeFakePayments, routeNotifications } from '../web/payments/index.ts';
import { routeColour, routeShop, shopAssets } from '../web/shop/index.ts';
import type { Config } from './config.ts';
import { CurrentLogo, loadLogo } from './logo.ts';
import { namedSender, openMessaging } from './messages.ts';
import { CountedFigures, countingJobs, figuresOf } from './metrics.ts';
import { listeningAddress, publicUrlOf } from './own-address.ts';
import { settingRules } from './setting-rules.ts';
import { openShop } from './shop.ts';
import { readTls, watchTls } from './tls.ts';

/**
 * The length of the accept queue. With Node's default of 511, some of a thousand simultaneous connections are dropped,
 * and clients retry only after a second.
 */
const BACKLOG = 4_096;
/** Where the first page for staff leads. */
const INTERFACES = ['desk', 'gate', 'reference'] as const;
/** A clock that is set ahead by more than this does not let data expire: see `jumpGuardedClock`. */
const MAX_CLOCK_JUMP_MS = 3_600_000;

/** The running service. */
export interface App {
  /** The first account, if this start has made it. */
  readonly firstAccount: FirstAccount | undefined;
  /** Whether the museum is a demonstration. */
  readonly isDemo: boolean;
  readonly fastify: FastifyInstance;
  /**
   * Begins to listen. @returns the address, such as http://127.0.0.1:8080
   * @throws Error with code EADDRINUSE and the like
   */
  listen(): Promise<string>;
  /** Finishes running requests and jobs, then closes everything in reverse order of opening. */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly clock?: SteadyClock;
  readonly log?: Logger;
  /** Opens the store; tests wrap it. */
  readonly open?: typeof openStore;
  /** A shared painter, which `close` leaves open: tests share the threads, which take long to start. */
  readonly painter?: TicketPainter;
  /** In place of the payment providers; a demonstration has its own. */
  readonly fakes?: FakeProviders;
}

/**
 * Opens the store and wires the rooms.
 * @throws ConfigError when the logo can't be used, StoreError when the database can't, BrokenKey when a signing key in it is damaged.
 */
export async function createApp(
  config: Config,
  {
    clock: given = systemClock,
    log = createLog(config),
    open = openStore,
    painter: shared,
    fakes,
  }: AppOptions = {},
): Promise<App> {
  const clock = jumpGuardedClock(given, MAX_CLOCK_JUMP_MS);
  const closing: (() => Promise<unknown>)[] = [() => flushLog(log)];
  const close = async () => {
    const failures: unknown[] = [];
    for (const step of closing.splice(0).reverse()) await step().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    const logo = await loadLogo(config.logo);
    const tls = config.tls && (await readTls(config.tls));
    const { version } = packageJson;
    const tracer = config.tracing && new Tracer({ ...config.tracing, version, clock, log });
    if (tracer !== undefined) closing.push(() => tracer.close());
    const store = await open(
      config.database,
      (what) => log.warn(what),
      (migrations, isNew) =>
        log.info({ migrations }, isNew ? 'the database was created' : 'the database was upgraded'),
    );
    closing.push(() => store.close());
    if (tracer !== undefined) traceTransactions(store);
    let publicUrl = publicUrlOf(config); // with port 0, only known when it listens
    const museum = await openRooms({
      ...{ config, store, clock, log, closing, logo, fakes },
      painter: shared,
      publicUrl: () => publicUrl,
    });
    await settleTextLanguages(store, museum.settings.now.language);
    const metrics = new Metrics();
    for (const figure of figuresOf({ ...museum, tracer }, config)) metrics.add(figure);
    const { isDemo, jobs } = museum;
    const site = { settings: museum.settings, isDemo };
    const basePaths = [BASE_PATH, MOCK_BASE_PATH];
    const interfaces = () =>
      museum.settings.now.shop.open ? (['shop', ...INTERFACES] as const) : INTERFACES;
    const forPrograms = config.octo ? octoRefusals(problemAnswer) : problemAnswer;
    let forVisitors = forPrograms; // until its pages are routed
    const renderRefusal = pagesForPeople(forPrograms, {
      ...{ site, interfaces, basePaths },
      forVisitors: (refused, request) => forVisitors(refused, request),
    });
    const fastify = createServer({
      log,
      trustProxy: config.trustProxy,
      tls,
      renderRefusal,
      count: metrics.count,
      tracer,
      shared: sharedPaths(config),
      basePath: BASE_PATH,
    });
    closing.push(() => fastify.close());
    if (config.tls !== undefined && tls !== undefined) {
      const stop = watchTls(fastify.server as unknown as TlsServer, config.tls, tls, log);
      closing.push(async () => stop());
    }
    forVisitors = routeInterfaces(fastify, config, museum, metrics);
    await fastify.ready();
    // Last, so that a failed start leaves no account whose password was never shown.
    const firstAccount = await ensureFirstAccount(store, clock.now(), config.admin);
    jobs.start();
    return {
      firstAccount,
      isDemo,
      fastify,
      async listen() {
        await fastify.listen({ port: config.port, host: config.host, backlog: BACKLOG });
        const { port } = fastify.server.address() as AddressInfo;
        const listening = { ...config, port };
        publicUrl = publicUrlOf(listening);
        return listeningAddress(listening);
      },
      async close() {
        fastify.isStopping = true;
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Opening {
  readonly config: Config;
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly log: Logger;
  /** Functions that close what was opened; they are called in reverse order. */
  readonly closing: (() => Promise<unknown>)[];
  readonly painter: TicketPainter | undefined;
  readonly fakes: FakeProviders | undefined;
  readonly logo: Logo | undefined;
  /** Where visitors reach the service, without a slash at its end. */
  readonly publicUrl: () => string;
}

type Rooms = Awaited<ReturnType<typeof openRooms>>;

/** Opens what the interfaces work with, and the jobs, which it does not start. */
async function openRooms({
  config,
  store,
  clock,
  log,
  closing,
  painter: shared,
  logo,
  fakes: given,
  publicUrl,
}: Opening) {
  const { timeZone } = config;
  await ensureSigningKey(store, clock.now());
  const calendar = museumCalendar(clock, timeZone);
  const keys = new KeyRing(store);
  await keys.published(calendar.today()); // finds a damaged key at the start, not at the gate
  const contacts = await ContactHashes.open(store, clock);
  const codes = await ConfirmationCodes.open(store, clock);
  const days = new MuseumDays(store, clock, timeZone);
  const settings = await CurrentSettings.open(store, settingRules(config, { days, terms: () => terms }));
  closing.push(async () => settings.close());
  const terms = offerTerms({ ...config, clock, settings });
  const holds = new HoldClock(clock);
  const giftCodes = await GiftCodes.open(store, clock);
  const selling = { clock, codes, contacts, terms, giftCodes, holds };
  const till = new Till(store, selling);
  const cardSecrets = await CardSecrets.open(store, clock);
  const issuer = museumPassOf(config, clock);
  const cards = new CardReader({ store, secrets: cardSecrets, issuer });
  const gate = new Gate({ store, clock, days, keys, codes, cards, timeZone, settings });
  const hashes = await RequestHashes.open(store, clock);
  const secrets = await OrderSecrets.open(store, clock);
  const wrongCodes = new WrongCodes(store, clock);
  const gifts = { codes: giftCodes, localOf: terms.localOf };
  const painter = shared ?? new TicketPainter();
  if (shared === undefined) closing.push(() => painter.close());
  const { onTickets, inMails } = new CurrentLogo(store, logo);
  const images = new TicketImages({ store, keys, painter, settings, timeZone, logo: onTickets });
  const giftPdfs = new GiftPdfs({ painter, settings, logo: onTickets });
  const pictures = new PictureRenderer();
  closing.push(() => pictures.close());
  const jobs = new Jobs({ store, clock, log });
  closing.push(() => jobs.stop());
  const isDemo = await isDemonstration(store);
  // Nobody in a demonstration has asked for mail.
  const messagingConfig = isDemo ? { ...config, mail: undefined } : config;
  const messagingRooms = {
    ...{ cardSecrets, issuer },
    store,
    clock,
    days,
    contacts,
    log,
    jobs,
    closing,
    images,
    giftPdfs,
    settings,
    logo: inMails,
    publicUrl,
  };
  const messaging = await openMessaging(messagingConfig, messagingRooms);
  for (const job of jobsOf(store, clock, contacts, messaging.wake)) jobs.add(job);
  const callingOff = callingOffJob({ store, clock, days, localOf: terms.localOf });
  await callingOff.step(store);
  jobs.add(callingOff);
  jobs.add(holdsJob(store, holds, clock));
  jobs.add(visitorPlacesJob(store, selling));
  jobs.add(trialJob({ store, clock, days }));
  jobs.add(cardsJob({ store, clock }));
  jobs.add(giftExpiryJob({ store, clock, localOf: terms.localOf }));
  jobs.add(noteErasureJob(store, clock));
  jobs.add(passEntriesJob({ store, clock }));
  if (config.database.kind === 'postgres') jobs.add(joinExchangedJob(store));
  jobs.add(aggregationJob(store, clock, terms.localOf));
  const reports = new Reports({ queries: store, currency: config.currency, localOf: terms.localOf });
  jobs.add(retentionJob({ store, clock, days, keptDays: () => settings.now.retentionDays }));
  const fakes = given ?? (isDemo ? await openFakeProviders({ clock, pageOf: fakePaymentPage }) : undefined);
  const sendsMail = messaging.mail !== undefined;
  const shopRooms = { store, till, selling, days, secrets, sendsMail, log, publicUrl };
  const shop = await openShop(config, shopRooms, fakes?.fetch);
  for (const job of shop.jobs) jobs.add(job);
  const finder = { codes, contacts };
  const figures = new CountedFigures();
  const stopping = new AbortController();
  closing.push(async () => stopping.abort());
  const watched = { store, clock, log, config: messagingConfig, stopping: stopping.signal };
  for (const job of countingJobs(figures, watched)) jobs.add(job);
  const { webhooks, mail } = messaging;
  return {
    store,
    clock,
    log,
    calendar,
    days,
    keys,
    terms,
    till,
    selling,
    gate,
    cardSecrets,
    issuer,
    wrongCodes,
    gifts,
    hashes,
    secrets,
    images,
    giftPdfs,
    pictures,
    painter,
    finder,
    reports,
    settings,
    jobs,
    isDemo,
    webhooks,
    mail,
    figures,
    shop,
    logo,
    fakes,
    publicUrl,
  };
}

/** The issuer of cards that is connected. */
function museumPassOf({ museumPass }: Config, clock: SteadyClock): MuseumPass | undefined {
  return museumPass && new MuseumPass({ ...museumPass, clock });
}

/** Routes everything that people and programs ask for. @returns how visitors are told of what is not there */
function routeInterfaces(
  fastify: FastifyInstance,
  config: Config,
  { isDemo, ...rooms }: Rooms,
  metrics: Metrics,
): RefusalRenderer {
  const { store, clock, log, calendar, days, keys, settings } = rooms;
  const { timeZone, currency, rateLimit } = config;
  const accounts = metrics.watchSignIn(createSignIn({ store, clock, log }));
  const isProviderOnly = config.oidc?.isOnly ?? false;
  const sessions = new Sessions({ store, clock, signIn: accounts, settings, isProviderOnly });
  const knownSignIn = headerSignIn(accounts);
  const signIn = rateLimit === undefined ? knownSignIn : limitRate(knownSignIn, rateLimit, clock);
  const routeOperations = routeApi(fastify, {
    ...rooms,
    sendsMail: rooms.mail !== undefined,
    signIn,
    timeZone,
    currency,
  });
  if (config.octo)
    routeOcto(fastify, {
      ...rooms,
      signIn,
      publicUrl: config.publicUrl,
      onError: errorHandler(log, octoRefusal),
    });
  if (config.mock)
    routeMock(fastify, { clock, calendar, currency, webhookAllowPrivate: config.webhookAllowPrivate });
  const byProvider = config.oidc === undefined ? 'no' : isProviderOnly ? 'only' : 'also';
  const site = { settings, isDemo, timeZone, currency, byProvider } as const;
  routeReferencePages(fastify, site);
  routeGuidePages(fastify, site);
  const staffWays = (language: Language) => waysTo(INTERFACES, language);
  const shopParts = { ...rooms, ...rooms.shop, ...site, ...shopSettings(config, rooms), staffWays };
  const forVisitors = routeShop(fastify, shopParts);
  routeColour(fastify);
  routeProblemPages(fastify, explainedProblems(), site);
  routeAssets(fastify, [siteAssets, deskAssets, gateAssets, shopAssets]);
  const { oidc } = config;
  const { publicUrl } = rooms;
  routeSignIn(fastify, { ...site, sessions }, errorHandler(log, deskRefusalRenderer(site)), (pages) => {
    if (oidc === undefined) return;
    const provider = new IdentityProvider(oidc, clock);
    routeProviderSignIn(pages, site, { provider, roles: oidc.roles, publicUrl, sessions, log });
  });
  routeDesk(fastify, {
    ...rooms,
    ...site,
    sessions,
    shopAt: () => (settings.now.shop.open ? rooms.publicUrl() : undefined),
    personFile,
    diskSpace: () => findDiskSpace(config.database),
  });
  routeGatePages(fastify, { ...rooms, ...site, sessions, routeOperations });
  const probe = new WriteProbe(store);
  routeNotifications(fastify, rooms.shop.checkout);
  if (rooms.fakes !== undefined) routeFakePayments(fastify, rooms.fakes, site);
  routeHealth(fastify, { read: () => store.ping(), write: () => probe.requireWritable() });
  metrics.route(fastify);
  routePublicKeys(fastify, keys, days);
  routePictures(fastify, store);
  return forVisitors;
}

/** Traces show how long each transaction took, with its wait for others. */
function traceTransactions(store: Store): void {
  const transaction = store.transaction.bind(store);
  store.transaction = (work) => traced('transaction', () => transaction(work));
}

/** What the pages for visitors show of the settings. */
function shopSettings(
  { mail, frameOrigins }: Config,
  { settings, mail: channel }: Pick<Rooms, 'mail' | 'settings'>,
) {
  return { frameOrigins, sender: channel && mail && namedSender(mail.sender, settings) };
}

/**
 * The paths that pages of other origins may use: the public keys for all origins; the API for those of `corsOrigins`;
 * the mock for the same, or for all when that is not set.
 */
function sharedPaths({ corsOrigins: origins }: Config): CorsPath[] {
  const open: CorsPath[] = [
    { basePath: '/.well-known', origins: '*' },
    { basePath: MOCK_BASE_PATH, origins: origins ?? '*' },
  ];
  return origins === undefined ? open : [...open, { basePath: BASE_PATH, origins }];
}

/** The jobs for the journal, kept answers, sessions and contacts. */
function jobsOf(store: Store, clock: Clock, contacts: ContactHashes, onSealed: () => void): Job[] {
  return [
    {
      name: 'seal-journal',
      everyMs: 1_000,
      hasWork: () => hasUnsealed(store),
      step: async (lease) => {
        const sealed = await lease.transaction(sealJournal);
        if (sealed > 0) onSealed();
        return sealed === SEAL_BATCH_SIZE;
      },
    },
    {
      name: 'sweep-answers',
      everyMs: 60_000,
      hasWork: () => answersToSweep(store, trustedNow(clock)),
      step: (lease) => lease.transaction((tx) => sweepAnswers(tx, trustedNow(clock))),
    },
    {
      name: 'sweep-sessions',
      everyMs: 60_000,
      hasWork: () => hasSessionsToSweep(store, clock.now()),
      step: (lease) => lease.transaction((tx) => sweepSessions(tx, clock.now())),
    },
    {
      name: 'hash-contacts',
      everyMs: 10_000,
      hasWork: () => hasUnhashed(store),
      step: (lease) => lease.transaction((tx) => contacts.fill(tx)),
    },
  ];
}
