import { inspectSqlite } from './sqlite-inspect.ts';
import type { DatabaseAddress, Dialect, Queries } from './store.ts';

/** A read-only view of the database as it was at one instant. */
export interface Snapshot extends Queries {
  readonly dialect: Dialect;
}

/**
 * Runs `work` on one consistent snapshot of the database. Makes, migrates and changes nothing, and does not disturb
 * other users of the database.
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
