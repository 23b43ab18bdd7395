import type { Snapshot } from './inspect.ts';
import { readPostgresAddress } from './postgres-address.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { Statements } from './postgres-sql.ts';
import { DIALECT } from './postgres-transaction.ts';
import { type Row, type SqlValue, StoreError } from './store.ts';

/** `inspectStore` for the database at `url`. */
export async function inspectPostgres<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const address = readPostgresAddress(url);
  const connection = await PostgresConnection.open(address, 0);
  try {
    // This level keeps to the snapshot that its first statement takes.
    await connection.exec('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const snapshot = snapshotOf(connection);
    const found = await snapshot.get('SELECT 1 AS found FROM pg_class WHERE oid = to_regclass(?)', [
      'migrations',
    ]);
    if (found === undefined) throw new StoreError(`The database ${address.label} is not a museum’s.`);
    return await work(snapshot);
  } finally {
    await connection.close();
  }
}

function snapshotOf(connection: PostgresConnection): Snapshot {
  const statements = new Statements();
  const all = async <R extends object = Row>(sql: string, values?: readonly SqlValue[]) =>
    (await connection.query(statements.of(sql), values)).rows as object[] as R[];
  return {
    dialect: DIALECT,
    all,
    get: async <R extends object = Row>(sql: string, values?: readonly SqlValue[]) =>
      (await all<R>(sql, values))[0],
  };
}
