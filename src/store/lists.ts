import type { SqlParameter, SqlValue } from './store.ts';

/** Literals, quoted names and comments: their content must not be translated. */
export const QUOTED_OR_COMMENT = String.raw`'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|/\*[\s\S]*?\*/`;
export const PLACEHOLDERS = new RegExp(String.raw`${QUOTED_OR_COMMENT}|\?`, 'g');

/** A statement whose values are all single ones. */
export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * Writes `(?, ?, ...)` for each `?` whose value is a list. A list is padded to a power of two with its last value, so
 * that few different statements are prepared.
 * @returns undefined for an empty list, which matches no row
 */
export function bind(sql: string, parameters: readonly SqlParameter[]): BoundStatement | undefined {
  if (!parameters.some(Array.isArray)) return { sql, values: parameters as readonly SqlValue[] };
  const lists = parameters.map((parameter) => (isList(parameter) ? padded(parameter) : [parameter]));
  if (lists.some(({ length }) => length === 0)) return undefined;
  let at = 0;
  const listed = sql.replace(PLACEHOLDERS, (found) => {
    if (found !== '?') return found;
    const [parameter, list] = [parameters[at], lists[at] as readonly SqlValue[]];
    at += 1;
    return isList(parameter) ? `(${list.map(() => '?').join(', ')})` : found;
  });
  return { sql: listed, values: lists.flat() };
}

/** `(VALUES (?, ?), (?, ?), ...)` for SQL's `IN`, and its values: rows of several columns, at least one. */
export function inRows(rows: readonly (readonly SqlValue[])[]): {
  readonly list: string;
  readonly values: readonly SqlValue[];
} {
  const filled = padded(rows);
  const texts = filled.map((row) => `(${row.map(() => '?').join(', ')})`);
  return { list: `(VALUES ${texts.join(', ')})`, values: filled.flat() };
}

/** The conditions whose value is given, all of which a row must meet, and these values. */
export function allOf(
  conditions: readonly (readonly [condition: string, value: SqlParameter | undefined])[],
): { readonly where: string; readonly values: readonly SqlParameter[] } {
  const given = conditions.flatMap(([condition, value]) =>
    value === undefined ? [] : [{ condition, value }],
  );
  return {
    where: given.map(({ condition }) => condition).join(' AND '),
    values: given.map(({ value }) => value),
  };
}

function isList(parameter: SqlParameter | undefined): parameter is readonly SqlValue[] {
  return Array.isArray(parameter);
}

function padded<Each>(all: readonly Each[]): readonly Each[] {
  if (all.length === 0) return all;
  const length = 2 ** Math.ceil(Math.log2(all.length));
  return Array.from({ length }, (_, at) => all[Math.min(at, all.length - 1)] as Each);
}
