import { addDays, type CalendarDay, LAST_DAY } from '../core/calendar-day.ts';
import { instantOf, type LocalOf } from '../core/zoned-time.ts';
import type { Opening } from '../hours/index.ts';

/** In minutes, but for `mostTimes`: how many times an event has. Times are multiples of `step`. */
export const ENTRY_TIME_LIMITS = {
  step: 5,
  leastEvery: 15,
  mostEvery: 240,
  mostTimes: 96,
  leastMinutes: 5,
  mostLastEntry: 1_440,
  mostMinutes: 1_440,
} as const;

/** Entry times of general entry, on open days by their own hours. */
export interface GeneralTimes {
  /** Minutes from one to the next: 15 to 240, a multiple of 5. */
  readonly every: number;
  /** Places at each of them; null: no limit. */
  readonly places: number | null;
  /** The last one is at least so many minutes before closing. */
  readonly lastEntry: number;
}

/** The entry times of general entry on the days that have none of their own. */
export interface UsualTimes extends GeneralTimes {
  /** ISO 8601: 1 is Monday. On all others it is sold for the whole day; left out: there are times on all. */
  readonly weekdays?: readonly number[];
}

/** Entry times of an event, the same on each of its dates; none: it is sold for whole days. */
export interface EventTimes {
  /** HH:mm, multiples of five minutes. */
  readonly times: readonly string[];
  /** How long it takes. */
  readonly minutes: number;
}

/** An entry time of a day. */
export interface EntryTime {
  /** HH:mm in the museum's time zone. */
  readonly entryTime: string;
  /** The instant; where clocks are set back and show the time twice: the first of the two. */
  readonly at: number;
  /** Since the day's midnight on the wall; more than a day: in the night after it. */
  readonly minutes: number;
}

const MINUTE = 60_000;
export const DAY_MINUTES = 1_440;
const STEP = ENTRY_TIME_LIMITS.step;

/**
 * The entry times of general entry on a day with these opening hours, in order: from opening, rounded up to five minutes.
 * Those before opening are in the night after the day. A time that clocks skip is left out.
 */
export function generalTimesOn(
  { every, lastEntry }: GeneralTimes,
  day: CalendarDay,
  { timeOpen, timeClose }: Opening,
  localOf: LocalOf,
): EntryTime[] {
  const [open, close] = [minutesOf(timeOpen), minutesOf(timeClose)];
  const first = Math.ceil(open / STEP) * STEP;
  const last = Math.min((close > open ? close : close + DAY_MINUTES) - lastEntry, first + DAY_MINUTES - 1);
  const count = Math.max(0, Math.floor((last - first) / every) + 1);
  const minutes = Array.from({ length: count }, (_, index) => first + index * every);
  return entryTimesAt(day, minutes, localOf);
}

/** The entry times of an event on one of its dates, in order. A time that clocks skip is left out. */
export function eventTimesOn(times: readonly string[], day: CalendarDay, localOf: LocalOf): EntryTime[] {
  return entryTimesAt(day, times.map(minutesOf).sort(ascending), localOf);
}

/** @param minutes since the day's midnight on the wall, ascending; more than a day: on the next one */
function entryTimesAt(day: CalendarDay, minutes: readonly number[], localOf: LocalOf): EntryTime[] {
  const [first, last] = [minutes[0], minutes.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [earliest] = entryTimeAt(day, first, localOf);
  const [latest] = entryTimeAt(day, last, localOf);
  const isSteady = earliest && latest && latest.at - earliest.at === (last - first) * MINUTE;
  if (!isSteady) return minutes.flatMap((each) => entryTimeAt(day, each, localOf));
  // Looking up an instant in a time zone is slow, and needed only on days on which clocks change.
  return minutes.map((each) => ({
    entryTime: timeOf(each % DAY_MINUTES),
    at: earliest.at + (each - first) * MINUTE,
    minutes: each,
  }));
}

function entryTimeAt(day: CalendarDay, minutes: number, localOf: LocalOf): EntryTime[] {
  const isNextDay = minutes >= DAY_MINUTES;
  if (isNextDay && day === LAST_DAY) return [];
  const on = isNextDay ? addDays(day, 1) : day;
  const entryTime = timeOf(minutes % DAY_MINUTES);
  const at = instantOf(localOf, on, entryTime);
  const local = localOf(at);
  return local.day === on && local.time === entryTime ? [{ entryTime, at, minutes }] : [];
}

function ascending(one: number, other: number): number {
  return one - other;
}

/** Minutes since midnight. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function timeOf(minutes: number): string {
  const two = (number: number) => `${number}`.padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
