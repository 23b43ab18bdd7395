import type { Queries, Row, SqlValue } from './store.ts';

/**
 * Every row that `select` finds, in the order of `key`, in pages of `pageSize` rows, so that memory is bounded.
 * @param select trusted text without WHERE, ORDER BY or LIMIT, and with every column of `key`.
 * @param key trusted columns whose values together are unique.
 */
export async function* keysetPages<R extends object = Row>(
  queries: Queries,
  select: string,
  key: readonly (keyof R & string)[],
  pageSize: number,
): AsyncGenerator<R[]> {
  const columns = key.join(', ');
  const order = `ORDER BY ${columns} LIMIT ${pageSize}`;
  const after = `WHERE (${columns}) > (${key.map(() => '?').join(', ')})`;
  let page = await queries.all<R>(`${select} ${order}`);
  while (page.length > 0) {
    yield page;
    const last = page.at(-1) as R;
    page = await queries.all<R>(
      `${select} ${after} ${order}`,
      key.map((column) => last[column] as SqlValue),
    );
  }
}
