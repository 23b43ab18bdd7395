import { dirname } from 'node:path';
import { Command } from 'commander';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../app/config.ts';
import { demoDataDir } from '../app/data-folder.ts';
import { readEnvironment } from '../app/environment.ts';
import { systemClock } from '../core/clock.ts';
import { ROLES } from '../core/roles.ts';
import {
  codesToTry,
  MuseumNotEmpty,
  type SampleState,
  type StaffMember,
  seedDemonstration,
} from '../demo/index.ts';
import { MuseumDays } from '../hours/index.ts';
import { openStore, type Store } from '../store/index.ts';
import { printLine, printOrWriteToStderr } from './output.ts';
import { serve } from './serve.ts';
import { textTable } from './table.ts';

/**
 * Defaults of the demonstration. The name says "demo" because it is printed on its tickets. Its payment providers take
 * no money, and any key for tests.
 */
const DEFAULTS = {
  MUSEUM_NAME: 'Museum of Tides (demo)',
  MUSEUM_GENERAL_PRICE: '12',
  MUSEUM_SHOP: 'on',
  MUSEUM_PAYMENTS: 'desk,stripe,mollie',
  MUSEUM_STRIPE_KEY: 'sk_test_demo',
  MUSEUM_MOLLIE_KEY: 'test_demo',
};

export default (): Command =>
  new Command('demo')
    .description(
      'Fill an empty data folder, or an empty PostgreSQL database, with a month of made-up events, opening hours, sales and visits around today, and run the service on it until it is stopped (Ctrl-C or SIGTERM). Every page says that nothing there is real, and no mail is sent. An existing demonstration is started again as it is; a database with a real museum is refused. The settings are those of "museum serve", but without MUSEUM_DATA_DIR the data is in a separate folder: "demo" or, for an installed package, "museum-demo" in the user’s data folder.',
    )
    .action(() => {
      const environment = readEnvironment();
      const port = environment.PORT?.trim() || '8080';
      const defaults = {
        ...DEFAULTS,
        MUSEUM_DATA_DIR: demoDataDir(environment),
        ...(port !== '0' && { MUSEUM_PUBLIC_URL: `http://localhost:${port}` }),
      };
      return serve({ defaults, prepare: furnishDemo });
    });

async function furnishDemo(config: Config, log: Logger): Promise<Config> {
  requireOwnName(config);
  const store = await openStore(config.database, (what) => log.warn(what));
  try {
    const staff = await furnishEmpty(store, config);
    // Printed before anything else can fail: the passwords can't be shown later.
    await printOrWriteToStderr(staff === undefined ? again(config) : introduction(staff));
    const day = await new MuseumDays(store, systemClock, config.timeZone).current();
    const codes = await codesToTry(store, day);
    if (codes.length > 0) printLine(toTry(codes));
    return staff === undefined ? config : { ...config, admin: undefined };
  } finally {
    await store.close();
  }
}

/** @throws ConfigError when the first account would have the name of another. */
function requireOwnName({ admin }: Config): void {
  if (!ROLES.some((role) => role !== 'admin' && role === admin?.username)) return;
  throw new ConfigError(
    'MUSEUM_ADMIN_USERNAME',
    `the demonstration already has an account named "${admin?.username}". Use another name, or leave it out.`,
  );
}

async function furnishEmpty(store: Store, config: Config): Promise<readonly StaffMember[] | undefined> {
  try {
    return await seedDemonstration(store, { ...config, clock: systemClock });
  } catch (error) {
    throw error instanceof MuseumNotEmpty ? notEmpty(config) : error;
  }
}

function notEmpty(config: Config): ConfigError {
  const { database } = config;
  const where = database.kind === 'sqlite' ? `at ${database.path}` : 'in this database';
  return new ConfigError(
    isInDataDir(config) ? 'MUSEUM_DATA_DIR' : 'MUSEUM_DATABASE_URL',
    `there is already a museum ${where}, and a demonstration needs an empty database. Set it to an empty ${isInDataDir(config) ? 'folder' : 'database'}.`,
  );
}

function isInDataDir({ database, dataDir }: Config): boolean {
  return database.kind === 'sqlite' && dirname(database.path) === dataDir;
}

function again(config: Config): string {
  const where = isInDataDir(config) ? `, with MUSEUM_DATA_DIR=${config.dataDir},` : '';
  return `This demonstration exists already, and its passwords are unchanged.
"museum accounts password NAME --generate"${where} sets a new one.
`;
}

function introduction(staff: readonly StaffMember[]): string {
  const rows = staff.map(({ username, password }) => [
    `  ${username}`,
    password ?? 'the one in MUSEUM_ADMIN_PASSWORD',
  ]);
  return `A month in the life of a museum is ready. Sign in as one of these; the passwords are shown only once.

${textTable(['  User name', 'Password'], rows)}
`;
}

const SAMPLE_STATES: Readonly<Record<SampleState, string>> = {
  valid: 'valid, not used yet',
  inside: 'used: the visitor is inside',
  left: 'used: the visitor has left',
  void: 'void',
  cancelled: 'its event was cancelled',
};

function toTry(codes: Awaited<ReturnType<typeof codesToTry>>): string {
  const rows = codes.map(({ sampleState, code }) => [`  ${code}`, SAMPLE_STATES[sampleState]]);
  return `Codes to try at the gate today, on the page /gate:

${textTable(['  Code', 'Ticket'], rows)}
`;
}
