import type { SqlValue } from './store.ts';

/**
 * The list for SQL's `IN`, `(?, ?, ...)`, and its values, at least one. The list is padded to a power of two with the last
 * value, so that few different statements are prepared.
 */
export function inList<Value extends SqlValue>(
  values: readonly Value[],
): { readonly list: string; readonly values: readonly Value[] } {
  const filled = padded(values);
  return { list: `(${filled.map(() => '?').join(', ')})`, values: filled };
}

/** The same for rows of several columns: `(VALUES (?, ?), (?, ?), ...)`. */
export function inRows(rows: readonly (readonly SqlValue[])[]): {
  readonly list: string;
  readonly values: readonly SqlValue[];
} {
  const filled = padded(rows);
  const texts = filled.map((row) => `(${row.map(() => '?').join(', ')})`);
  return { list: `(VALUES ${texts.join(', ')})`, values: filled.flat() };
}

function padded<Each>(all: readonly Each[]): Each[] {
  const length = 2 ** Math.ceil(Math.log2(all.length));
  return Array.from({ length }, (_, at) => all[Math.min(at, all.length - 1)] as Each);
}
