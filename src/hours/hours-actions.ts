import type { Actor } from '../core/actor.ts';
import { type CalendarDay, isoWeekday, LAST_DAY } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { record } from '../journal/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import {
  findGeneralCapacity,
  findGeneralDays,
  findSoldDays,
  removeDayCapacity,
  replaceDayCapacity,
  replaceGeneralCapacity,
} from './general-entry-store.ts';
import type { HouseDay, OpenDay, SpecialDay, Week } from './opening.ts';
import {
  findSpecialDay,
  findSpecialDays,
  findWeek,
  lockHouseRules,
  openDays,
  removeSpecialDay,
  replaceSpecialDay,
  replaceWeek,
} from './opening-store.ts';

/**
 * The actions and queries for opening hours and capacities. Actions run in the transaction that they are given, on behalf of
 * `actor`, at the instant `now` (milliseconds UTC). Each throws Refusal forbidden.
 */

/** Called with the rule before it is changed; throws when the caller meant another state of it (optimistic locking). */
export type ExpectedRule<Rule> = (before: Rule) => void;

/** Sets the usual week. Special days keep their own hours. */
export async function setWeek(
  tx: Transaction,
  actor: Actor,
  week: Week,
  now: number,
  expect?: ExpectedRule<Week>,
): Promise<void> {
  const before = await ruleToChange(tx, actor, () => findWeek(tx), expect);
  await replaceWeek(tx, week);
  await record(tx, actor, now, { kind: 'hours.week-set', subject: 'week', details: { before, after: week } });
}

/** Gives one day hours of its own, or closes it. @returns how many tickets for general entry are sold for it. */
export async function setDay(
  tx: Transaction,
  actor: Actor,
  day: CalendarDay,
  hours: SpecialDay,
  now: number,
  expect?: ExpectedRule<SpecialDay | null>,
): Promise<number> {
  const before = await ruleToChange(tx, actor, () => findSpecialDay(tx, day), expect);
  await replaceSpecialDay(tx, day, hours);
  await record(tx, actor, now, { kind: 'hours.day-set', subject: day, details: { before, after: hours } });
  const [ledger] = await findGeneralDays(tx, day, day);
  return ledger?.sold ?? 0;
}

/** Returns a day to the usual week. @throws Refusal exception-not-found when it has no hours of its own. */
export async function clearDay(
  tx: Transaction,
  actor: Actor,
  day: CalendarDay,
  now: number,
  expect?: ExpectedRule<SpecialDay | null>,
): Promise<void> {
  const before = await ruleToChange(tx, actor, () => findSpecialDay(tx, day), expect);
  if (before === null) throw new Refusal('exception-not-found', { day, of: 'hours' });
  await removeSpecialDay(tx, day);
  await record(tx, actor, now, { kind: 'hours.day-cleared', subject: day, details: { before } });
}

/** Sets the places for general entry on each day that has no figure of its own; null: no limit. */
export async function setGeneralCapacity(
  tx: Transaction,
  actor: Actor,
  capacity: number | null,
  now: number,
  expect?: ExpectedRule<number | null>,
): Promise<void> {
  const before = await ruleToChange(tx, actor, () => findGeneralCapacity(tx), expect);
  await replaceGeneralCapacity(tx, capacity);
  const details = { before, after: capacity };
  await record(tx, actor, now, { kind: 'capacity.general-set', subject: 'general', details });
}

/** Gives one day a figure of its own for general entry; null: no limit. */
export async function setDayCapacity(
  tx: Transaction,
  actor: Actor,
  day: CalendarDay,
  capacity: number | null,
  now: number,
  expect?: ExpectedRule<number | null>,
): Promise<void> {
  const before = await ruleToChange(tx, actor, () => capacityOf(tx, day), expect);
  await replaceDayCapacity(tx, day, capacity);
  await record(tx, actor, now, {
    kind: 'capacity.day-set',
    subject: day,
    details: { before, after: capacity },
  });
}

/** Returns a day to the general figure. @throws Refusal exception-not-found when it has none of its own. */
export async function clearDayCapacity(
  tx: Transaction,
  actor: Actor,
  day: CalendarDay,
  now: number,
  expect?: ExpectedRule<number | null>,
): Promise<void> {
  const before = await ruleToChange(tx, actor, () => capacityOf(tx, day), expect);
  if (!(await removeDayCapacity(tx, day))) throw new Refusal('exception-not-found', { day, of: 'capacity' });
  await record(tx, actor, now, { kind: 'capacity.day-cleared', subject: day, details: { before } });
}

/** Each day from `from` to `to`, open or closed, with the tickets sold for general entry. */
export async function listHouseDays(
  queries: Queries,
  actor: Actor,
  from: CalendarDay,
  to: CalendarDay,
): Promise<HouseDay[]> {
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

/** The days from `from` on that `week` would close although general entry was sold for them, with the number of tickets. */
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
    findSoldDays(queries, from),
  ]);
  return sold.filter(({ date }) => {
    const weekday = isoWeekday(date) - 1;
    return !specials.has(date) && before[weekday] !== null && week[weekday] === null;
  });
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

export function getWeek(queries: Queries, actor: Actor): Promise<Week> {
  requirePermission(actor, 'read-programme');
  return findWeek(queries);
}

/** Places for general entry on a day that has no figure of its own; null: no limit. */
export function getGeneralCapacity(queries: Queries, actor: Actor): Promise<number | null> {
  requirePermission(actor, 'arrange-programme');
  return findGeneralCapacity(queries);
}

/** Places for general entry on `day`: its own figure, or else the general one; null: no limit. */
export function getDayCapacity(queries: Queries, actor: Actor, day: CalendarDay): Promise<number | null> {
  requirePermission(actor, 'arrange-programme');
  return capacityOf(queries, day);
}

async function capacityOf(queries: Queries, day: CalendarDay): Promise<number | null> {
  const [ledger] = await findGeneralDays(queries, day, day);
  return ledger?.capacity ?? null;
}

/** The current rule, locked until the transaction ends. */
async function ruleToChange<Rule>(
  tx: Transaction,
  actor: Actor,
  find: () => Promise<Rule>,
  expect: ExpectedRule<Rule> | undefined,
): Promise<Rule> {
  requirePermission(actor, 'arrange-programme');
  await lockHouseRules(tx);
  const rule = await find();
  expect?.(rule);
  return rule;
}
