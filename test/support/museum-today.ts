import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { manualClock } from './manual-clock.ts';
import { type Museum, openMuseum } from './museum.ts';
import type { Environment } from './process.ts';
import { emptyMuseum, temporaryFolder } from './temporary-store.ts';

/** The museum's clock stands still, and that of the commands does not: both are to be on one day until the test is over. */
const LONGEST_TEST_MS = 30_000;
const HOUR_MS = 3_600_000;
const TIME_ZONE = 'Europe/Berlin';

export interface MuseumToday {
  readonly museum: Museum;
  /** The environment for commands on this museum. */
  readonly env: Environment;
  /** The museum's day. */
  readonly today: string;
  /** The path of a file in its data folder. */
  file(name: string): string;
}

/** A museum on SQLite that opens at the real time, because commands on it use the real clock. */
export async function openMuseumToday(t: TestContext): Promise<MuseumToday> {
  await noDayEnds();
  const dataDir = await temporaryFolder(t);
  const path = join(dataDir, 'museum.db');
  await writeFile(path, await emptyMuseum());
  const database = { kind: 'sqlite', path } as const;
  const museum = await openMuseum({ database, clock: manualClock(Date.now()), timeZone: TIME_ZONE });
  t.after(() => museum.close());
  return {
    museum,
    env: { MUSEUM_DATA_DIR: dataDir, MUSEUM_TIME_ZONE: TIME_ZONE },
    today: new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE }).format(museum.clock.now()),
    file: (name) => join(dataDir, name),
  };
}

/** Waits if an hour is about to end, and with it perhaps a day. */
async function noDayEnds(): Promise<void> {
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < LONGEST_TEST_MS) await sleep(left);
}
