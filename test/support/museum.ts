import { argon2Sync, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { pino } from 'pino';
import { type App, createApp } from '../../src/app/app.ts';
import { type Environment, readConfig } from '../../src/app/config.ts';
import type { Clock } from '../../src/core/clock.ts';
import { ROLES, type Role } from '../../src/core/roles.ts';
import { uuidV7 } from '../../src/core/uuid.ts';
import type { FakeProviders } from '../../src/demo/index.ts';
import { TicketPainter } from '../../src/images/index.ts';
import { type DatabaseAddress, openStore, type Store } from '../../src/store/index.ts';
import { BASE_PATH } from '../../src/web/api/contract/index.ts';
import { type Answer, Connections, type Question } from './client.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';
import { RawConnection } from './raw-http.ts';

/** Who asks: the account of a role, a second partner, or somebody without credentials. */
export type Asker = Role | 'other-partner' | 'nobody';

export interface MuseumOptions {
  readonly database: DatabaseAddress;
  /** Open stores to use; the museum leaves them open. Without them it opens its own. */
  readonly stores?: Stores;
  readonly clock?: ManualClock;
  readonly timeZone?: string;
  readonly log?: Logger;
  /** Environment variables, besides those of every test. */
  readonly settings?: Environment;
  /** In place of payment providers. */
  readonly fakes?: FakeProviders;
  /** Whether it trusts a proxy in front of it. */
  readonly trustProxy?: number;
  /** Whether the database holds a museum with accounts already: then none are added. */
  readonly hasAccounts?: boolean;
}

/** Two stores on one database, like those of two instances. */
export interface Stores {
  /** The one of the service. */
  readonly service: Store;
  /** See `Museum.store`. */
  readonly outside: Store;
}

/** A museum that is open on a port of its own, with one account for each role. */
export interface Museum {
  readonly database: DatabaseAddress;
  readonly clock: ManualClock;
  readonly port: number;
  readonly app: App;
  /** The same database, seen from outside of the service. */
  readonly store: Store;
  /** Asks for a path below the base address, as admin unless `as` says who else. */
  api(method: string, path: string, question?: Question & { readonly as?: Asker }): Promise<Answer>;
  /** The same for a path of the whole server, such as /healthz. */
  ask(method: string, path: string, question?: Question & { readonly as?: Asker }): Promise<Answer>;
  /** A plain TCP connection to it. */
  connect(): Promise<RawConnection>;
  /** Stops the service and opens it again on the same database, at `port`, or at any free one. */
  restart(port?: number): Promise<void>;
  close(): Promise<void>;
}

/** The password of every account. */
export const PASSWORD = 'correct horse';
const ACCOUNTS: readonly { username: Exclude<Asker, 'nobody'>; role: Role }[] = [
  ...ROLES.map((role) => ({ username: role, role })),
  { username: 'other-partner', role: 'partner' },
];

/** Shared by all museums of a process. Its threads don't keep the process alive. */
const painter = new TicketPainter();

/** The header Authorization of an asker; undefined for nobody. */
export function credentials(asker: Asker): string | undefined {
  if (asker === 'nobody') return undefined;
  return `Basic ${Buffer.from(`${asker}:${PASSWORD}`).toString('base64')}`;
}

/** Opens the real service on a real database and a real port, with a clock that stands still. */
export async function openMuseum({
  database,
  stores,
  clock = manualClock(),
  timeZone = 'Europe/Berlin',
  log = pino({ level: 'silent' }),
  settings = {},
  fakes,
  trustProxy = 0,
  hasAccounts = false,
}: MuseumOptions): Promise<Museum> {
  const config = {
    ...readConfig({ MUSEUM_TIME_ZONE: timeZone, PORT: '0', ...settings }),
    database,
    trustProxy,
  };
  const store = stores?.outside ?? (await openStore(database));
  if (!hasAccounts) await addAccounts(store, clock);
  const connections = new Connections();
  const rawConnections: RawConnection[] = [];
  const open = async (at = 0) => {
    const options = stores && { open: async () => withoutClosing(stores.service) };
    const app = await createApp(
      { ...config, port: at },
      { clock, log, painter, ...(fakes && { fakes }), ...options },
    );
    return { app, port: Number(new URL(await app.listen()).port) };
  };
  let { app, port } = await open();

  const ask: Museum['ask'] = (method, path, { as = 'admin', headers = {}, ...rest } = {}) => {
    const authorization = credentials(as);
    const signed = authorization === undefined ? headers : { authorization, ...headers };
    return connections.ask(port, method, path, { ...rest, headers: signed });
  };
  const stop = async () => {
    connections.close();
    for (const connection of rawConnections) connection.close();
    await app.close();
  };
  return {
    database,
    clock,
    store,
    get port() {
      return port;
    },
    get app() {
      return app;
    },
    ask,
    api: (method, path, question) => ask(method, BASE_PATH + path, question),
    async connect() {
      const connection = await RawConnection.to(port);
      rawConnections.push(connection);
      return connection;
    },
    async restart(at) {
      await stop();
      ({ app, port } = await open(at));
    },
    async close() {
      app.fastify.server.closeAllConnections(); // those of browsers too, which the service would wait for
      await stop();
      if (stores === undefined) await store.close();
    },
  };
}

/** The same store, but `close` leaves it open: it only waits for the transactions that have begun. */
function withoutClosing(store: Store): Store {
  const pending = new Set<Promise<unknown>>();
  return {
    dialect: store.dialect,
    all: (sql, values) => store.all(sql, values),
    get: (sql, values) => store.get(sql, values),
    transaction(work) {
      const outcome = store.transaction(work);
      const settled = outcome.catch(() => {}).finally(() => pending.delete(settled));
      pending.add(settled);
      return outcome;
    },
    revision: (topic) => store.revision(topic),
    contentVersion: () => store.contentVersion(),
    ping: () => store.ping(),
    async close() {
      await Promise.all(pending);
    },
  };
}

/**
 * Accounts whose password is PASSWORD, with the least costly hash that is still argon2id: most tests are about what comes
 * after signing in.
 */
export async function addAccounts(
  store: Store,
  clock: Clock,
  accounts: readonly { readonly username: string; readonly role: Role }[] = ACCOUNTS,
): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.insert(
      'accounts',
      ['account_id', 'username', 'role', 'password_hash', 'created_at', 'changed_at'],
      accounts.map(({ username, role }) => [
        uuidV7(clock.now()),
        username,
        role,
        PASSWORD_HASH,
        clock.now(),
        clock.now(),
      ]),
    );
    await tx.touch('accounts');
  });
}

const PASSWORD_HASH = cheapHash(PASSWORD);

function cheapHash(password: string): string {
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const nonce = randomBytes(16);
  const hash = argon2Sync('argon2id', { ...cost, message: Buffer.from(password), nonce, tagLength: 32 });
  return `$argon2id$v=19$m=8,t=1,p=1$${unpadded(nonce)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
