import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Queries, StoreError } from './store.ts';

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

export const APPLIED_MIGRATIONS = 'SELECT number, name, checksum FROM migrations ORDER BY number';

/** The migrations of this version that the museum still needs, in order. @throws StoreError as `pendingMigrations` does */
export async function findPendingMigrations(museum: Queries): Promise<Migration[]> {
  return pendingMigrations(readMigrations(), await museum.all<AppliedMigration>(APPLIED_MIGRATIONS));
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

/** Called with a sentence that says what a start waits for. */
export type OnWait = (what: string) => void;

/** A migration that a start has applied, such as 0008-version-0-2, and how long that took. */
export interface Applied {
  readonly name: string;
  readonly ms: number;
}

/** Called once after a start has brought the schema up to date. @param isNew whether it has made the museum */
export type OnMigrated = (applied: readonly Applied[], isNew: boolean) => void;

/** A migration whose first statement began at `begunAt`, by performance.now(), and whose last has ended now. */
export function appliedSince(begunAt: number, { number, name }: { number: number; name: string }): Applied {
  return { name: `${`${number}`.padStart(4, '0')}-${name}`, ms: Math.round(performance.now() - begunAt) };
}

/** So much of a database is upgraded in a second at least, as measured for docs/operations.md on a busy machine. */
const BYTES_PER_SECOND = 5_000_000;
const LINE_EVERY_MS = 2_000;

/**
 * Says how far the upgrade of a database of that size has come.
 * @returns a function to call before each step. The first time it says how long all may take, then every few seconds which
 * step it is. It returns whether it has said something.
 */
export function upgradeProgress(steps: number, bytes: number, onWait: OnWait): () => boolean {
  const begunAt = performance.now();
  let [saidAt, step] = [begunAt, 0];
  return () => {
    step += 1;
    const now = performance.now();
    if (step > 1 && now - saidAt < LINE_EVERY_MS) return false;
    saidAt = now;
    onWait(
      step === 1
        ? `Upgrading the database (${Math.ceil(bytes / 1e6)} MB) in ${steps} steps, which may take ${inMinutes(bytes)}. An interruption loses nothing: the next start begins again.`
        : `Upgrading the database: step ${step} of ${steps}, after ${Math.round((now - begunAt) / 1000)} s.`,
    );
    return true;
  };
}

function inMinutes(bytes: number): string {
  const minutes = Math.ceil(bytes / BYTES_PER_SECOND / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
