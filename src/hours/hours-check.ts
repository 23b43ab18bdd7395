import type { Queries } from '../store/index.ts';

/** Yields a sentence for each fault of the opening hours: a migration has made a row for each weekday, once and for all. */
export async function* checkHours(queries: Queries): AsyncGenerator<string, void> {
  const weekdays = await queries.all('SELECT weekday FROM weekly_hours');
  if (weekdays.length !== 7) yield `The usual week has ${weekdays.length} days instead of 7.`;
}
