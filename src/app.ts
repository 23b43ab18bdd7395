import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createSignIn, ensureFirstAccount, type FirstAccount } from './accounts/index.ts';
import type { Config } from './config.ts';
import { type Clock, type MuseumCalendar, museumCalendar, systemClock } from './core/clock.ts';
import { uuidV7Source } from './core/uuid.ts';
import { eventCapacityHandlers, eventHandlers } from './events/index.ts';
import { generalCapacityHandlers, hoursHandlers } from './hours/index.ts';
import { AnswerSweep } from './http/answer-sweep.ts';
import { routeHealth } from './http/health.ts';
import { createLog, flushLog } from './http/log.ts';
import { Metrics } from './http/metrics.ts';
import { routeProblemPages } from './http/problem-pages.ts';
import { limitRate } from './http/rate-limit.ts';
import { routeReferencePages } from './http/reference-pages.ts';
import { type Handlers, routeOperations } from './http/route.ts';
import { createServer } from './http/server.ts';
import { routeMock } from './mock/index.ts';
import { routeAssets } from './pages/assets.ts';
import { houseAssets } from './pages/layout.ts';
import { openStore, type Store, secretOf } from './store/index.ts';
import {
  availabilityHandlers,
  ConfirmationCodes,
  createTicketPainter,
  ensureSigningKey,
  KeyRing,
  routePublicKeys,
  TicketImages,
  Till,
  ticketHandlers,
} from './tickets/index.ts';

/**
 * Connections that wait to be accepted. With Node's 511, a thousand buyers at once find some of their requests to
 * connect dropped, and try again only after a second.
 */
const BACKLOG = 4_096;

/** The whole service: a museum that is open, until it is closed. */
export interface App {
  /** The account that this start made, because there was none. */
  readonly firstAccount: FirstAccount | undefined;
  readonly fastify: ReturnType<typeof createServer>['fastify'];
  /**
   * Opens the doors. @returns the address, such as http://127.0.0.1:8080
   * @throws Error with code EADDRINUSE and the like
   */
  listen(): Promise<string>;
  /** Lets what is under way finish, then closes everything in the reverse order of opening. */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly clock?: Clock;
  readonly log?: Logger;
  /** How the store is opened; tests put something between it and the service. */
  readonly open?: typeof openStore;
}

/**
 * Opens the store and wires the rooms.
 * @throws StoreError when the database can't be used, BrokenKey when a signing key in it is damaged.
 */
export async function createApp(
  config: Config,
  { clock = systemClock, log = createLog(config.logLevel), open = openStore }: AppOptions = {},
): Promise<App> {
  const closing: (() => Promise<unknown>)[] = [() => flushLog(log)];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const store = await open(config.database);
    closing.push(() => store.close());
    await ensureSigningKey(store, clock.now());
    const calendar = museumCalendar(clock, config.timeZone);
    const keys = new KeyRing(store);
    await keys.published(calendar.today()); // a damaged key is found now, not at the gate
    const sweep = new AnswerSweep({ store, clock, log });
    closing.push(() => sweep.stop());
    const painter = createTicketPainter();
    closing.push(() => painter.close());
    const images = new TicketImages({ store, keys, painter, museumName: config.museumName });
    const server = createServer({ log, trustProxy: config.trustProxy });
    closing.push(() => server.fastify.close());
    const metrics = new Metrics();
    metrics.watch(server.fastify);
    const knownSignIn = metrics.watchSignIn(bound(createSignIn({ store, clock })).signIn);
    const signIn =
      config.rateLimit === undefined ? knownSignIn : limitRate(knownSignIn, config.rateLimit, clock);
    routeOperations(
      server.fastify,
      await openRooms(config, { store, clock, calendar, images, metrics }),
      signIn,
    );
    routeReferencePages(server.fastify);
    routeProblemPages(server.fastify, config.museumName);
    routeAssets(server.fastify, [houseAssets]);
    routeHealth(server.fastify, () => store.get('SELECT topic FROM revisions'));
    metrics.route(server.fastify);
    routePublicKeys(server.fastify, keys, calendar);
    if (config.mock) routeMock(server.fastify, calendar);
    await server.fastify.ready();
    // Last: whatever fails before leaves no account behind whose password nobody was told.
    const firstAccount = await ensureFirstAccount(store, clock, config.admin);
    return {
      firstAccount,
      fastify: server.fastify,
      async listen() {
        await server.fastify.listen({ port: config.port, host: config.host, backlog: BACKLOG });
        const { port } = server.fastify.server.address() as AddressInfo;
        return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
      },
      async close() {
        server.stopTaking();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Foundations {
  readonly store: Store;
  readonly clock: Clock;
  readonly calendar: MuseumCalendar;
  readonly images: TicketImages;
  readonly metrics: Metrics;
}

async function openRooms(
  config: Config,
  { store, clock, calendar, images, metrics }: Foundations,
): Promise<Handlers> {
  const newId = uuidV7Source(clock);
  const codeKey = Buffer.from(await secretOf(store, clock, 'confirmation-codes'), 'base64').subarray(0, 16);
  const codes = new ConfirmationCodes(codeKey);
  const { currency, generalPriceCents } = config;
  const till = new Till(store, { clock, calendar, newId, codes, currency, generalPriceCents });
  metrics.tell({
    name: 'museum_tickets_sold_total',
    type: 'counter',
    help: 'Tickets sold by this process.',
    read: () => till.ticketsSold,
  });
  return {
    ...hoursHandlers({ store, calendar }),
    ...eventHandlers({ store, clock, calendar, newId }),
    ...ticketHandlers({ till, images }),
    ...eventCapacityHandlers(store),
    ...generalCapacityHandlers(store),
    ...availabilityHandlers(store, calendar),
  };
}

function bound(signIn: ReturnType<typeof createSignIn>) {
  return { signIn: signIn.signIn.bind(signIn) };
}
