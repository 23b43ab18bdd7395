import type { CalendarDay, DayRange } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import {
  clearDay,
  type ExpectedRule,
  type MuseumDays,
  reopenDays,
  type SpecialDay,
  type SpecialDays,
  setDay,
} from '../hours/index.ts';
import { GENERAL } from '../offers/index.ts';
import type { ActionContext } from '../store/index.ts';
import { changeProgramme } from './change-programme.ts';

/** Hours that a day gets. */
export interface HoursChange {
  readonly day: CalendarDay;
  /** Null: those of the usual week. */
  readonly hours: SpecialDay | null;
  readonly days: MuseumDays;
  readonly expect?: ExpectedRule<SpecialDay | null>;
}

/**
 * Gives a day hours of its own, closes it, or returns it to the usual week.
 * @throws Refusal forbidden, date-past; exception-not-found when it has no hours of its own to lose
 */
export function changeHours(
  context: ActionContext,
  { day, hours, days, expect }: HoursChange,
): Promise<void> {
  return changeProgramme(context, { product: GENERAL, days }, async (_, today) => {
    requireToCome(day, today);
    await (hours === null ? clearDay(context, day, expect) : setDay(context, day, hours, expect));
  });
}

/** Closed days that are to be as in the usual week. */
export interface ReopeningDays extends DayRange {
  readonly days: MuseumDays;
  readonly expect?: ExpectedRule<SpecialDays>;
}

/** @returns how many were closed @throws Refusal forbidden, date-past */
export function reopenMuseum(
  context: ActionContext,
  { from, to, days, expect }: ReopeningDays,
): Promise<number> {
  return changeProgramme(context, { product: GENERAL, days }, async (_, today) => {
    requireToCome(from, today);
    return reopenDays(context, { from, to }, expect);
  });
}

/** A day that is over stays what it was. @throws Refusal date-past */
export function requireToCome(day: CalendarDay, today: CalendarDay): void {
  if (day < today) throw new Refusal('date-past', { day, today });
}
