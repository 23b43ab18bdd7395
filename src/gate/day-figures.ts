import type { CalendarDay } from '../core/calendar-day.ts';
import { Readings } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { type DayFigures, findDayFigures, findTimeVisits, type TimeVisits } from '../visits/index.ts';

/** How many days are cached. */
const DAYS = 8;
const figures = new Readings<DayFigures>(DAYS);
const timeVisits = new Readings<TimeVisits[]>(DAYS);

/** The figures of a day, shared and cached: counting takes some ten milliseconds for a full house. */
export function dayFigures(queries: Queries, day: CalendarDay): Promise<DayFigures> {
  return figures.get(queries, day, () => findDayFigures(queries, day));
}

/** How many came for each entry time of a day, shared and cached in the same way. */
export function dayTimeVisits(queries: Queries, day: CalendarDay): Promise<TimeVisits[]> {
  return timeVisits.get(queries, day, () => findTimeVisits(queries, day));
}
