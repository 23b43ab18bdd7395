import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS_TABLE, type Migration } from './migrations.ts';

/** What the migrations make, by name: the text of each table and index as SQLite keeps it. */
export function schemaOf(migrations: readonly Migration[]): Map<string, string> {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(MIGRATIONS_TABLE);
    for (const { sql } of migrations) database.exec(sql);
    const rows = database.prepare('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL').all();
    return new Map(rows.map(({ name, sql }) => [name as string, sql as string]));
  } finally {
    database.close();
  }
}
