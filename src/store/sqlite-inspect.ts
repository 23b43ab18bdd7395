import { existsSync } from 'node:fs';
import type { Snapshot } from './inspect.ts';
import { APPLICATION_ID, asStoreError, DIALECT } from './sqlite.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { type Row, type SqlValue, StoreError } from './store.ts';

/** `inspectStore` for the file at `path`, which may be in use or be a backup. */
export async function inspectSqlite<T>(path: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  if (!existsSync(path)) throw new StoreError(`There is no database at ${path}.`);
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(path);
    connection.exec('PRAGMA query_only = ON; BEGIN');
    // This read is what the snapshot is taken with.
    requireMuseum(connection);
    return await work(snapshotOf(connection));
  } catch (error) {
    throw asStoreError(error, path);
  } finally {
    connection?.close();
  }
}

/** @throws StoreError unless a museum made the database. */
export function requireMuseum(connection: SqliteConnection): void {
  const tables = connection.get("SELECT count(*) AS count FROM sqlite_master WHERE name = 'migrations'");
  const owner = connection.get('PRAGMA application_id')?.application_id;
  if (owner !== APPLICATION_ID || tables?.count !== 1) throw new StoreError('it is not a museum’s');
}

function snapshotOf(connection: SqliteConnection): Snapshot {
  return {
    dialect: DIALECT,
    all: async <R extends object = Row>(sql: string, values?: readonly SqlValue[]) =>
      connection.all(sql, values) as R[],
    get: async <R extends object = Row>(sql: string, values?: readonly SqlValue[]) =>
      connection.get(sql, values) as R | undefined,
  };
}
