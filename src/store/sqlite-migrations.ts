import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
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
import { begin, isBusy, SqliteConnection } from './sqlite-connection.ts';
import { StoreError } from './store.ts';

/** Marks the file as a museum's (PRAGMA application_id): "MUSE". */
export const APPLICATION_ID = 0x4d555345;
/** How long an upgrade waits until no other process has the database open, such as one that makes a backup. */
const IN_USE_TIMEOUT_MS = 5_000;
const RETRY_MS = 20;

/**
 * Opens a connection to the database at `path`. The museum of an older version is upgraded before.
 * @throws StoreError when the file is no museum's database, or is to be upgraded while another process has it open; nothing
 * is changed then.
 */
export async function openUpToDate(
  path: string,
  onWait: OnWait,
  onMigrated: OnMigrated,
): Promise<SqliteConnection> {
  const deadline = performance.now() + IN_USE_TIMEOUT_MS;
  for (;;) {
    try {
      const connection = openCurrent(path);
      if (connection !== undefined) return connection;
      await upgrade(path, onWait, onMigrated);
    } catch (error) {
      if (!(isBusy(error) || isBusy((error as Error).cause)) || performance.now() > deadline) throw error;
      await sleep(RETRY_MS * (1 + Math.random()));
    }
  }
}

/** A connection to the museum, or to what is to become one; undefined when the museum is of an older version. */
function openCurrent(path: string): SqliteConnection | undefined {
  const connection = new SqliteConnection(path);
  let isCurrent = false;
  try {
    checkOwner(connection);
    isCurrent = !isMuseum(connection) || pendingIn(connection).length === 0;
    return isCurrent ? connection : undefined;
  } finally {
    if (!isCurrent) connection.close();
  }
}

/**
 * In one transaction, with the database locked from the first read to the last write: an older version that has it open
 * would go on selling with a schema that it does not know.
 */
async function upgrade(path: string, onWait: OnWait, onMigrated: OnMigrated): Promise<void> {
  const connection = new SqliteConnection(path);
  try {
    lockExclusively(connection);
    setUpWriting(connection);
    await migrate(connection, onMigrated, onWait);
  } finally {
    connection.close();
  }
}

function lockExclusively(connection: SqliteConnection): void {
  try {
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new StoreError(
      'it is of an older version, and can’t be upgraded while another process has it open, such as the service of that version. Stop that first, then start again',
      error,
    );
  }
}

/** Commits are durable, and erased personal data is overwritten, also in free pages. */
export function setUpWriting(connection: SqliteConnection): void {
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
}

/**
 * Makes the schema in an empty database. Otherwise it writes nothing, so that a start needs no disk space and no write
 * lock.
 */
export async function ensureSchema(writer: SqliteConnection, onMigrated: OnMigrated): Promise<void> {
  if (isMuseum(writer)) return requireWritable(writer);
  await migrate(writer, onMigrated);
}

async function migrate(writer: SqliteConnection, onMigrated: OnMigrated, onWait?: OnWait): Promise<void> {
  const applied: Applied[] = [];
  await begin(writer, performance.now());
  try {
    const bytes = sizeOf(writer);
    writer.exec(`PRAGMA application_id = ${APPLICATION_ID}; ${MIGRATIONS_TABLE}`);
    const pending = pendingIn(writer).map((migration) => ({
      ...migration,
      steps: statementsOf(migration.sql),
    }));
    const count = pending.flatMap(({ steps }) => steps).length;
    const says = onWait === undefined ? () => false : upgradeProgress(count, bytes, onWait);
    for (const { steps, number, name, checksum } of pending) {
      const begunAt = performance.now();
      for (const sql of steps) {
        if (says()) await turn(); // on a terminal, this thread writes the log too
        writer.exec(sql);
      }
      writer.run('INSERT INTO migrations (number, name, checksum, applied_at) VALUES (?, ?, ?, ?)', [
        number,
        name,
        checksum,
        Date.now(),
      ]);
      applied.push(appliedSince(begunAt, { number, name }));
    }
    writer.exec('COMMIT');
  } catch (error) {
    writer.rollBack();
    throw error;
  }
  if (applied.length > 0) onMigrated(applied, onWait === undefined);
}

function sizeOf(connection: SqliteConnection): number {
  const size = connection.get(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  );
  return Number(size?.bytes);
}

/**
 * SQLite opens a read-only file without an error, and fails at the first write: at this one, which is rolled back at
 * once.
 */
function requireWritable(writer: SqliteConnection): void {
  try {
    writer.exec(`BEGIN IMMEDIATE; PRAGMA application_id = ${APPLICATION_ID}; ROLLBACK`);
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}

/** Refuses a database of another program before anything in it is changed. */
function checkOwner(connection: SqliteConnection): void {
  const tables = connection.get('SELECT count(*) AS count FROM sqlite_master')?.count;
  if (isMuseum(connection) || (ownerOf(connection) === 0 && tables === 0)) return;
  throw new StoreError('it belongs to another program');
}

function isMuseum(connection: SqliteConnection): boolean {
  return ownerOf(connection) === APPLICATION_ID;
}

function ownerOf(connection: SqliteConnection): unknown {
  return connection.get('PRAGMA application_id')?.application_id;
}

function pendingIn(connection: SqliteConnection): Migration[] {
  const applied = connection.all(APPLIED_MIGRATIONS);
  return pendingMigrations(readMigrations(), applied as unknown as AppliedMigration[]);
}
