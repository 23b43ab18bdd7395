import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS_TABLE, type Migration } from './migrations.ts';

/** A table as the migrations make it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key, in the order of the key. */
  readonly key: readonly string[];
}

/** The SQL of each table and index that the migrations make, by name, as in `sqlite_master`. */
export function schemaOf(migrations: readonly Migration[]): Map<string, string> {
  return inEmptyMuseum(migrations, (database) => {
    const rows = database.prepare('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL').all();
    return new Map(rows.map(({ name, sql }) => [name as string, sql as string]));
  });
}

/**
 * Every table that the migrations make, each after the tables that its foreign keys refer to. The table `migrations`
 * itself is not included.
 */
export function tablesOf(migrations: readonly Migration[]): Table[] {
  return inEmptyMuseum(migrations, (database) => {
    const names = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migrations' ORDER BY name")
      .all() as { name: string }[];
    const left = new Map(names.map(({ name }) => [name, referencesOf(database, name)]));
    const tables: Table[] = [];
    while (left.size > 0) {
      const next = [...left].find(([, references]) => !references.some((each) => left.has(each)));
      if (next === undefined)
        throw new Error(`The tables ${[...left.keys()]} refer to each other in a circle.`);
      tables.push(describe(database, next[0]));
      left.delete(next[0]);
    }
    return tables;
  });
}

function referencesOf(database: DatabaseSync, table: string): string[] {
  const rows = database.prepare('SELECT DISTINCT "table" AS name FROM pragma_foreign_key_list(?)').all(table);
  return rows.map(({ name }) => name as string).filter((name) => name !== table);
}

function describe(database: DatabaseSync, name: string): Table {
  const rows = database.prepare('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid').all(name);
  const columns = rows as { name: string; pk: number }[];
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  return { name, columns: columns.map(({ name }) => name), key: key.map(({ name }) => name) };
}

function inEmptyMuseum<T>(migrations: readonly Migration[], look: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(MIGRATIONS_TABLE);
    for (const { sql } of migrations) database.exec(sql);
    return look(database);
  } finally {
    database.close();
  }
}
