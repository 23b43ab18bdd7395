import type { Actor } from '../core/actor.ts';
import { type CalendarDay, eachDay, isoWeekday, LAST_DAY } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { findSpecialDays, findWeek, type Opening, type SpecialDay, type Week } from '../hours/index.ts';
import type { Queries } from '../store/index.ts';
import { GENERAL } from './product.ts';
import { WHOLE_DAY } from './slot.ts';
import { findGeneralCapacity } from './slots.ts';

/** One day of general entry. */
export interface GeneralDay {
  readonly date: CalendarDay;
  /** Null: no limit. */
  readonly capacity: number | null;
  /** Whether it is the day's own, and not the general one. */
  readonly hasOwnCapacity: boolean;
  readonly sold: number;
}

/** A day of general entry, with the museum's opening hours. */
export interface MuseumDay extends GeneralDay {
  /** Null: closed. */
  readonly opening: Opening | null;
  /** Its special hours; null: it is as in the usual week. */
  readonly special: SpecialDay | null;
}

const WHOLE_DAYS = `FROM slots WHERE product = '${GENERAL}' AND starts_at = '${WHOLE_DAY}'`;

/** Every day from `from` to `to` with its capacity and what is sold for it. */
export async function findGeneralDays(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<GeneralDay[]> {
  const capacity = await findGeneralCapacity(queries);
  const rows = await queries.all<{ day: CalendarDay; capacity: number | null; own: number; sold: number }>(
    `SELECT day, capacity, own_capacity AS own, sold ${WHOLE_DAYS} AND day BETWEEN ? AND ?`,
    [from, to],
  );
  const ledger = new Map(
    rows.map(({ day, own, ...figures }) => [day, { ...figures, hasOwnCapacity: own === 1 }]),
  );
  const usual = { capacity, hasOwnCapacity: false, sold: 0 };
  return eachDay(from, to).map((date) => ({ date, ...(ledger.get(date) ?? usual) }));
}

/** How many tickets for general entry are sold for the day. */
export async function countGeneralEntry(queries: Queries, day: CalendarDay): Promise<number> {
  const [found] = await findGeneralDays(queries, day, day);
  return found?.sold ?? 0;
}

/** Each day from `from` to `to`, open or closed. @throws Refusal forbidden */
export async function listMuseumDays(
  queries: Queries,
  actor: Actor,
  from: CalendarDay,
  to: CalendarDay,
): Promise<MuseumDay[]> {
  requirePermission(actor, 'read-programme');
  const [week, specials, days] = await Promise.all([
    findWeek(queries),
    findSpecialDays(queries, from, to),
    findGeneralDays(queries, from, to),
  ]);
  return days.map((day) => {
    const special = specials.get(day.date) ?? null;
    const opening = special === null ? week[isoWeekday(day.date) - 1] : special.opening;
    return { ...day, special, opening: opening ?? null };
  });
}

/** How many tickets are sold for the day, if `special` closes it before it is over; otherwise 0. */
export function soldIfClosed(
  { date, opening, sold }: MuseumDay,
  special: SpecialDay | null,
  today: CalendarDay,
): number {
  const isClosing = special !== null && special.opening === null && opening !== null;
  return isClosing && date >= today ? sold : 0;
}

/**
 * The days from `from` on that `week` would close although general entry was sold for them, with the number of tickets.
 * @throws Refusal forbidden
 */
export async function listDaysClosedBy(
  queries: Queries,
  actor: Actor,
  week: Week,
  from: CalendarDay,
): Promise<{ readonly date: CalendarDay; readonly sold: number }[]> {
  requirePermission(actor, 'arrange-programme');
  const [before, specials, sold] = await Promise.all([
    findWeek(queries),
    findSpecialDays(queries, from, LAST_DAY),
    queries.all<{ date: CalendarDay; sold: number }>(
      `SELECT day AS "date", sold ${WHOLE_DAYS} AND day >= ? AND sold > 0 ORDER BY day`,
      [from],
    ),
  ]);
  return sold.filter(({ date }) => {
    const weekday = isoWeekday(date) - 1;
    return !specials.has(date) && before[weekday] !== null && week[weekday] === null;
  });
}
