import type { TestContext } from 'node:test';
import { type SeedOptions, type StaffMember, seedDemonstration } from '../../src/demo/index.ts';
import { type DatabaseAddress, openStore } from '../../src/store/index.ts';
import { manualClock } from './manual-clock.ts';
import { type Museum, type MuseumOptions, openMuseum } from './museum.ts';

/** The options of `museum demo`, for the museum of the tests. */
export function demoAt(now: string, more: Partial<SeedOptions> = {}): SeedOptions {
  return {
    clock: manualClock(Date.parse(now)),
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    generalPriceCents: 12_00,
    ...{ reentry: 'after-exit', entryEarly: 10, entryLate: 30 },
    admin: undefined,
    ...more,
  };
}

/** A Saturday, at two in the afternoon in Berlin. */
export const AFTERNOON = '2027-03-06T13:00:00Z';

/** Opens a demonstration museum. @returns it, and the passwords of its staff by their user names */
export async function openDemo(
  t: TestContext,
  database: DatabaseAddress,
  options: Omit<MuseumOptions, 'database'> = {},
): Promise<{ readonly museum: Museum; readonly passwords: ReadonlyMap<string, string> }> {
  const store = await openStore(database);
  const staff = (await seedDemonstration(store, demoAt(AFTERNOON))) as StaffMember[];
  await store.close();
  const clock = manualClock(Date.parse(AFTERNOON));
  const museum = await openMuseum({ ...options, database, clock, hasAccounts: true });
  t.after(() => museum.close());
  return { museum, passwords: new Map(staff.map(({ username, password = '' }) => [username, password])) };
}
