import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { StoreError } from './store.ts';

/** One step of the schema: a file `NNNN-name.sql`, never edited once released. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, in hex. */
  readonly checksum: string;
}

/** A row of the table `migrations`: a migration that the database has had. */
export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'checksum'>;

const MIGRATIONS_FOLDER = new URL('../../migrations/', import.meta.url);

/** The drivers keep this table, which no migration makes. The same in both dialects. */
export const MIGRATIONS_TABLE = `
  CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied_at BIGINT NOT NULL
  )`;

/** Every migration of this version of the service, in order. */
export function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS_FOLDER)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, MIGRATIONS_FOLDER), 'utf8');
      return {
        number: Number(file.slice(0, 4)),
        name: file.slice(5, -4),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    });
}

/**
 * The migrations that the database still needs, in order.
 * @throws StoreError when the database has had a migration that this version does not have, or has with another name or
 * checksum.
 */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const byNumber = new Map(known.map((migration) => [migration.number, migration]));
  for (const { number, name, checksum } of applied) {
    const migration = byNumber.get(number);
    if (migration === undefined) {
      throw new StoreError(
        `the database is from a newer version of the service (it has migration ${number} "${name}", this version knows up to ${known.at(-1)?.number ?? 0}). Start that version, or restore a backup made by this one.`,
      );
    }
    if (migration.name !== name) {
      throw new StoreError(
        `the database was made by an unreleased version of the service (it has migration ${number} "${name}"), which can’t be upgraded. Start with a new database, or restore a backup made by a release.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new StoreError(
        `migration ${number} "${name}" differs from the one that was applied to the database: its file was edited after release. Restore the released file.`,
      );
    }
  }
  const done = new Set(applied.map(({ number }) => number));
  return known.filter(({ number }) => !done.has(number));
}

/** A literal, quoted name or comment as a whole, in which a semicolon ends nothing, or any other character. */
const PART = String.raw`'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|[^;]`;
const STATEMENT = new RegExp(`(?:${PART})+;?`, 'g');

/** The statements of a migration, each with the comments before it. */
export function statementsOf(sql: string): string[] {
  const statements = sql.match(STATEMENT) ?? [];
  return statements.filter((text) => text.replace(/--[^\n]*/g, '').trim() !== '');
}
