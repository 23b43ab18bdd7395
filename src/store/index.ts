import type { OnMigrated, OnWait } from './migrations.ts';
import { openSqlite } from './sqlite.ts';
import type { DatabaseAddress, Store } from './store.ts';

export { type ActionContext, runAction } from './action.ts';
export { checkDatabase } from './check.ts';
export {
  type DiskSpace,
  findDiskSpace,
  findStats,
  isDiskFull,
  isDiskNearlyFull,
  makeFolder,
} from './files.ts';
export { type CommitFigures, GroupCommit } from './group-commit.ts';
export { inspectStore } from './inspect.ts';
export { keysetPages } from './keyset-pages.ts';
export { allOf, inRows } from './lists.ts';
export { RevisionCache, VersionedCache } from './revision-cache.ts';
export { readRevision } from './revision-lease.ts';
export { findSecret, secretOf } from './secret.ts';
export type { Snapshot } from './store.ts';
export {
  CommitUnknown,
  type DatabaseAddress,
  type Queries,
  type Row,
  type SqlParameter,
  type SqlValue,
  type Store,
  StoreError,
  StoreUnavailable,
  type Topic,
  type Transaction,
  UniqueViolation,
} from './store.ts';
export { guardedStore, storeWithin } from './store-within.ts';
export { WriteProbe } from './write-probe.ts';

/**
 * Opens the database at `address` with its schema up to date.
 * @param onWait called with a sentence that says what a long wait is for
 * @param onMigrated called when it has changed the schema, with the migrations
 * @throws StoreError with a message of one line for the terminal.
 */
export async function openStore(
  address: DatabaseAddress,
  onWait: OnWait = () => {},
  onMigrated: OnMigrated = () => {},
): Promise<Store> {
  if (address.kind === 'sqlite') return openSqlite(address.path, onWait, onMigrated);
  // Loaded only when needed: most museums use SQLite.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(address.url, onWait, onMigrated);
}
