import { PLACEHOLDERS, QUOTED_OR_COMMENT } from './lists.ts';

/** A statement in PostgreSQL's dialect. */
export interface Statement {
  /** The name of the prepared statement on each connection; undefined: it is not kept prepared. */
  readonly name: string | undefined;
  readonly text: string;
  /** Whether it may change rows: anything that is not plainly a SELECT. */
  readonly writes: boolean;
}

/** How many statements are kept prepared. Most texts are fixed, but the length of placeholder lists varies. */
const MAX_PREPARED = 500;

/** Translates SQL texts to statements, each text once. */
export class Statements {
  readonly #byText = new Map<string, Statement>();
  #generation = 1;

  of(sql: string): Statement {
    const known = this.#byText.get(sql);
    if (known !== undefined) return known;
    const room = this.#byText.size < MAX_PREPARED;
    const statement: Statement = {
      name: room ? `museum_${this.#generation}_${this.#byText.size + 1}` : undefined,
      text: numberPlaceholders(sql),
      writes: !/^\s*SELECT\b/i.test(sql),
    };
    if (room) this.#byText.set(sql, statement);
    return statement;
  }

  /** After a schema change, prepares all statements again under new names. */
  renew(): void {
    this.#byText.clear();
    this.#generation++;
  }
}

const TEXT_TYPES = new RegExp(
  String.raw`${QUOTED_OR_COMMENT}|(?<!\bAS\s+)\b(?<type>TEXT)\b(?!\s+COLLATE\b)`,
  'gi',
);

/** `?` becomes `$1`, `$2` and so on. */
export function numberPlaceholders(sql: string): string {
  let count = 0;
  return sql.replace(PLACEHOLDERS, (found) => (found === '?' ? `$${++count}` : found));
}

/**
 * Translates a migration for PostgreSQL. Text behind `-- PostgreSQL: ` is for PostgreSQL only. SQLite compares text by
 * code point; PostgreSQL does so only with the collation "C", so every column of type TEXT gets it. A type in a CAST
 * can't have a collation and needs none.
 */
export function toPostgresDialect(sql: string): string {
  return sql.replaceAll(/^-- PostgreSQL: /gm, '').replace(TEXT_TYPES, (found, ...groups) => {
    const { type } = groups.at(-1) as { type: string | undefined };
    return type === undefined ? found : `${found} COLLATE "C"`;
  });
}

/**
 * One statement that inserts any number of rows: each parameter is a column, as an array. It is the fastest way for a
 * batch of those measured (docs/decisions/isolation.md), and one text serves all sizes.
 */
export function insertText(table: string, columns: readonly string[], types: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM ${unnested(types)}`;
}

/** One statement that updates any number of rows, each parameter a column; the first of `columns` is the key. */
export function updateText(table: string, columns: readonly string[], types: readonly string[]): string {
  const [key, ...others] = columns;
  const assignments = others.map((column) => `${column} = fresh.${column}`);
  return (
    `UPDATE ${table} SET ${assignments.join(', ')} FROM ${unnested(types)} AS fresh (${columns.join(', ')}) ` +
    `WHERE ${table}.${key} = fresh.${key}`
  );
}

function unnested(types: readonly string[]): string {
  return `unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`;
}

/** Selects the names and types of the columns of the table $1. */
export const COLUMN_TYPES = `
  SELECT attname AS name, format_type(atttypid, NULL) AS type
    FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`;
