import { openSqlite } from './sqlite.ts';
import type { DatabaseAddress, Store } from './store.ts';

export { checkDatabase } from './check.ts';
export { type DiskSpace, findDiskSpace, isWithoutRoom } from './disk-space.ts';
export { GroupCommit } from './group-commit.ts';
export { listOf } from './in-list.ts';
export { inspectStore, type Snapshot } from './inspect.ts';
export { KeptValues } from './kept-values.ts';
export { keysetPages } from './keyset-pages.ts';
export { readRevision } from './revision-copy.ts';
export { findSecret, secretOf } from './secret.ts';
export {
  CommitUnknown,
  type DatabaseAddress,
  type Queries,
  type Row,
  type SqlValue,
  type Store,
  StoreError,
  StoreUnavailable,
  type Topic,
  type Transaction,
  UniqueViolation,
} from './store.ts';
export { storeWithin } from './store-within.ts';

/**
 * Opens the database at `address` with its schema up to date.
 * @param onWait is told in a sentence what that waits for, when it waits long
 * @throws StoreError, whose message is one line for the terminal.
 */
export async function openStore(
  address: DatabaseAddress,
  onWait: (what: string) => void = () => {},
): Promise<Store> {
  if (address.kind === 'sqlite') return openSqlite(address.path);
  // Loaded only when it is needed: most museums start without it.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(address.url, onWait);
}
