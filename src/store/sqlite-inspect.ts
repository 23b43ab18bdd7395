import { existsSync } from 'node:fs';
import type { Snapshot } from './inspect.ts';
import { APPLICATION_ID, asStoreError, DIALECT } from './sqlite.ts';
import { requireFilesBeside } from './sqlite-beside.ts';
import { isBusy, SqliteConnection } from './sqlite-connection.ts';
import { type Row, type SqlValue, StoreError } from './store.ts';

/** `inspectStore` for the file at `path`, which may be in use or be a backup. */
export async function inspectSqlite<T>(path: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  if (!existsSync(path)) throw new StoreError(`There is no database at ${path}.`);
  let connection: SqliteConnection | undefined;
  try {
    await requireFilesBeside(path);
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

/** A database that nobody else can use until it is released. */
export interface HeldSqlite {
  readonly snapshot: Snapshot;
  release(): void;
}

/**
 * Takes the database at `path` for oneself, to read it: what it holds stays as it is meanwhile.
 * @throws StoreError when somebody uses it, or it is no museum's.
 */
export function holdSqlite(path: string): HeldSqlite {
  if (!existsSync(path)) throw new StoreError(`There is no database at ${path}.`);
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(path);
    // With the lock mode alone, a database without a log would be shared with other readers.
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; PRAGMA query_only = ON');
    requireMuseum(connection);
    const held = connection;
    return { snapshot: namingItself(snapshotOf(held), path), release: () => held.close() };
  } catch (error) {
    connection?.close();
    if (!isBusy(error)) throw asStoreError(error, path);
    throw new StoreError(
      `The database ${path} is in use. Stop the service first: what it went on selling would stay behind.`,
      error,
    );
  }
}

/** The same snapshot, whose failures say which of several databases they are about. */
function namingItself(snapshot: Snapshot, path: string): Snapshot {
  const rethrow = (error: unknown): never => {
    throw asStoreError(error, path);
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
