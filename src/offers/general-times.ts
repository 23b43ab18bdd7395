import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type ExpectedRule, ruleToChange } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import type { GeneralTimes, UsualTimes } from './entry-times.ts';
import { bumpRules, type OfferRules, timesOn, usualTimesOn } from './offer-terms.ts';
import { replaceTimeCapacity } from './slots.ts';

/**
 * The actions and queries for the entry times of general entry. Each throws Refusal forbidden. What is sold keeps its time.
 */

/** Sets the entry times on the days that have none of their own; null: it is sold for whole days. */
export async function setGeneralTimes(
  context: ActionContext,
  rules: OfferRules,
  times: UsualTimes | null,
  expect?: ExpectedRule<UsualTimes | null>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, async () => (await rules.current(tx)).times, expect);
  await tx.run(
    'UPDATE general_admission SET every_minutes = ?, places_each = ?, last_entry = ?, weekdays = ? WHERE id = 1',
    [...columnsOf(times), times?.weekdays === undefined ? null : JSON.stringify(times.weekdays)],
  );
  await replaceTimeCapacity(tx, times?.places ?? null);
  await bumpRules(tx);
  const details = { before, after: times };
  await record(context, { kind: 'times.general-set', subject: 'general', details });
}

/** On the days that have none of their own; null: it is sold for whole days. */
export async function getGeneralTimes(
  queries: Queries,
  actor: Actor,
  rules: OfferRules,
): Promise<UsualTimes | null> {
  requirePermission(actor, 'read-programme');
  return (await rules.current(queries)).times;
}

/** Gives one day entry times of its own; null: it is sold for the whole day. */
export async function setDayTimes(
  context: ActionContext,
  rules: OfferRules,
  day: CalendarDay,
  times: GeneralTimes | null,
  expect?: ExpectedRule<GeneralTimes | null>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, async () => timesOn(await rules.current(tx), day), expect);
  await deleteDayTimes(tx, day);
  const columns = ['day', 'every_minutes', 'places_each', 'last_entry'];
  await tx.insert('general_times', columns, [[day, ...columnsOf(times)]]);
  await replaceTimeCapacity(tx, times?.places ?? null, day);
  await bumpRules(tx);
  await record(context, { kind: 'times.day-set', subject: day, details: { before, after: times } });
}

/** Returns one day to the usual entry times. @throws Refusal exception-not-found when it has none of its own */
export async function clearDayTimes(
  context: ActionContext,
  rules: OfferRules,
  day: CalendarDay,
  expect?: ExpectedRule<GeneralTimes | null>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, async () => timesOn(await rules.current(tx), day), expect);
  const { times } = await rules.current(tx);
  if ((await deleteDayTimes(tx, day)) === 0) throw new Refusal('exception-not-found', { day, of: 'times' });
  await replaceTimeCapacity(tx, times?.places ?? null, day);
  await bumpRules(tx);
  await record(context, { kind: 'times.day-cleared', subject: day, details: { before } });
}

/** On one day, and what they are there without times of its own; null: it is sold for the whole day. */
export async function getDayTimes(
  queries: Queries,
  actor: Actor,
  rules: OfferRules,
  day: CalendarDay,
): Promise<TimesOfDay> {
  requirePermission(actor, 'read-programme');
  const current = await rules.current(queries);
  const isOwn = current.dayTimes.has(day);
  return { times: timesOn(current, day), usual: usualTimesOn(current, day), isOwn };
}

interface TimesOfDay {
  readonly times: GeneralTimes | null;
  readonly usual: GeneralTimes | null;
  /** Whether the times are the day's own. */
  readonly isOwn: boolean;
}

function deleteDayTimes(tx: Transaction, day: CalendarDay): Promise<number> {
  return tx.run('DELETE FROM general_times WHERE day = ?', [day]);
}

function columnsOf(times: GeneralTimes | null) {
  const { every, places, lastEntry } = times ?? { every: null, places: null, lastEntry: 0 };
  return [every, places, lastEntry] as const;
}
