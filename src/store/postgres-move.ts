import { readMigrations } from './migrations.ts';
import { asPostgresStoreError } from './postgres.ts';
import { type PostgresAddress, readPostgresAddress } from './postgres-address.ts';
import { PostgresConnection } from './postgres-connection.ts';
import {
  applyMigrations,
  checkServer,
  contentsOf,
  lockSchema,
  pendingIn,
  UNFINISHED_MOVE,
} from './postgres-migrations.ts';
import { Statements } from './postgres-sql.ts';
import { PostgresTransaction } from './postgres-transaction.ts';
import { type Queries, StoreError, StoreUnavailable, type Transaction } from './store.ts';

export interface Filling<T> {
  /** Fills the new museum. If it throws, everything is rolled back. */
  fill(tx: Transaction): Promise<T>;
  /** Accepts or refuses (by throwing) a museum that is in the database already. */
  recognise(museum: Queries): Promise<T>;
}

/**
 * Makes a museum in the empty database at `url` and fills it in one transaction, so that an interruption leaves it
 * empty. The table `unfinished_move`, made before, marks the database: no service uses it until the transaction that
 * drops the table has been committed. When there is a museum already, `recognise` decides.
 * @throws StoreError when the database can't be used or belongs to another program.
 */
export async function fillPostgres<T>(url: string, filling: Filling<T>): Promise<T> {
  let address: PostgresAddress | undefined;
  let connection: PostgresConnection | undefined;
  try {
    address = readPostgresAddress(url);
    connection = await PostgresConnection.openDedicated(address);
    return await fillOrRecognise(connection, filling);
  } catch (error) {
    // Errors of `filling` already name their database.
    if (error instanceof FillingFailed) throw error.cause;
    if (!(error instanceof StoreUnavailable) || connection === undefined)
      throw asPostgresStoreError(error, address);
    const { message } = asPostgresStoreError(error, address) as StoreError;
    throw new StoreError(`${message} Nothing was moved. Run the same command again.`, error);
  } finally {
    await connection?.close();
  }
}

class FillingFailed extends Error {}

async function fillOrRecognise<T>(
  connection: PostgresConnection,
  { fill, recognise }: Filling<T>,
): Promise<T> {
  checkServer(connection);
  await lockSchema(connection);
  if ((await contentsOf(connection)) === 'museum') {
    const pending = await pendingIn(connection, readMigrations());
    if (pending.length > 0) throw new StoreError('it already contains a museum.');
    return inTransaction(connection, recognise);
  }
  await connection.exec(`CREATE TABLE IF NOT EXISTS ${UNFINISHED_MOVE} (begun_at TIMESTAMPTZ DEFAULT now())`);
  const result = await inTransaction(connection, async (tx) => {
    await tx.run(`DROP TABLE ${UNFINISHED_MOVE}`);
    await applyMigrations(connection, readMigrations());
    const filled = await fill(tx);
    await advanceSequences(tx);
    return filled;
  });
  // So that the first sales have query plans that fit. If it fails, the server's autovacuum does it later.
  await connection.exec('ANALYZE').catch(() => {});
  return result;
}

/** Sets the sequence of every identity column behind the highest number that was copied. */
async function advanceSequences(tx: Transaction): Promise<void> {
  const numbered = await tx.all<{ name: string; numbers: string }>(
    `SELECT table_name AS name, column_name AS numbers FROM information_schema.columns
      WHERE table_schema = current_schema() AND is_identity = 'YES'`,
  );
  for (const { name, numbers } of numbered) {
    await tx.all(
      `SELECT setval(pg_get_serial_sequence('${name}', '${numbers}'), coalesce(max(${numbers}), 0) + 1, false) FROM ${name}`,
    );
  }
}

async function inTransaction<T>(
  connection: PostgresConnection,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const tx = new PostgresTransaction(connection, { statements: new Statements(), columnTypes: new Map() });
  let lost: unknown;
  let result: T;
  try {
    result = await work(tx);
    lost = await tx.commit();
  } catch (error) {
    await tx.rollBack();
    throw error instanceof StoreError ? new FillingFailed('', { cause: error }) : error;
  }
  if (lost === undefined) return result;
  throw new StoreError(
    'the connection was lost at the very end, so it is not known whether the move was completed. Run the same command again to find out.',
  );
}
