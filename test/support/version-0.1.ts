import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { DatabaseAddress } from '../../src/store/index.ts';
import { MIGRATIONS_TABLE, readMigrations } from '../../src/store/migrations.ts';
import { readPostgresAddress } from '../../src/store/postgres-address.ts';
import { migratePostgres } from '../../src/store/postgres-migrations.ts';
import { APPLICATION_ID } from '../../src/store/sqlite-migrations.ts';

/** A museum as version 0.1 left it: what is in every table. */
export const LEFT_BY_0_1 = readFileSync(new URL('../fixtures/version-0.1.sql', import.meta.url), 'utf8');
/** The number of the last migration of version 0.1. */
export const LAST_MIGRATION_OF_0_1 = 7;

/** Makes the database as version 0.1 left it, with `more` SQL run in it. */
export async function leaveAsVersion01(database: DatabaseAddress, more = ''): Promise<void> {
  const migrations = readMigrations().filter(({ number }) => number <= LAST_MIGRATION_OF_0_1);
  if (database.kind === 'sqlite') {
    const file = new DatabaseSync(database.path);
    file.exec(`PRAGMA journal_mode = WAL; PRAGMA application_id = ${APPLICATION_ID}; ${MIGRATIONS_TABLE}`);
    const add = file.prepare(
      'INSERT INTO migrations (number, name, checksum, applied_at) VALUES (?, ?, ?, 0)',
    );
    for (const { number, name, checksum, sql } of migrations) {
      file.exec(sql);
      add.run(number, name, checksum);
    }
    file.exec(`BEGIN; ${LEFT_BY_0_1}; ${more}; COMMIT`);
    file.close();
    return;
  }
  await migratePostgres(readPostgresAddress(database.url), { migrations });
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(`${LEFT_BY_0_1}; ${more}`);
  await client.end();
}
