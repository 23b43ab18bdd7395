import { inspectSqlite } from './sqlite-inspect.ts';
import type { DatabaseAddress, Dialect, Queries } from './store.ts';

/** The database as it was at one instant, to be read only. */
export interface Snapshot extends Queries {
  readonly dialect: Dialect;
}

/**
 * Runs `work` on one consistent snapshot of the database as it is: nothing in it is made, migrated or
 * changed, and whoever else uses it goes on.
 * @throws StoreError when there is no museum's database at `address`.
 */
export async function inspectStore<T>(
  address: DatabaseAddress,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  if (address.kind === 'sqlite') return inspectSqlite(address.path, work);
  const { inspectPostgres } = await import('./postgres-inspect.ts');
  return inspectPostgres(address.url, work);
}
