/**
 * Calendar days of the proleptic Gregorian calendar, years 0001 to 9999, written as in ISO 8601 and
 * RFC 3339 full-date: `YYYY-MM-DD`. A day has no time and no zone; a clock says which day is "today"
 * (see clock.ts). Days compare and sort as plain text.
 */
declare const brand: unique symbol;
export type CalendarDay = string & { readonly [brand]: true };

export const FIRST_DAY = '0001-01-01' as CalendarDay;
export const LAST_DAY = '9999-12-31' as CalendarDay;

export { FIRST_INSTANT, LAST_INSTANT } from './instant-of.js';

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
export const MS_PER_DAY = 86_400_000;

/** The day that `text` names, or undefined when it names none: wrong shape, or no such day (2027-02-29). */
export function parseCalendarDay(text: string): CalendarDay | undefined {
  const match = DAY_PATTERN.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return text as CalendarDay;
}

/** For text that is known to be a calendar day. @throws RangeError when it is not */
export function calendarDay(text: string): CalendarDay {
  const day = parseCalendarDay(text);
  if (day === undefined) throw new RangeError(`Not a calendar day: ${JSON.stringify(text)}`);
  return day;
}

/** Days since 1970-01-01 (which is 0; earlier days are negative). */
export function dayNumber(day: CalendarDay): number {
  return Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY;
}

/** The day `count` days after `day` (before it, when negative), clamped to 0001-01-01 and 9999-12-31. */
export function addDays(day: CalendarDay, count: number): CalendarDay {
  return dayOf(dayNumber(day) + count);
}

/** The day with that number, clamped likewise. */
function dayOf(number: number): CalendarDay {
  if (number >= LAST_NUMBER) return LAST_DAY;
  if (number <= FIRST_NUMBER) return FIRST_DAY;
  return new Date(number * MS_PER_DAY).toISOString().slice(0, 10) as CalendarDay;
}

const FIRST_NUMBER = dayNumber(FIRST_DAY);
const LAST_NUMBER = dayNumber(LAST_DAY);

/** How many days `from` to `to` holds, both ends included; 0 or less when `to` is before `from`. */
export function countDays(from: CalendarDay, to: CalendarDay): number {
  return dayNumber(to) - dayNumber(from) + 1;
}

/** The days from `from` to `to`, both included. */
export interface DayRange {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/** Every day from `from` to `to`, both included. */
export function eachDay(from: CalendarDay, to: CalendarDay): CalendarDay[] {
  const first = dayNumber(from);
  return Array.from({ length: Math.max(0, countDays(from, to)) }, (_, index) => dayOf(first + index));
}

/** YYYY-MM */
export function monthOf(day: CalendarDay): string {
  return day.slice(0, 7);
}

export function firstOfMonth(day: CalendarDay): CalendarDay {
  return `${day.slice(0, 8)}01` as CalendarDay;
}

export function lastOfMonth(day: CalendarDay): CalendarDay {
  const days = daysInMonth(Number(day.slice(0, 4)), Number(day.slice(5, 7)));
  return `${day.slice(0, 8)}${days}` as CalendarDay;
}

/**
 * The first day of the month that is `count` months after (before, when negative); undefined where the calendar ends.
 */
export function monthAt(day: CalendarDay, count: number): CalendarDay | undefined {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  const year = `${Math.floor(month / 12)}`.padStart(4, '0');
  return parseCalendarDay(`${year}-${`${(month % 12) + 1}`.padStart(2, '0')}-01`);
}

/** ISO 8601 weekday: 1 is Monday, 7 is Sunday. */
export function isoWeekday(day: CalendarDay): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The days of the week that `day` is in, Monday first. */
export function weekOf(day: CalendarDay): CalendarDay[] {
  return Array.from({ length: 7 }, (_, index) => addDays(day, index + 1 - isoWeekday(day)));
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
