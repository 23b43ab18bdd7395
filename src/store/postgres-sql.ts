/** One SQL text in PostgreSQL's words. */
export interface Statement {
  /** Under which each connection keeps it prepared; undefined: prepared anew each time. */
  readonly name: string | undefined;
  readonly text: string;
  /** Whether it may change rows: anything that is not plainly a SELECT. */
  readonly writes: boolean;
}

/** Texts are few and fixed, but lists of placeholders vary: so many are kept prepared, and no more. */
const KEPT = 500;

/** The texts that were used so far, each translated once. */
export class Statements {
  readonly #byText = new Map<string, Statement>();
  #generation = 1;

  of(sql: string): Statement {
    const known = this.#byText.get(sql);
    if (known !== undefined) return known;
    const room = this.#byText.size < KEPT;
    const statement: Statement = {
      name: room ? `museum_${this.#generation}_${this.#byText.size + 1}` : undefined,
      text: numberPlaceholders(sql),
      writes: !/^\s*SELECT\b/i.test(sql),
    };
    if (room) this.#byText.set(sql, statement);
    return statement;
  }

  /** What the connections have prepared no longer fits the schema: prepare everything under new names. */
  renew(): void {
    this.#byText.clear();
    this.#generation++;
  }
}

/** Literals, quoted names and comments: whatever is inside them is no SQL. */
const UNTOUCHABLE = String.raw`'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|/\*[\s\S]*?\*/`;
const PLACEHOLDERS = new RegExp(String.raw`${UNTOUCHABLE}|\?`, 'g');
const TEXT_TYPES = new RegExp(String.raw`${UNTOUCHABLE}|(?<!\bAS\s+)\b(?<type>TEXT)\b(?!\s+COLLATE\b)`, 'gi');

/** `?` becomes `$1`, `$2` and so on. */
export function numberPlaceholders(sql: string): string {
  let count = 0;
  return sql.replace(PLACEHOLDERS, (found) => (found === '?' ? `$${++count}` : found));
}

/**
 * A migration for PostgreSQL: what stands behind `-- PostgreSQL: ` is for it alone. SQLite compares text by code point;
 * PostgreSQL does so only under the collation "C", so every column of type TEXT gets it. A type in a CAST can't have one, and needs none.
 */
export function inPostgresWords(sql: string): string {
  return sql.replaceAll(/^-- PostgreSQL: /gm, '').replace(TEXT_TYPES, (found, ...groups) => {
    const { type } = groups.at(-1) as { type: string | undefined };
    return type === undefined ? found : `${found} COLLATE "C"`;
  });
}

/**
 * One statement that inserts any number of rows: each parameter is a whole column, as an array. Of the
 * ways measured (docs/decisions/isolation.md) it is the quickest for a batch, and one text serves all sizes.
 */
export function insertText(table: string, columns: readonly string[], types: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM ${unnested(types)}`;
}

/** The same for updating any number of rows by the first of `columns`. */
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

/** The types of the columns of a table, to be asked with its name. */
export const COLUMN_TYPES = `
  SELECT attname AS name, format_type(atttypid, NULL) AS type
    FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`;
