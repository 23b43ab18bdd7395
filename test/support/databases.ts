import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import pg from 'pg';
import type { DatabaseAddress } from '../../src/store/index.ts';
import { type Museum, type MuseumOptions, openMuseum } from './museum.ts';
import { freshMuseumDatabase } from './postgres.ts';
import { temporaryFolder } from './temporary-store.ts';

/** Every kind of database that the service runs on. Whatever a client can see must be the same on each. */
export const DATABASES: readonly { name: string; fresh(test: TestContext): Promise<DatabaseAddress> }[] = [
  {
    name: 'SQLite',
    fresh: async (test) => ({ kind: 'sqlite', path: join(await temporaryFolder(test), 'museum.db') }),
  },
  { name: 'PostgreSQL', fresh: async () => ({ kind: 'postgres', url: await freshSchema() }) },
];

/** Opens a museum on a new database; it closes after the test. */
export type OpenMuseum = (test: TestContext, options?: Omit<MuseumOptions, 'database'>) => Promise<Museum>;

/** Runs the suite on each kind of database. */
export function describeOnEachDatabase(suite: (openMuseum: OpenMuseum) => void): void {
  for (const database of DATABASES) describeOn(database, suite);
}

/** Runs the suite on one kind of database, for what is decided before any is asked. */
export function describeOnOneDatabase(suite: (openMuseum: OpenMuseum) => void): void {
  describeOn(DATABASES[0] as (typeof DATABASES)[number], suite);
}

function describeOn(
  { name, fresh }: (typeof DATABASES)[number],
  suite: (openMuseum: OpenMuseum) => void,
): void {
  describe(`on ${name}`, () =>
    suite(async (test, options = {}) => {
      const museum = await openMuseum({ ...options, database: await fresh(test) });
      test.after(() => museum.close());
      return museum;
    }));
}

let shared: Promise<string> | undefined;
let schemas = 0;

/** The address of a new, empty schema, which to a museum is a database. Making one of those takes a second. */
async function freshSchema(): Promise<string> {
  shared ??= freshMuseumDatabase();
  const url = await shared;
  const client = new pg.Client(`${url}?sslmode=disable`);
  await client.connect();
  const name = `museum_${++schemas}`;
  await client.query(`CREATE SCHEMA ${name}`);
  await client.end();
  return `${url}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
}
