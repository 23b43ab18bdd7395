import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { manualClock } from './manual-clock.ts';
import { type Museum, openMuseum } from './museum.ts';
import { NOON_DAY, NOON_ZONE } from './noon.ts';
import type { Environment } from './process.ts';
import { emptyMuseum, temporaryFolder } from './temporary-store.ts';

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
  const dataDir = await temporaryFolder(t);
  const path = join(dataDir, 'museum.db');
  await writeFile(path, await emptyMuseum());
  const database = { kind: 'sqlite', path } as const;
  const museum = await openMuseum({ database, clock: manualClock(Date.now()), timeZone: NOON_ZONE });
  t.after(() => museum.close());
  return {
    museum,
    env: { MUSEUM_DATA_DIR: dataDir, MUSEUM_TIME_ZONE: NOON_ZONE },
    today: NOON_DAY,
    file: (name) => join(dataDir, name),
  };
}
