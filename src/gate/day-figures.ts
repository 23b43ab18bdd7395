import { LRUCache } from 'lru-cache';
import type { CalendarDay } from '../core/calendar-day.ts';
import { findLength } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { type DayFigures, findDayFigures } from '../visits/index.ts';

interface CachedFigures {
  /** Of the journal, when the figures were asked for. */
  readonly length: number;
  readonly figures: Promise<DayFigures>;
}

/** Of the days that are asked about again and again. */
const DAYS = 8;
const kept = new WeakMap<Queries, LRUCache<CalendarDay, CachedFigures>>();

/**
 * What stands in the record about a day. Counting it takes some ten milliseconds for a full house, so it is done again only
 * when the journal has become longer: whoever passes, by whatever process, is in it with the same commit.
 */
export async function dayFigures(queries: Queries, day: CalendarDay): Promise<DayFigures> {
  const days = kept.get(queries) ?? new LRUCache<CalendarDay, CachedFigures>({ max: DAYS });
  kept.set(queries, days);
  // The length is asked for before counting: what is counted may be newer than it, never older.
  const length = await findLength(queries);
  const before = days.get(day);
  if (before?.length === length) return before.figures;
  const now = { length, figures: findDayFigures(queries, day) };
  days.set(day, now);
  now.figures.catch(() => days.get(day) === now && days.delete(day));
  return now.figures;
}
