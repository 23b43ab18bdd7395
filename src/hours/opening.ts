import type { CalendarDay } from '../core/calendar-day.ts';

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

/** One day of the museum, as its calendar has it. */
export interface HouseDay {
  readonly date: CalendarDay;
  /** Null: closed. */
  readonly opening: Opening | null;
  /** Its special hours; null: it is as in the usual week. */
  readonly special: SpecialDay | null;
  /** Places for general entry; null: no limit. */
  readonly capacity: number | null;
  /** Whether the capacity is the day's own, and not the general one. */
  readonly hasOwnCapacity: boolean;
  /** Tickets for general entry. */
  readonly sold: number;
}
