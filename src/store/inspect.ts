import { inspectSqlite } from './sqlite-inspect.ts';
import type { DatabaseAddress, Snapshot } from './store.ts';

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
