import { addDays, type CalendarDay, isoWeekday } from '../core/calendar-day.ts';
import { instantOf, type LocalOf } from '../core/zoned-time.ts';
import type { Opening, Week } from '../hours/index.ts';

/** The month that is shown: days are counted from today, which is 0. */
export const FIRST_DEMO_DAY = -14;
export const LAST_DEMO_DAY = 21;

/** A time in the museum's time zone: days after today, and minutes after midnight, which may have fractions. */
export interface DemoMoment {
  readonly day: number;
  readonly minute: number;
}

/** `at(10, 30)` is half past ten. */
export function at(hour: number, minute = 0): number {
  return hour * 60 + minute;
}

const USUAL = { opens: at(10), closes: at(18) };
/** The museum is open longer on today's weekday, so that a demonstration in the evening shows visitors. */
const LATE = { opens: at(10), closes: at(21) };

/** Days that differ from the usual week, and why. */
export const SPECIAL_DAYS: readonly {
  readonly day: number;
  readonly reason: string;
  readonly hours: Hours | null;
}[] = [
  { day: -8, reason: 'Staff outing in the afternoon', hours: { opens: at(10), closes: at(15) } },
  { day: 13, reason: 'Night of the tides', hours: { opens: at(10), closes: at(25) } },
  { day: 16, reason: 'New floor in the great hall', hours: null },
];

/** On these days general entry is free. */
export const FREE_DAYS: readonly number[] = [-7, 7];

export interface Hours {
  readonly opens: number;
  /** Above 24 hours: after midnight. */
  readonly closes: number;
}

/** When the museum is open on a day; null: closed. */
export function demoHours(day: number): Hours | null {
  const special = SPECIAL_DAYS.find((each) => each.day === day);
  return special === undefined ? usualHours(day) : special.hours;
}

/** The day of rest comes three days after today, so that neither today nor tomorrow is one. */
function usualHours(day: number): Hours | null {
  const weekday = ((day % 7) + 7) % 7;
  if (weekday === 3) return null;
  return weekday === 0 ? LATE : USUAL;
}

export function openingOf({ opens, closes }: Hours): Opening {
  return { timeOpen: clockTime(opens), timeClose: clockTime(closes) };
}

/** The usual week, Monday first, as it is when `today` is today. */
export function weekAround(today: CalendarDay): Week {
  return Array.from({ length: 7 }, (_, index) => {
    const hours = usualHours(index + 1 - isoWeekday(today));
    return hours && openingOf(hours);
  });
}

/** Whether it is a Saturday or a Sunday, when `today` is today. */
export function isWeekend(today: CalendarDay, day: number): boolean {
  return isoWeekday(addDays(today, day)) > 5;
}

/** The first day from `day` on that has opening hours. */
export function openDayFrom(day: number): number {
  return demoHours(day) === null ? openDayFrom(day + 1) : day;
}

/** The instant of a moment, in milliseconds UTC. */
export function instantAt(localOf: LocalOf, today: CalendarDay, { day, minute }: DemoMoment): number {
  const whole = Math.floor(minute);
  const on = addDays(today, day + Math.floor(whole / at(24)));
  return instantOf(localOf, on, clockTime(whole)) + Math.round((minute - whole) * 60_000);
}

/** HH:mm */
export function clockTime(minute: number): string {
  const two = (number: number) => `${number}`.padStart(2, '0');
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
}
