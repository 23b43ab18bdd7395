import { setTimeout as sleep } from 'node:timers/promises';
import {
  APPLIED_MIGRATIONS,
  type Applied,
  type AppliedMigration,
  appliedSince,
  MIGRATIONS_TABLE,
  type Migration,
  type OnMigrated,
  type OnWait,
  pendingMigrations,
  readMigrations,
  statementsOf,
  upgradeProgress,
} from './migrations.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { toPostgresDialect } from './postgres-sql.ts';
import { BEGIN } from './postgres-transaction.ts';
import { StoreError } from './store.ts';

const OLDEST_VERSION = 15;
/** The key of the advisory lock for schema changes: "MUSE". */
const LOCK = 0x4d555345;
/**
 * How long a schema change waits for a table lock. Sales wait behind a waiting lock, so the migration gives up soon and
 * tries again.
 */
const TABLE_LOCK_TIMEOUT_MS = 2_000;
const TABLE_LOCK_ATTEMPTS = 15;
/**
 * How long an instance may stall during a migration, and how long a move waits for the lock: a stall blocks the others.
 */
const STALL_TIMEOUT_MS = 10_000;
/**
 * This table exists while a museum is being moved into the database. No service may use the database until it is
 * dropped.
 */
export const UNFINISHED_MOVE = 'unfinished_move';

export interface Upgrade {
  readonly migrations: readonly Migration[];
  readonly attempts: number;
  readonly onWait: OnWait;
  readonly onMigrated: OnMigrated;
}

/**
 * Brings the schema up to date. When several instances start together, only one of them does it.
 * @throws StoreError when the server is too old or the database is not a museum's.
 */
export async function migratePostgres(
  address: PostgresAddress,
  {
    migrations = readMigrations(),
    attempts = TABLE_LOCK_ATTEMPTS,
    onWait = () => {},
    onMigrated = () => {},
  }: Partial<Upgrade> = {},
): Promise<void> {
  const connection = await PostgresConnection.openDedicated(address);
  try {
    checkServer(connection);
    if ((await pendingIn(connection, migrations)).length > 0)
      await migrate(connection, { migrations, attempts, onWait, onMigrated });
  } finally {
    await connection.close();
  }
}

/** @throws StoreError unless the service supports the server's version and encoding. */
export function checkServer({ version, encoding }: Pick<PostgresConnection, 'version' | 'encoding'>): void {
  if (version < OLDEST_VERSION * 10_000) {
    throw new StoreError(
      `the server is PostgreSQL ${Math.floor(version / 10_000)}. Version ${OLDEST_VERSION} or newer is needed.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new StoreError(`its encoding is ${encoding}. Create it with ENCODING 'UTF8'.`);
  }
}

/**
 * Migrations that the database still needs. Changes nothing.
 * @throws StoreError when the database must not be used
 */
export async function pendingIn(
  connection: PostgresConnection,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const contents = await contentsOf(connection);
  if (contents === 'unfinished move') throw unfinishedMove();
  if (contents === 'nothing') return [...migrations];
  const { rows } = await connection.query(statement(APPLIED_MIGRATIONS));
  return pendingMigrations(migrations, rows as unknown as AppliedMigration[]);
}

export function unfinishedMove(): StoreError {
  return new StoreError(
    'a museum is being moved into it, and the move is not complete. If it was interrupted, run "museum move" again.',
  );
}

export type DatabaseContents = 'nothing' | 'museum' | 'unfinished move';

/** @throws StoreError when the schema holds tables of another program. */
export async function contentsOf(connection: PostgresConnection): Promise<DatabaseContents> {
  const { rows } = await connection.query(
    statement(`
      SELECT (SELECT count(*) FROM pg_class
                WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
                  AND relkind IN ('r', 'p')) AS tables,
             (SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass('migrations')
                AND attname IN ('number', 'name', 'checksum', 'applied_at')) AS columns,
             to_regclass('${UNFINISHED_MOVE}') IS NOT NULL AS unfinished`),
  );
  const { tables, columns, unfinished } = rows[0] ?? {};
  if (unfinished === 1 && tables === 1) return 'unfinished move';
  if (columns === 4) return 'museum';
  if (tables === 0) return 'nothing';
  throw new StoreError('it belongs to another program.');
}

async function migrate(connection: PostgresConnection, upgrade: Upgrade): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateOnce(connection, upgrade);
    } catch (error) {
      await connection.exec('ROLLBACK');
      if (!isInTheWay(error)) throw error;
      if (attempt === upgrade.attempts) throw stillInUse(error);
      if (attempt === 1)
        upgrade.onWait(
          'The schema can’t be upgraded yet, because another process, such as another instance or pg_dump, is using a table. Trying again for up to a minute.',
        );
      await sleep(TABLE_LOCK_TIMEOUT_MS * Math.random());
    }
  }
}

function stillInUse(cause: unknown): StoreError {
  return new StoreError(
    'its schema can’t be upgraded, because another process, such as another instance or pg_dump, is using a table. Nothing was changed. Start again once that process has finished.',
    cause,
  );
}

/**
 * Takes the lock for schema changes until the connection is closed.
 * @throws StoreError when another process holds it for too long
 */
export async function lockSchema(connection: PostgresConnection): Promise<void> {
  try {
    await connection.exec(
      `SET lock_timeout = ${STALL_TIMEOUT_MS}; SELECT pg_advisory_lock(${LOCK}); SET lock_timeout = 0`,
    );
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new StoreError('another process is setting it up. Try again once that has finished.', error);
  }
}

async function migrateOnce(
  connection: PostgresConnection,
  { migrations, onWait, onMigrated }: Upgrade,
): Promise<void> {
  await connection.exec(BEGIN);
  const { rows } = await connection.query(statement(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS mine`));
  if (rows[0]?.mine !== 1) {
    onWait('Another instance is upgrading the schema. Waiting until it has finished.');
    await connection.exec(`SELECT pg_advisory_xact_lock(${LOCK})`);
  }
  // Another instance may have done it while this one waited.
  const pending = await pendingIn(connection, migrations);
  await connection.exec(
    `SET LOCAL lock_timeout = ${TABLE_LOCK_TIMEOUT_MS};
     SET LOCAL idle_in_transaction_session_timeout = ${STALL_TIMEOUT_MS}`,
  );
  const isNew = pending.length === migrations.length;
  const applied = await applyMigrations(connection, pending, isNew ? () => {} : onWait);
  await connection.exec('COMMIT');
  if (applied.length > 0) onMigrated(applied, isNew);
  // What the server knew of a column is gone when its type has changed: queries would be planned without. If it fails,
  // the server's autovacuum does it later.
  if (!isNew) await connection.exec('ANALYZE').catch(() => {});
}

/** Applies the migrations in the current transaction of the connection. @returns how long each took */
export async function applyMigrations(
  connection: PostgresConnection,
  pending: readonly Migration[],
  onWait: OnWait = () => {},
): Promise<Applied[]> {
  await connection.exec(toPostgresDialect(MIGRATIONS_TABLE));
  const { rows } = await connection.query(statement('SELECT pg_database_size(current_database()) AS bytes'));
  const migrations = pending.map((migration) => ({
    ...migration,
    steps: statementsOf(toPostgresDialect(migration.sql)),
  }));
  const count = migrations.flatMap(({ steps }) => steps).length;
  const say = upgradeProgress(count, Number(rows[0]?.bytes), onWait);
  const applied: Applied[] = [];
  for (const { number, name, checksum, steps } of migrations) {
    const begunAt = performance.now();
    for (const sql of steps) {
      say();
      await connection.exec(sql);
    }
    await connection.query(
      statement('INSERT INTO migrations (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)'),
      [number, name, checksum, Date.now()],
    );
    applied.push(appliedSince(begunAt, { number, name }));
  }
  return applied;
}

function statement(text: string) {
  return { name: undefined, text, writes: true };
}

/**
 * Whether others kept a lock for too long, or each waited for a lock of the other: an instance that sells locks the
 * same tables.
 */
function isInTheWay(error: unknown): boolean {
  return isLockTimeout(error) || codeOf(error) === '40P01';
}

function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** The SQLSTATE of a server's error, see postgres-faults.ts. */
function codeOf(error: unknown): string | undefined {
  return ((error as Error).cause as { code?: string } | undefined)?.code;
}
