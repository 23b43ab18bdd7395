import { createHash } from 'node:crypto';
import { keysetPages } from './keyset-pages.ts';
import type { Table } from './sqlite-schema.ts';
import type { Queries, SqlValue } from './store.ts';

const PAGE_SIZE = 1_000;

/** Every row of a table in the order of its key, a page at a time; each row is in the order of the table's columns. */
export async function* tableRows(
  queries: Queries,
  { name, columns, key }: Table,
): AsyncGenerator<readonly (readonly SqlValue[])[]> {
  const select = `SELECT ${columns.join(', ')} FROM ${name}`;
  for await (const rows of keysetPages(queries, select, key, PAGE_SIZE)) {
    yield rows.map((row) => columns.map((column) => row[column] ?? null));
  }
}

/** The number of rows of a table and their checksum, which is the same on any database for the same rows. */
export interface TableSum {
  readonly rows: number;
  /** SHA-256, in hex, of the rows as JSON arrays, a line each, in the order of the key. */
  readonly checksum: string;
}

/** Computes a `TableSum` from rows that are added in the order of the key. */
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
