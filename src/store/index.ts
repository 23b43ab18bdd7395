import { openSqlite } from './sqlite.ts';
import { type DatabaseAddress, type Store, StoreError } from './store.ts';

export { secretOf } from './secret.ts';
export {
  type DatabaseAddress,
  type Dialect,
  type Queries,
  type Row,
  type SqlValue,
  type Store,
  StoreError,
  StoreUnavailable,
  type Topic,
  type Transaction,
  touch,
} from './store.ts';

/**
 * Opens the database at `address` with its schema up to date.
 * @throws StoreError, whose message is one line for the terminal.
 */
export async function openStore(address: DatabaseAddress): Promise<Store> {
  if (address.kind === 'sqlite') return openSqlite(address.path);
  throw new StoreError('PostgreSQL is not supported by this version.');
}
