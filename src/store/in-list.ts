import type { SqlValue } from './store.ts';

/**
 * What `IN` is asked with, as `(?, ?, ...)` and its values: one at least. The length is filled up to a power of two with
 * the last value, so that few different texts are prepared.
 */
export function listOf<Value extends SqlValue>(
  values: readonly Value[],
): { readonly list: string; readonly values: readonly Value[] } {
  const length = 2 ** Math.ceil(Math.log2(values.length));
  const filled = Array.from({ length }, (_, at) => values[Math.min(at, values.length - 1)] as Value);
  return { list: `(${filled.map(() => '?').join(', ')})`, values: filled };
}
