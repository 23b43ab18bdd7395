import type { OutputOf } from '../contract/index.ts';
import { type CalendarDay, eachDay, isoWeekday } from '../core/calendar-day.ts';
import type { Queries } from '../store/index.ts';

/** When the museum is open: the usual week, and special days that differ from it. */
export interface Opening {
  /** HH:mm in the museum's time zone. */
  readonly timeOpen: string;
  readonly timeClose: string;
}

/** The opening hours of each open day from `from` to `to`, in order; closed days are left out. */
export async function openDays(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<OutputOf<'getMuseumHours'>> {
  const week = await findWeek(queries);
  const specialDays = await findSpecialDays(queries, from, to);
  return eachDay(from, to).flatMap((date) => {
    const opening = specialDays.has(date) ? specialDays.get(date) : week[isoWeekday(date) - 1];
    return opening ? [{ date, ...opening }] : [];
  });
}

export async function isOpenOn(queries: Queries, day: CalendarDay): Promise<boolean> {
  return (await openDays(queries, day, day)).length > 0;
}

/** Monday first; null: closed. */
async function findWeek(queries: Queries): Promise<(Opening | null)[]> {
  const rows = await queries.all<HoursRow>('SELECT time_open, time_close FROM weekly_hours ORDER BY weekday');
  return rows.map(openingOf);
}

async function findSpecialDays(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<Map<CalendarDay, Opening | null>> {
  const rows = await queries.all<HoursRow & { day: CalendarDay }>(
    'SELECT day, time_open, time_close FROM special_days WHERE day BETWEEN ? AND ?',
    [from, to],
  );
  return new Map(rows.map((row) => [row.day, openingOf(row)]));
}

interface HoursRow {
  readonly time_open: string | null;
  readonly time_close: string | null;
}

function openingOf({ time_open, time_close }: HoursRow): Opening | null {
  return time_open === null || time_close === null ? null : { timeOpen: time_open, timeClose: time_close };
}
