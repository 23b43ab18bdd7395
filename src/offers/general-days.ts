import type { Actor } from '../core/actor.ts';
import { type CalendarDay, eachDay, isoWeekday, LAST_DAY } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import {
  findHours,
  findSpecialDays,
  findWeek,
  type Opening,
  type SpecialDay,
  type Week,
} from '../hours/index.ts';
import type { Queries } from '../store/index.ts';
import { findGeneralCapacity, GENERAL, WHOLE_DAY } from './slots.ts';

/** One day of general entry. */
export interface GeneralDay {
  readonly day: CalendarDay;
  /** Null: no limit. */
  readonly capacity: number | null;
  /** Whether it is the day's own, and not the general one. */
  readonly hasOwnCapacity: boolean;
  /** Places, for the day and for its entry times. */
  readonly sold: number;
}

/** A day of general entry, with the museum's opening hours. */
export interface MuseumDay extends GeneralDay {
  /** Null: closed. */
  readonly opening: Opening | null;
  /** Its special hours; null: it is as in the usual week. */
  readonly special: SpecialDay | null;
}

/** Every day from `from` to `to` with its capacity and what is sold for it. */
export async function findGeneralDays(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<GeneralDay[]> {
  const [capacity, ledger] = await Promise.all([
    findGeneralCapacity(queries),
    findGeneralLedger(queries, from, to),
  ]);
  return eachDay(from, to).map((day) => {
    const { own, sold = 0 } = ledger.get(day) ?? {};
    return { day, capacity: own === undefined ? capacity : own, hasOwnCapacity: own !== undefined, sold };
  });
}

/** What the ledger has of a day of general entry. */
export interface GeneralLedgerDay {
  /** The day's own capacity, null for no limit; undefined: it has none of its own. */
  readonly own?: number | null;
  /** Places, for the day and for its entry times. */
  readonly sold: number;
  /** By entry time; those that were never sold are missing. */
  readonly soldAt: ReadonlyMap<string, number>;
}

/** Days that were never sold, and have no capacity of their own, are missing. */
export async function findGeneralLedger(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<Map<CalendarDay, GeneralLedgerDay>> {
  const rows = await queries.all<LedgerRow>(
    `SELECT day, starts_at, capacity, own_capacity, sold FROM slots WHERE product = '${GENERAL}' AND day BETWEEN ? AND ?`,
    [from, to],
  );
  return new Map([...Map.groupBy(rows, ({ day }) => day)].map(([day, slots]) => [day, ledgerDayOf(slots)]));
}

function ledgerDayOf(slots: readonly LedgerRow[]): GeneralLedgerDay {
  const own = slots.find(({ own_capacity }) => own_capacity === 1);
  const times = slots.filter(({ starts_at }) => starts_at !== WHOLE_DAY);
  return {
    ...(own !== undefined && { own: own.capacity }),
    sold: slots.reduce((sum, { sold }) => sum + sold, 0),
    soldAt: new Map(times.map(({ starts_at, sold }) => [starts_at, sold])),
  };
}

interface LedgerRow {
  readonly day: CalendarDay;
  readonly starts_at: string;
  readonly capacity: number | null;
  readonly own_capacity: number;
  readonly sold: number;
}

/** How many places for general entry are sold for the day. */
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
  const [hoursOn, specials, days] = await Promise.all([
    findHours(queries, from, to),
    findSpecialDays(queries, from, to),
    findGeneralDays(queries, from, to),
  ]);
  return days.map((general) => {
    const { day } = general;
    return { ...general, special: specials.get(day) ?? null, opening: hoursOn(day).opening };
  });
}

/**
 * The days from `from` on that `week` would close although general entry was sold for them, with the number of places.
 * @throws Refusal forbidden
 */
export async function listDaysClosedBy(
  queries: Queries,
  actor: Actor,
  week: Week,
  from: CalendarDay,
): Promise<{ readonly day: CalendarDay; readonly sold: number }[]> {
  requirePermission(actor, 'arrange-programme');
  const [before, specials, sold] = await Promise.all([
    findWeek(queries),
    findSpecialDays(queries, from, LAST_DAY),
    queries.all<{ day: CalendarDay; sold: number }>(
      `SELECT day, sum(sold) AS sold FROM slots WHERE product = '${GENERAL}' AND day >= ?
        GROUP BY day HAVING sum(sold) > 0 ORDER BY day`,
      [from],
    ),
  ]);
  return sold.filter(({ day }) => {
    const weekday = isoWeekday(day) - 1;
    return !specials.has(day) && before[weekday] !== null && week[weekday] === null;
  });
}
