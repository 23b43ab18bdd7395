import { createHash } from 'node:crypto';
import { checkDatabase } from './check.ts';
import { keysetPages } from './keyset-pages.ts';
import { readMigrations } from './migrations.ts';
import { lockSqlite } from './sqlite-inspect.ts';
import { type Table, tablesOf } from './sqlite-schema.ts';
import type { Snapshot } from './store.ts';
import { type Queries, type SqlValue, StoreError, type Transaction } from './store.ts';

/**
 * Called now and then with the current step ("copying tickets") and the share of the whole that is done, from 0 to 1.
 */
export type OnMoveProgress = (doing: string, done: number) => void;

export interface MovedTable extends TableSum {
  readonly name: string;
}

export interface Move {
  readonly tables: readonly MovedTable[];
  /** Whether nothing had to be moved, because the same museum was there already. */
  readonly wasThere: boolean;
}

/**
 * Copies the museum in the SQLite file at `path` into the empty PostgreSQL database at `url`, then reads every table
 * on both sides and compares them. Everything is committed at once, after the comparison. Until then no service can use
 * that database. An interrupted move can be started again. The file is not changed, and is locked meanwhile.
 * @throws StoreError when the move is not possible or not allowed.
 */
export async function moveStore(path: string, url: string, onProgress: OnMoveProgress): Promise<Move> {
  const { snapshot, release } = lockSqlite(path);
  try {
    onProgress('checking the SQLite database', 0);
    await requireSound(snapshot, path);
    const { fillPostgres } = await import('./postgres-move.ts');
    const tables = tablesOf(readMigrations());
    return await fillPostgres<Move>(url, {
      fill: async (tx) => ({
        tables: await copyAndVerify(snapshot, tx, tables, onProgress),
        wasThere: false,
      }),
      recognise: async (museum) => ({ tables: await compare(snapshot, museum, tables), wasThere: true }),
    });
  } finally {
    release();
  }
}

async function requireSound(snapshot: Snapshot, path: string): Promise<void> {
  for await (const fault of checkDatabase(snapshot)) {
    throw new StoreError(`The database ${path} can’t be moved in its present state. ${fault}`);
  }
}

async function copyAndVerify(
  source: Queries,
  tx: Transaction,
  tables: readonly Table[],
  onProgress: OnMoveProgress,
): Promise<MovedTable[]> {
  const copied: MovedTable[] = [];
  const progress = await progressOver(source, tables, onProgress);
  // The migrations have inserted rows into some tables.
  for (const { name } of tables.toReversed()) await tx.run(`DELETE FROM ${name}`);
  for (const table of tables) {
    const insert = (rows: Rows) => tx.insert(table.name, table.columns, rows);
    copied.push(await sumUp(source, table, progress('copying'), insert));
  }
  for (const [index, table] of tables.entries()) {
    requireSame(table, copied[index], await sumUp(tx, table, progress('verifying')));
  }
  return copied;
}

/** @throws StoreError unless both are the same museum. */
async function compare(source: Queries, museum: Queries, tables: readonly Table[]): Promise<MovedTable[]> {
  const found: MovedTable[] = [];
  for (const { name } of tables) {
    const [here, there] = [await countOf(source, name), await countOf(museum, name)];
    if (here !== there) throw notEmpty();
  }
  for (const table of tables) {
    const sum = await sumUp(museum, table);
    if ((await sumUp(source, table)).checksum !== sum.checksum) throw notEmpty();
    found.push(sum);
  }
  return found;
}

type Rows = Parameters<RunningSum['add']>[0];

async function sumUp(
  queries: Queries,
  table: Table,
  onRows: (name: string, rows: number) => void = () => {},
  use: (rows: Rows) => Promise<void> = async () => {},
): Promise<MovedTable> {
  const sum = new RunningSum();
  for await (const rows of tableRows(queries, table)) {
    await use(rows);
    sum.add(rows);
    onRows(table.name, rows.length);
  }
  return { name: table.name, ...sum.end() };
}

function requireSame({ name }: Table, copied: MovedTable | undefined, stored: MovedTable): void {
  if (copied?.rows === stored.rows && copied.checksum === stored.checksum) return;
  throw new StoreError(
    `The table ${name} differs: ${copied?.rows} rows with the checksum ${copied?.checksum} were copied, but ${stored.rows} with ${stored.checksum} were stored. Nothing was moved.`,
  );
}

function notEmpty(): StoreError {
  return new StoreError(
    'That database already contains another museum, or the same one with later changes. Use an empty database.',
  );
}

/** Every row counts twice: it is copied and verified. */
async function progressOver(source: Queries, tables: readonly Table[], onProgress: OnMoveProgress) {
  let total = 0;
  for (const { name } of tables) total += 2 * (await countOf(source, name));
  let done = 0;
  return (doing: string) => (name: string, rows: number) => {
    done += rows;
    onProgress(`${doing} ${name}`, done / total);
  };
}

async function countOf(queries: Queries, table: string): Promise<number> {
  const row = await queries.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
  return row?.count ?? 0;
}

const PAGE_SIZE = 1_000;
/** For tables whose rows have up to megabytes. */
const PAGE_OF_LARGE_ROWS = 8;
const HAS_LARGE_ROWS = ['picture_files'];

/** Every row of a table in the order of its key, a page at a time; each row is in the order of the table's columns. */
async function* tableRows(
  queries: Queries,
  { name, columns, key }: Table,
): AsyncGenerator<readonly (readonly SqlValue[])[]> {
  const select = `SELECT ${columns.join(', ')} FROM ${name}`;
  const size = HAS_LARGE_ROWS.includes(name) ? PAGE_OF_LARGE_ROWS : PAGE_SIZE;
  for await (const rows of keysetPages(queries, select, key, size)) {
    yield rows.map((row) => columns.map((column) => row[column] ?? null));
  }
}

/** The number of rows of a table and their checksum, which is the same on any database for the same rows. */
interface TableSum {
  readonly rows: number;
  /** SHA-256, in hex, of the rows as JSON arrays, a line each, in the order of the key. */
  readonly checksum: string;
}

/** Computes a `TableSum` from rows that are added in the order of the key. */
class RunningSum {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(rows: readonly (readonly SqlValue[])[]): void {
    this.#rows += rows.length;
    this.#hash.update(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }

  end(): TableSum {
    return { rows: this.#rows, checksum: this.#hash.digest('hex') };
  }
}
