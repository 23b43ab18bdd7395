import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import type { DatabaseAddress } from '../../src/store/index.ts';
import { borrowSchema } from './lent-schemas.ts';
import { type Museum, type MuseumOptions, openMuseum, type Stores } from './museum.ts';
import { freshSchema } from './postgres.ts';
import { emptyMuseum, temporaryFolder } from './temporary-store.ts';

interface TestDatabase {
  readonly name: string;
  /** The share of generated cases and repeated races that run on it: most test what all databases have in common. */
  readonly share: number;
  /** A new database without a schema. */
  fresh(test: TestContext): Promise<DatabaseAddress>;
  /** A database with the schema, perhaps with open stores. Call `giveBack` when nothing uses it any more. */
  lend(
    test: TestContext,
  ): Promise<{ readonly database: DatabaseAddress; readonly stores?: Stores; giveBack(): void }>;
}

/** Every kind of database that the service runs on. Whatever a client can see must be the same on each. */
export const DATABASES: readonly TestDatabase[] = [
  {
    name: 'SQLite',
    share: 1,
    fresh: async (test) => ({ kind: 'sqlite', path: join(await temporaryFolder(test), 'museum.db') }),
    lend: async (test) => {
      const path = join(await temporaryFolder(test), 'museum.db');
      await writeFile(path, await emptyMuseum());
      return { database: { kind: 'sqlite', path }, giveBack: () => {} };
    },
  },
  {
    name: 'PostgreSQL',
    share: 1 / 4,
    fresh: async () => ({ kind: 'postgres', url: await freshSchema() }),
    lend: async () => {
      const { url, ...lent } = await borrowSchema();
      return { database: { kind: 'postgres', url }, ...lent };
    },
  },
];

/**
 * The one database for suites about what is the same on every database: SQLite, and in `npm run test:all` PostgreSQL too
 * (see scripts/run-tests.ts).
 */
export const ONE_DATABASE = DATABASES.slice(
  ...(process.env.MUSEUM_TEST_DATABASE === 'postgres' ? [1, 2] : [0, 1]),
);

/** Opens a museum on a database without data, and closes it after the test. */
export type OpenMuseum = (
  test: TestContext,
  options?: Omit<MuseumOptions, 'database' | 'stores'>,
) => Promise<Museum>;

/** Of `cases` generated cases or repeated races, how many run on the database. */
export type ShareOf = (cases: number) => number;

/**
 * Runs the suite on each kind of database: for what locks, races or depends on how a database stores it.
 * @param concurrency how many of its tests run at once: more than one for tests that mostly wait and share nothing
 */
export function describeOnEachDatabase(suite: Suite, concurrency = 1): void {
  for (const database of DATABASES) describeOn(database, suite, concurrency);
}

/**
 * Runs the suite on `ONE_DATABASE`.
 * @param concurrency see `describeOnEachDatabase`
 */
export function describeOnDatabase(suite: Suite, concurrency = 1): void {
  for (const database of ONE_DATABASE) describeOn(database, suite, concurrency);
}

/**
 * Runs the suite on SQLite alone: for pages, which show what the API says on every database, and for requests that are refused
 * before the database is asked.
 */
export function describeOnSqlite(suite: Suite, concurrency = 1): void {
  describeOn(DATABASES[0] as TestDatabase, suite, concurrency);
}

type Suite = (openMuseum: OpenMuseum, shareOf: ShareOf) => void;

function describeOn({ name, share, lend }: TestDatabase, suite: Suite, concurrency: number): void {
  const open: OpenMuseum = async (test, options = {}) => {
    const { giveBack, ...lent } = await lend(test);
    const museum = await openMuseum({ ...options, ...lent });
    test.after(async () => {
      test.mock.timers.reset(); // a mocked clearTimeout would leave the real timers of the service running
      await museum.close();
      giveBack();
    });
    return museum;
  };
  describe(`on ${name}`, { concurrency }, () => suite(open, (cases) => Math.ceil(cases * share)));
}
