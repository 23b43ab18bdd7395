import { createHash } from 'node:crypto';
import { keysetPages } from './keyset-pages.ts';
import type { Table } from './sqlite-schema.ts';
import type { Queries, SqlValue } from './store.ts';

const ROWS_AT_ONCE = 1_000;

/** Every row of a table in the order of its key, in bounded memory: some at a time, each in the order of its columns. */
export async function* rowsOf(
  queries: Queries,
  { name, columns, key }: Table,
): AsyncGenerator<readonly (readonly SqlValue[])[]> {
  const select = `SELECT ${columns.join(', ')} FROM ${name}`;
  for await (const rows of keysetPages(queries, select, key, ROWS_AT_ONCE)) {
    yield rows.map((row) => columns.map((column) => row[column] ?? null));
  }
}

/** What a table holds, in two figures: the same on any database, as long as the rows are. */
export interface TableSum {
  readonly rows: number;
  /** SHA-256, in hex, of the rows as JSON arrays, a line each, in the order of the key. */
  readonly checksum: string;
}

/** Sums up rows that are handed to it in the order of the key. */
export class RunningSum {
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
