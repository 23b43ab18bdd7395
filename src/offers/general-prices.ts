import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type ExpectedRule, ruleToChange } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import { findCategories } from './category-store.ts';
import { bumpRules, type OfferRules } from './offer-rules.ts';
import {
  findGeneralPrices,
  findPrices,
  inOrder,
  type Price,
  replacePrices,
  requireKnown,
  USUAL_DAYS,
} from './prices.ts';
import { GENERAL } from './product.ts';

/**
 * The actions and queries for the prices of general entry. Each action throws Refusal forbidden; those that set prices, of which standard
 * has one, return them in the order of the categories, and throw category-unknown.
 */

/** Sets the prices of general entry on each day that has none of its own. */
export async function setGeneralPrices(
  context: ActionContext,
  prices: readonly Price[],
  expect?: ExpectedRule<readonly Price[]>,
): Promise<Price[]> {
  const { tx } = context;
  const before = await ruleToChange(context, () => ownPrices(tx, USUAL_DAYS), expect);
  const after = await writePrices(tx, USUAL_DAYS, prices);
  const details = { before, after };
  await record(context, { kind: 'prices.general-set', subject: 'general', details });
  return after;
}

/** Gives one day prices of its own. A category that has none of them is not sold that day. */
export async function setDayPrices(
  context: ActionContext,
  day: CalendarDay,
  prices: readonly Price[],
  expect?: ExpectedRule<readonly Price[]>,
): Promise<Price[]> {
  const { tx } = context;
  const before = await ruleToChange(context, () => ownPrices(tx, day), expect);
  const after = await writePrices(tx, day, prices);
  await record(context, { kind: 'prices.day-set', subject: day, details: { before, after } });
  return after;
}

/** Returns one day to the usual prices. @throws Refusal exception-not-found when it has none of its own */
export async function clearDayPrices(
  context: ActionContext,
  day: CalendarDay,
  expect?: ExpectedRule<readonly Price[]>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => ownPrices(tx, day), expect);
  if (before.length === 0) throw new Refusal('exception-not-found', { day, of: 'prices' });
  await writePrices(tx, day, []);
  await record(context, { kind: 'prices.day-cleared', subject: day, details: { before } });
}

/** What general entry costs on a day, or on usual days when none is given, in the order of the categories. */
export async function listGeneralPrices(
  queries: Queries,
  actor: Actor,
  rules: OfferRules,
  day?: CalendarDay,
): Promise<Price[]> {
  requirePermission(actor, 'read-programme');
  const { categories, pricesOn } = await rules.current(queries);
  return inOrder(pricesOn(day), categories);
}

/** The prices that a day has of its own, in the order of the categories; none: it has the usual ones. */
export async function listDayPrices(queries: Queries, actor: Actor, day: CalendarDay): Promise<Price[]> {
  requirePermission(actor, 'read-programme');
  return ownPrices(queries, day);
}

/** The days from `from` on that have prices of their own, in order, with these in the order of the categories. */
export async function listPricedDays(
  queries: Queries,
  actor: Actor,
  from: CalendarDay,
): Promise<{ readonly date: CalendarDay; readonly prices: readonly Price[] }[]> {
  requirePermission(actor, 'read-programme');
  const [days, categories] = await Promise.all([findGeneralPrices(queries), findCategories(queries)]);
  const dates = [...days.keys()].filter((day) => day !== USUAL_DAYS && day >= from) as CalendarDay[];
  return dates.sort().map((date) => ({ date, prices: inOrder(days.get(date) ?? [], categories) }));
}

async function ownPrices(queries: Queries, day: CalendarDay | typeof USUAL_DAYS): Promise<Price[]> {
  const [prices, categories] = await Promise.all([
    findPrices(queries, GENERAL, day),
    findCategories(queries),
  ]);
  return inOrder(prices, categories);
}

async function writePrices(
  tx: Transaction,
  day: CalendarDay | typeof USUAL_DAYS,
  prices: readonly Price[],
): Promise<Price[]> {
  const categories = await findCategories(tx);
  requireKnown(prices, categories);
  await replacePrices(tx, GENERAL, day, prices);
  await bumpRules(tx);
  return inOrder(prices, categories);
}
