import { addDays, type CalendarDay, isoWeekday, parseCalendarDay } from '../../core/calendar-day.ts';

/** Months, each told by its first day. */

export function firstOfMonth(day: CalendarDay): CalendarDay {
  return `${day.slice(0, 8)}01` as CalendarDay;
}

export function lastOfMonth(day: CalendarDay): CalendarDay {
  const days = ['31', '30', '29', '28'].map((number) => parseCalendarDay(day.slice(0, 8) + number));
  return days.find((each) => each !== undefined) as CalendarDay;
}

/** The first day of the month that is `count` months after (before, when negative); undefined where the calendar ends. */
export function monthAt(day: CalendarDay, count: number): CalendarDay | undefined {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  const year = `${Math.floor(month / 12)}`.padStart(4, '0');
  return parseCalendarDay(`${year}-${`${(month % 12) + 1}`.padStart(2, '0')}-01`);
}

/** The days of the week that `day` is in, Monday first. */
export function weekOf(day: CalendarDay): CalendarDay[] {
  return Array.from({ length: 7 }, (_, index) => addDays(day, index + 1 - isoWeekday(day)));
}
