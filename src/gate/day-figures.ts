import type { CalendarDay } from '../core/calendar-day.ts';
import { Readings } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { type DayFigures, findDayFigures } from '../visits/index.ts';

/** How many days are cached. */
const DAYS = 8;
const figures = new Readings<DayFigures>(DAYS);

/** The figures of a day, shared and cached: counting takes some ten milliseconds for a full house. */
export function dayFigures(queries: Queries, day: CalendarDay): Promise<DayFigures> {
  return figures.get(queries, day, () => findDayFigures(queries, day));
}
