import type { SqlValue } from './store.ts';

/**
 * The list for SQL's `IN`, `(?, ?, ...)`, and its values, at least one. The list is padded to a power of two with the last
 * value, so that few different statements are prepared.
 */
export function inList<Value extends SqlValue>(
  values: readonly Value[],
): { readonly list: string; readonly values: readonly Value[] } {
  const length = 2 ** Math.ceil(Math.log2(values.length));
  const filled = Array.from({ length }, (_, at) => values[Math.min(at, values.length - 1)] as Value);
  return { list: `(${filled.map(() => '?').join(', ')})`, values: filled };
}
