import { bind } from './lists.ts';
import { asPostgresStoreError } from './postgres.ts';
import { type PostgresAddress, readPostgresAddress } from './postgres-address.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { contentsOf, unfinishedMove } from './postgres-migrations.ts';
import { Statements } from './postgres-sql.ts';
import { POSTGRES_DIALECT } from './postgres-transaction.ts';
import type { Snapshot } from './store.ts';
import { type Row, type SqlParameter, StoreError } from './store.ts';

/** `inspectStore` for the database at `url`. */
export async function inspectPostgres<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  let address: PostgresAddress | undefined;
  let connection: PostgresConnection | undefined;
  try {
    address = readPostgresAddress(url);
    connection = await PostgresConnection.openDedicated(address, 'read');
    // At this level all statements see the snapshot that the first one takes.
    await connection.exec('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await requireMuseum(connection);
    return await work(snapshotOf(connection));
  } catch (error) {
    throw asPostgresStoreError(error, address);
  } finally {
    await connection?.close();
  }
}

/** @throws StoreError unless the database holds a complete museum. */
async function requireMuseum(connection: PostgresConnection): Promise<void> {
  switch (await contentsOf(connection)) {
    case 'nothing':
      throw new StoreError(
        'it contains no museum yet. Start the service on it once, or set MUSEUM_DATABASE_URL to the database that the service uses.',
      );
    case 'unfinished move':
      throw unfinishedMove();
  }
}

function snapshotOf(connection: PostgresConnection): Snapshot {
  const statements = new Statements();
  const all = async <R extends object = Row>(sql: string, values: readonly SqlParameter[] = []) => {
    const bound = bind(sql, values);
    if (bound === undefined) return [];
    return (await connection.query(statements.of(bound.sql), bound.values)).rows as object[] as R[];
  };
  return {
    dialect: POSTGRES_DIALECT,
    all,
    get: async <R extends object = Row>(sql: string, values?: readonly SqlParameter[]) =>
      (await all<R>(sql, values))[0],
  };
}
