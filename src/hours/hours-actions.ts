import type { Actor } from '../core/actor.ts';
import { addDays, type CalendarDay, type DayRange, eachDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import type { OpenDay, SpecialDay, Week } from './opening.ts';
import {
  type ExpectedRule,
  findHours,
  findSpecialDay,
  findSpecialDays,
  findWeek,
  openDays,
  removeSpecialDay,
  replaceSpecialDay,
  replaceWeek,
  ruleToChange,
} from './opening.ts';

/** The actions and queries for opening hours. Each action throws Refusal forbidden. */

/** Sets the usual week from `today` on. Special days keep their own hours. */
export async function setWeek(
  context: ActionContext,
  week: Week,
  today: CalendarDay,
  expect?: ExpectedRule<Week>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => findWeek(tx), expect);
  await replaceWeek(tx, week, today);
  await record(context, { kind: 'hours.week-set', subject: 'week', details: { before, after: week } });
}

/** Gives one day hours of its own, or closes it. */
export async function setDay(
  context: ActionContext,
  day: CalendarDay,
  hours: SpecialDay,
  expect?: ExpectedRule<SpecialDay | null>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => findSpecialDay(tx, day), expect);
  await replaceSpecialDay(tx, day, hours);
  await record(context, { kind: 'hours.day-set', subject: day, details: { before, after: hours } });
}

/** Returns a day to the usual week. @throws Refusal exception-not-found when it has no hours of its own. */
export async function clearDay(
  context: ActionContext,
  day: CalendarDay,
  expect?: ExpectedRule<SpecialDay | null>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => findSpecialDay(tx, day), expect);
  if (before === null) throw new Refusal('exception-not-found', { day, of: 'hours' });
  await removeSpecialDay(tx, day);
  await record(context, { kind: 'hours.day-cleared', subject: day, details: { before } });
}

/** The special days of a range, by day. */
export type SpecialDays = ReadonlyMap<CalendarDay, SpecialDay>;

/** Closes every day of the range for that reason, all or none. @returns how many were not closed for it already */
export async function closeDays(
  context: ActionContext,
  { from, to }: DayRange,
  reason: string | null,
  expect?: ExpectedRule<SpecialDays>,
): Promise<number> {
  const { tx } = context;
  const special = await ruleToChange(context, () => findSpecialDays(tx, from, to), expect);
  const days = eachDay(from, to).filter((day) => {
    const before = special.get(day);
    return before === undefined || before.opening !== null || before.reason !== reason;
  });
  for (const day of days) await setDay(context, day, { opening: null, reason });
  return days.length;
}

/**
 * Returns the days of the range that were closed to the usual week, all or none. Days with hours of their own keep
 * them.
 * @returns how many
 */
export async function reopenDays(
  context: ActionContext,
  { from, to }: DayRange,
  expect?: ExpectedRule<SpecialDays>,
): Promise<number> {
  const { tx } = context;
  const special = await ruleToChange(context, () => findSpecialDays(tx, from, to), expect);
  const closed = [...special].filter(([, { opening }]) => opening === null).map(([day]) => day);
  for (const day of closed) await clearDay(context, day);
  return closed.length;
}

/** The special days from `from` to `to`, in order. */
export async function listSpecialDays(
  queries: Queries,
  actor: Actor,
  { from, to }: DayRange,
): Promise<SpecialDays> {
  requirePermission(actor, 'read-programme');
  return findSpecialDays(queries, from, to);
}

/** The opening hours of each open day from `from` to `to`, in order; closed days are left out. */
export function listOpenDays(
  queries: Queries,
  actor: Actor,
  from: CalendarDay,
  to: CalendarDay,
): Promise<OpenDay[]> {
  requirePermission(actor, 'read-programme');
  return openDays(queries, from, to);
}

/** How far ahead the next open day is looked for. */
const DAYS_AHEAD = 366;

/** The first day after `day` on which the museum is open; undefined: there is none within a year. */
export async function nextOpenDay(
  queries: Queries,
  actor: Actor,
  day: CalendarDay,
): Promise<OpenDay | undefined> {
  const [next] = await listOpenDays(queries, actor, addDays(day, 1), addDays(day, DAYS_AHEAD));
  return next;
}

export function getWeek(queries: Queries, actor: Actor): Promise<Week> {
  requirePermission(actor, 'read-programme');
  return findWeek(queries);
}

/** The opening hours of a day, or that it is closed, for a reason where one was given. */
export async function getDay(queries: Queries, actor: Actor, day: CalendarDay): Promise<SpecialDay> {
  requirePermission(actor, 'read-programme');
  return (await findHours(queries, day, day))(day);
}
