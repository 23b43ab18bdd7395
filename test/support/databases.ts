import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import type { DatabaseAddress } from '../../src/store/index.ts';
import { type Museum, type MuseumOptions, openMuseum } from './museum.ts';
import { temporaryFolder } from './temporary-store.ts';

/** Every kind of database that the service runs on. Whatever a client can see must be the same on each. */
const DATABASES: readonly { name: string; fresh(test: TestContext): Promise<DatabaseAddress> }[] = [
  {
    name: 'SQLite',
    fresh: async (test) => ({ kind: 'sqlite', path: join(await temporaryFolder(test), 'museum.db') }),
  },
];

/** Opens a museum on a new database; it closes after the test. */
export type OpenMuseum = (test: TestContext, options?: Omit<MuseumOptions, 'database'>) => Promise<Museum>;

/** Runs the suite on each kind of database. */
export function describeOnEachDatabase(suite: (openMuseum: OpenMuseum) => void): void {
  for (const { name, fresh } of DATABASES) {
    describe(`on ${name}`, () =>
      suite(async (test, options = {}) => {
        const museum = await openMuseum({ ...options, database: await fresh(test) });
        test.after(() => museum.close());
        return museum;
      }));
  }
}
