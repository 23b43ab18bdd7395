import { type Config, readConfig } from '../app/config.ts';
import { readEnvironment } from '../app/environment.ts';
import { type DatabaseAddress, findStats, inspectStore, openStore, type Store } from '../store/index.ts';
import { CommandFailed } from './failure.ts';
import { printWait } from './output.ts';

/** Runs `work` on the museum's database. The service may be running on it. */
export async function withStore<T>(work: (store: Store, config: Config) => Promise<T>): Promise<T> {
  const config = readMuseumConfig();
  await requireMuseum(config.database);
  const store = await openStore(config.database, printWait, (applied) => {
    const times = applied.map(({ name, ms }) => `${name} in ${ms} ms`);
    printWait(`Upgraded the database: ${times.join(', ')}.`);
  });
  try {
    return await work(store, config);
  } finally {
    await store.close();
  }
}

/** @throws CommandFailed when there is no database yet */
export function readMuseumConfig(): Config {
  const config = readConfig(readEnvironment());
  requireDatabase(config);
  return config;
}

/**
 * Prevents a command that was started in the wrong folder from making a new, empty museum.
 * @throws CommandFailed when there is no database yet
 */
export function requireDatabase({ database }: Config): void {
  if (database.kind !== 'sqlite' || findStats(database.path) !== undefined) return;
  throw new CommandFailed(
    `there is no database at ${database.path} yet. Start the service once, or set MUSEUM_DATA_DIR to the folder that the service uses.`,
  );
}

/** @throws StoreError when there is no museum in a database of PostgreSQL: opening it would make one */
async function requireMuseum(database: DatabaseAddress): Promise<void> {
  if (database.kind === 'postgres') await inspectStore(database, async () => {});
}

/** Writes instants as staff read them: `2027-03-14 09:00`, in the museum's time zone. */
export function instantFormat(timeZone: string): Intl.DateTimeFormat {
  // Times in the Swedish locale are in ISO format.
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
}
