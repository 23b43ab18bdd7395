import { LRUCache } from 'lru-cache';
import type { CalendarDay } from '../core/calendar-day.ts';
import { findLength } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { type DayFigures, findDayFigures } from '../visits/index.ts';

interface CachedFigures {
  /** The length of the journal when the figures were read. */
  readonly length: number;
  readonly figures: Promise<DayFigures>;
}

/** How many days are cached. */
const DAYS = 8;
const kept = new WeakMap<Queries, LRUCache<CalendarDay, CachedFigures>>();

/**
 * The figures of a day. Counting takes some ten milliseconds for a full house, so they are cached until the journal has
 * grown: every passage is recorded there in the same commit, by any process.
 */
export async function dayFigures(queries: Queries, day: CalendarDay): Promise<DayFigures> {
  const days = kept.get(queries) ?? new LRUCache<CalendarDay, CachedFigures>({ max: DAYS });
  kept.set(queries, days);
  // The length is read before counting: the figures may be newer than it, never older.
  const length = await findLength(queries);
  const before = days.get(day);
  if (before?.length === length) return before.figures;
  const now = { length, figures: findDayFigures(queries, day) };
  days.set(day, now);
  now.figures.catch(() => days.get(day) === now && days.delete(day));
  return now.figures;
}
