import { existsSync } from 'node:fs';
import { findStats } from './files.ts';
import { asSqliteStoreError, SQLITE_DIALECT } from './sqlite.ts';
import { isBusy, SqliteConnection } from './sqlite-connection.ts';
import { APPLICATION_ID } from './sqlite-migrations.ts';
import { requireWalFiles } from './sqlite-wal-files.ts';
import type { Snapshot } from './store.ts';
import { type Row, type SqlParameter, StoreError } from './store.ts';

/** `inspectStore` for the file at `path`, which may be in use or be a backup. */
export async function inspectSqlite<T>(path: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  if (findStats(path) === undefined) throw new StoreError(`There is no database at ${path}.`);
  let connection: SqliteConnection | undefined;
  try {
    await requireWalFiles(path);
    // Otherwise the write-ahead log that a crash has left would be moved into the database when this connection is
    // closed. Where there is none, a connection that may only read would leave an empty one behind.
    connection = new SqliteConnection(path, { readOnly: existsSync(`${path}-wal`) });
    connection.exec('PRAGMA query_only = ON; BEGIN');
    // This read takes the snapshot.
    requireMuseum(connection);
    return await work(snapshotOf(connection));
  } catch (error) {
    throw asSqliteStoreError(error, path);
  } finally {
    connection?.close();
  }
}

/** A database that no one else can use until it is released. */
export interface LockedSqlite {
  readonly snapshot: Snapshot;
  release(): void;
}

/**
 * Locks the database at `path` exclusively for reading, so that nothing in it changes meanwhile.
 * @throws StoreError when it is in use, or not a museum's.
 */
export function lockSqlite(path: string): LockedSqlite {
  if (findStats(path) === undefined) throw new StoreError(`There is no database at ${path}.`);
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(path);
    // With the locking mode alone, other readers could still use a database that is not in WAL mode.
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; PRAGMA query_only = ON');
    requireMuseum(connection);
    const held = connection;
    return { snapshot: withPathInErrors(snapshotOf(held), path), release: () => held.close() };
  } catch (error) {
    connection?.close();
    if (!isBusy(error)) throw asSqliteStoreError(error, path);
    throw new StoreError(
      `The database ${path} is in use. Stop the service first: tickets sold during the move would not be copied.`,
      error,
    );
  }
}

/** The snapshot, with errors that name the database. */
function withPathInErrors(snapshot: Snapshot, path: string): Snapshot {
  const rethrow = (error: unknown): never => {
    throw asSqliteStoreError(error, path);
  };
  return {
    dialect: snapshot.dialect,
    all: (sql, values) => snapshot.all<never>(sql, values).catch(rethrow),
    get: (sql, values) => snapshot.get<never>(sql, values).catch(rethrow),
  };
}

/** @throws StoreError unless a museum made the database. */
export function requireMuseum(connection: SqliteConnection): void {
  const tables = connection.get("SELECT count(*) AS count FROM sqlite_master WHERE name = 'migrations'");
  const owner = connection.get('PRAGMA application_id')?.application_id;
  if (owner !== APPLICATION_ID || tables?.count !== 1) throw new StoreError('it is not a museum’s database');
}

function snapshotOf(connection: SqliteConnection): Snapshot {
  return {
    dialect: SQLITE_DIALECT,
    all: async <R extends object = Row>(sql: string, values?: readonly SqlParameter[]) =>
      connection.all(sql, values) as R[],
    get: async <R extends object = Row>(sql: string, values?: readonly SqlParameter[]) =>
      connection.get(sql, values) as R | undefined,
  };
}
