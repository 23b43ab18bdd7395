import { addDays, type CalendarDay, eachDay, isoWeekday } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { instantOf, type LocalOf } from '../core/zoned-time.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';

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

/** The opening hours of each open day from `from` to `to`, in order; closed days are left out. */
export async function openDays(queries: Queries, from: CalendarDay, to: CalendarDay): Promise<OpenDay[]> {
  const hoursOn = await findHours(queries, from, to);
  return eachDay(from, to).flatMap((date) => {
    const { opening } = hoursOn(date);
    return opening ? [{ date, ...opening }] : [];
  });
}

/** Those of the days on which the museum is closed, with the reason; null: none was given. */
export async function findClosedDays(
  queries: Queries,
  days: readonly CalendarDay[],
): Promise<Map<CalendarDay, string | null>> {
  const [first, ...others] = days.toSorted();
  if (first === undefined) return new Map();
  const hoursOn = await findHours(queries, first, others.at(-1) ?? first);
  return new Map(
    days.flatMap((day) => {
      const { opening, reason } = hoursOn(day);
      return opening === null ? [[day, reason] as const] : [];
    }),
  );
}

/** The hours of each day from `from` to `to`: its own, or those of the week that was usual then. */
export async function findHours(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<(day: CalendarDay) => SpecialDay> {
  const [week, pastWeeks, specialDays] = await Promise.all([
    findWeek(queries),
    findPastWeeks(queries, from),
    findSpecialDays(queries, from, to),
  ]);
  return (day) => {
    const { week: usual } = pastWeeks.find(({ before }) => day < before) ?? { week };
    return specialDays.get(day) ?? { opening: usual[isoWeekday(day) - 1] ?? null, reason: null };
  };
}

export async function isOpenOn(queries: Queries, day: CalendarDay): Promise<boolean> {
  return (await openDays(queries, day, day)).length > 0;
}

export async function findWeek(queries: Queries): Promise<Week> {
  const rows = await queries.all<HoursRow>('SELECT time_open, time_close FROM weekly_hours ORDER BY weekday');
  return rows.map(openingOf);
}

/** A usual week that was replaced, for the days before that one. */
interface PastWeek {
  readonly before: CalendarDay;
  readonly week: Week;
}

/** Those that hold for `from` or later, the oldest first. */
async function findPastWeeks(queries: Queries, from: CalendarDay): Promise<PastWeek[]> {
  const rows = await queries.all<{ before: CalendarDay; week: string }>(
    'SELECT before_day AS "before", week FROM past_weeks WHERE before_day > ? ORDER BY before_day',
    [from],
  );
  return rows.map(({ before, week }) => ({ before, week: JSON.parse(week) }));
}

/**
 * Sets the usual week from `today` on. The days before keep theirs. The caller has locked the opening rules, as for every other
 * change here.
 */
export async function replaceWeek(tx: Transaction, week: Week, today: CalendarDay): Promise<void> {
  await tx.run(
    'INSERT INTO past_weeks (before_day, week) VALUES (?, ?) ON CONFLICT (before_day) DO NOTHING',
    [today, JSON.stringify(await findWeek(tx))],
  );
  for (const [index, opening] of week.entries()) {
    await tx.run('UPDATE weekly_hours SET time_open = ?, time_close = ? WHERE weekday = ?', [
      opening?.timeOpen ?? null,
      opening?.timeClose ?? null,
      index + 1,
    ]);
  }
  await tx.touch('hours');
}

/** Gives `day` hours of its own, or closes it for a reason. */
export async function replaceSpecialDay(
  tx: Transaction,
  day: CalendarDay,
  { opening, reason }: SpecialDay,
): Promise<void> {
  await tx.run(
    `INSERT INTO special_days (day, time_open, time_close, reason) VALUES (?, ?, ?, ?)
       ON CONFLICT (day) DO UPDATE SET time_open = excluded.time_open, time_close = excluded.time_close, reason = excluded.reason`,
    [day, opening?.timeOpen ?? null, opening?.timeClose ?? null, reason],
  );
  await tx.touch('hours');
}

export async function removeSpecialDay(tx: Transaction, day: CalendarDay): Promise<void> {
  await tx.run('DELETE FROM special_days WHERE day = ?', [day]);
  await tx.touch('hours');
}

/** The special hours of the day; null: none. */
export async function findSpecialDay(queries: Queries, day: CalendarDay): Promise<SpecialDay | null> {
  return (await findSpecialDays(queries, day, day)).get(day) ?? null;
}

/** The special hours of the days from `from` to `to`. */
export async function findSpecialDays(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<Map<CalendarDay, SpecialDay>> {
  const rows = await queries.all<HoursRow & { day: CalendarDay; reason: string | null }>(
    'SELECT day, time_open, time_close, reason FROM special_days WHERE day BETWEEN ? AND ? ORDER BY day',
    [from, to],
  );
  return new Map(rows.map((row) => [row.day, { opening: openingOf(row), reason: row.reason }]));
}

interface HoursRow {
  readonly time_open: string | null;
  readonly time_close: string | null;
}

function openingOf({ time_open, time_close }: HoursRow): Opening | null {
  return time_open === null || time_close === null ? null : { timeOpen: time_open, timeClose: time_close };
}

/**
 * The lock of opening hours and the capacity of general entry: whoever changes one takes it alone, and sales of general
 * entry share it, so that a day that is being closed or limited is not sold meanwhile.
 */
const LOCK = 'SELECT id FROM general_admission WHERE id = 1';

/** Called with the rule before it is changed; throws when the caller meant another state of it (optimistic locking). */
export type ExpectedRule<Rule> = (before: Rule) => void;

export async function lockOpeningRules(tx: Transaction): Promise<void> {
  await tx.get(`${LOCK}${tx.dialect.lockForUpdate}`);
}

export async function lockOpeningRulesShared(tx: Transaction): Promise<void> {
  await tx.get(`${LOCK}${tx.dialect.lockForShare}`);
}

/** The current rule, locked until the transaction ends. @throws Refusal forbidden */
export async function ruleToChange<Rule>(
  { tx, actor }: Omit<ActionContext, 'now'>,
  find: () => Promise<Rule>,
  expect: ExpectedRule<Rule> | undefined,
): Promise<Rule> {
  requirePermission(actor, 'arrange-programme');
  await lockOpeningRules(tx);
  const rule = await find();
  expect?.(rule);
  return rule;
}

/**
 * Yields a sentence for each fault of the opening hours: a migration has made a row for each weekday, once and for all.
 */
export async function* checkHours(queries: Queries): AsyncGenerator<string, void> {
  const weekdays = await queries.all('SELECT weekday FROM weekly_hours');
  if (weekdays.length !== 7) yield `The usual week has ${weekdays.length} days instead of 7.`;
}
