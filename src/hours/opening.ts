import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import { instantOf, type LocalOf } from '../core/zoned-time.ts';

/** When the museum is open on a day. */
export interface Opening {
  /** HH:mm in the museum's time zone; a closing time at or before the opening time is on the next day. */
  readonly timeOpen: string;
  readonly timeClose: string;
}

/** The opening hours of each weekday, Monday first; null: closed. */
export type Week = readonly (Opening | null)[];

/** A day on which the museum is open. */
export interface OpenDay extends Opening {
  readonly date: CalendarDay;
}

/** The special hours of a day, or that it is closed, for a reason. */
export interface SpecialDay {
  readonly opening: Opening | null;
  readonly reason: string | null;
}

/** Whether the museum closes on the next day. */
export function isNight({ timeOpen, timeClose }: Opening): boolean {
  return timeClose <= timeOpen;
}

/** The instant at which the museum closes that day. */
export function closingOf(localOf: LocalOf, day: CalendarDay, opening: Opening): number {
  return instantOf(localOf, isNight(opening) ? addDays(day, 1) : day, opening.timeClose);
}
