import { addDays, type CalendarDay, type DayRange } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { findEventTitles } from '../events/index.ts';
import type { Queries } from '../store/index.ts';

const USUAL_DAYS = 30;
const NAMES_AT_ONCE = 500;

/** The range of a report; by default the thirty days up to today. The end may be before the start. */
export function reportRange(
  today: CalendarDay,
  { startDate, endDate }: { readonly startDate?: CalendarDay; readonly endDate?: CalendarDay },
): DayRange {
  const to = endDate ?? (startDate !== undefined && startDate > today ? startDate : today);
  return { from: startDate ?? addDays(to, 1 - USUAL_DAYS), to };
}

/** Names of those events, also of cancelled ones. */
export async function findEventNames(
  queries: Queries,
  eventIds: readonly Uuid[],
): Promise<Map<Uuid, string>> {
  const names = new Map<Uuid, string>();
  for (let from = 0; from < eventIds.length; from += NAMES_AT_ONCE) {
    const titles = await findEventTitles(queries, eventIds.slice(from, from + NAMES_AT_ONCE));
    for (const [eventId, { name }] of titles) names.set(eventId, name);
  }
  return names;
}

/** HH:mm */
export function clockTime(hour: number): string {
  return `${`${hour}`.padStart(2, '0')}:00`;
}
