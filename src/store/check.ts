import {
  APPLIED_MIGRATIONS,
  type AppliedMigration,
  type Migration,
  pendingMigrations,
  readMigrations,
} from './migrations.ts';
import { isDamage } from './sqlite-connection.ts';
import { schemaOf } from './sqlite-schema.ts';
import type { Snapshot } from './store.ts';
import { StoreError } from './store.ts';

/**
 * Yields a sentence for each fault of the database itself: its migrations, and on SQLite also its tables and
 * everything that the file format lets one prove.
 * @returns whether the tables are those of this version, so that they can be read.
 */
export async function* checkDatabase(snapshot: Snapshot): AsyncGenerator<string, boolean> {
  const migrations = readMigrations();
  const isUpToDate = yield* checkMigrations(snapshot, migrations);
  // PostgreSQL keeps its constraints itself, and its files are checked with its own tools.
  if (snapshot.dialect.name === 'sqlite') {
    if (isUpToDate) yield* checkSchema(snapshot, migrations);
    yield* checkFile(snapshot);
    yield* checkReferences(snapshot);
  }
  return isUpToDate;
}

async function* checkMigrations(
  snapshot: Snapshot,
  migrations: readonly Migration[],
): AsyncGenerator<string, boolean> {
  const applied = await snapshot.all<AppliedMigration>(APPLIED_MIGRATIONS);
  try {
    const pending = pendingMigrations(migrations, applied);
    for (const { number, name } of pending) {
      yield `Migration ${number} "${name}" has not been applied. The service applies it when it next starts.`;
    }
    return pending.length === 0;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    yield `Migrations: ${error.message}`;
    return false;
  }
}

/** The SQL of what this version's migrations make, once it was asked for: to make it takes longer than many a check. */
let ownSchema: ReadonlyMap<string, string> | undefined;

/** The tables and indexes must be those that the migrations make. */
async function* checkSchema(snapshot: Snapshot, migrations: readonly Migration[]) {
  ownSchema ??= schemaOf(migrations);
  const expected = new Map(ownSchema);
  const rows = await snapshot.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name",
  );
  for (const { name, sql } of rows) {
    const wanted = expected.get(name);
    if (wanted === undefined) yield `The schema has ${name}, which no migration creates.`;
    else if (wanted !== sql) yield `The schema’s ${name} differs from the migrations.`;
    expected.delete(name);
  }
  for (const name of expected.keys()) yield `The schema lacks ${name}.`;
}

/** The first thing that makes a SQLite database unfit to be opened again; undefined when there is none. */
export async function findDamage(snapshot: Snapshot): Promise<string | undefined> {
  for await (const fault of checkFile(snapshot)) return fault;
  for await (const fault of checkReferences(snapshot)) return fault;
  return undefined;
}

/** How far `checkTables` has come. */
export interface CheckedTables {
  readonly checked: number;
  readonly tables: number;
  /** What is wrong with the table that was checked last. */
  readonly damage: string | undefined;
}

/**
 * Reads the tables of a SQLite database one by one, each with its indexes, without comparing these: much faster than
 * `checkDatabase`, and it can be left at any time. Yields before the first table and after each.
 */
export async function* checkTables(snapshot: Snapshot): AsyncGenerator<CheckedTables> {
  const tables = await snapshot.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
  yield { checked: 0, tables: tables.length, damage: undefined };
  for (const [index, { name }] of tables.entries())
    yield { checked: index + 1, tables: tables.length, damage: await damageIn(snapshot, name) };
}

async function damageIn(snapshot: Snapshot, table: string): Promise<string | undefined> {
  try {
    const row = await snapshot.get<{ quick_check: string }>(`PRAGMA quick_check("${table}")`);
    const lines = row?.quick_check.split('\n').filter((line) => !line.startsWith('***')) ?? [];
    return lines[0] === 'ok' ? undefined : `${table}, ${lines[0]}`;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return `${table}, ${(error as Error).message}`;
  }
}

/** Everything that the file format lets one prove about a SQLite database. */
async function* checkFile(snapshot: Snapshot) {
  const rows = await snapshot.all<{ integrity_check: string }>('PRAGMA integrity_check');
  for (const { integrity_check: found } of rows) {
    if (found !== 'ok') yield `The database file is damaged: ${found}`;
  }
}

async function* checkReferences(snapshot: Snapshot) {
  const rows = await snapshot.all<{ table: string; rowid: number | null; parent: string }>(
    'PRAGMA foreign_key_check',
  );
  for (const { table, rowid, parent } of rows) {
    yield `A row of ${table} (${rowid ?? 'without a number'}) refers to a row of ${parent} that does not exist.`;
  }
}
