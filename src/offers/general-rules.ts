import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type ExpectedRule, ruleToChange } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import { findCategories } from './category.ts';
import { findGeneralDays } from './general-days.ts';
import { bumpRules, findPriceRules, type OfferRules } from './offer-terms.ts';
import type { PriceRule } from './price-rules.ts';
import {
  findGeneralPrices,
  findPrices,
  inOrder,
  type Price,
  replacePrices,
  requireKnown,
  USUAL_DAYS,
} from './prices.ts';
import { findGeneralCapacity, GENERAL, replaceCapacity, WHOLE_DAY } from './slots.ts';

/**
 * The actions and queries for the capacity of general entry. Each action throws Refusal forbidden.
 */

/** Sets the places for general entry on each day that has no capacity of its own; null: no limit. */
export async function setGeneralCapacity(
  context: ActionContext,
  capacity: number | null,
  expect?: ExpectedRule<number | null>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => findGeneralCapacity(tx), expect);
  await tx.run('UPDATE general_admission SET capacity = ? WHERE id = 1', [capacity]);
  await replaceCapacity(tx, GENERAL, capacity);
  const details = { before, after: capacity };
  await record(context, { kind: 'capacity.general-set', subject: 'general', details });
}

/** Gives one day a capacity of its own for general entry; null: no limit. */
export async function setDayCapacity(
  context: ActionContext,
  day: CalendarDay,
  capacity: number | null,
  expect?: ExpectedRule<number | null>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => capacityOf(tx, day), expect);
  await tx.run(
    `INSERT INTO slots (product, day, starts_at, listed, capacity, own_capacity) VALUES (?, ?, ?, 1, ?, 1)
       ON CONFLICT (product, day, starts_at) DO UPDATE SET capacity = excluded.capacity, own_capacity = 1`,
    [GENERAL, day, WHOLE_DAY, capacity],
  );
  const details = { before, after: capacity };
  await record(context, { kind: 'capacity.day-set', subject: day, details });
}

/** Returns one day to the general capacity. @throws Refusal exception-not-found when it has none of its own. */
export async function clearDayCapacity(
  context: ActionContext,
  day: CalendarDay,
  expect?: ExpectedRule<number | null>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => capacityOf(tx, day), expect);
  const cleared = await tx.run(
    `UPDATE slots SET own_capacity = 0, capacity = (SELECT capacity FROM general_admission WHERE id = 1)
      WHERE product = ? AND day = ? AND starts_at = ? AND own_capacity = 1`,
    [GENERAL, day, WHOLE_DAY],
  );
  if (cleared === 0) throw new Refusal('exception-not-found', { day, of: 'capacity' });
  await record(context, { kind: 'capacity.day-cleared', subject: day, details: { before } });
}

/** Places for general entry on a day that has no capacity of its own; null: no limit. */
export function getGeneralCapacity(queries: Queries, actor: Actor): Promise<number | null> {
  requirePermission(actor, 'arrange-programme');
  return findGeneralCapacity(queries);
}

/** Places for general entry on `day`: its own capacity, or else the general one; null: no limit. */
export function getDayCapacity(queries: Queries, actor: Actor, day: CalendarDay): Promise<number | null> {
  requirePermission(actor, 'arrange-programme');
  return capacityOf(queries, day);
}

async function capacityOf(queries: Queries, day: CalendarDay): Promise<number | null> {
  const [found] = await findGeneralDays(queries, day, day);
  return found?.capacity ?? null;
}

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
): Promise<{ readonly day: CalendarDay; readonly prices: readonly Price[] }[]> {
  requirePermission(actor, 'read-programme');
  const [days, categories] = await Promise.all([findGeneralPrices(queries), findCategories(queries)]);
  const dates = [...days.keys()].filter((day) => day !== USUAL_DAYS && day >= from) as CalendarDay[];
  return dates.sort().map((day) => ({ day, prices: inOrder(days.get(day) ?? [], categories) }));
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

/**
 * Replaces the rules for the prices of general entry, of which the first that fits a day, and entry time, holds. What is held or
 * sold keeps its price.
 * @throws Refusal category-unknown
 */
export async function setPriceRules(
  context: ActionContext,
  priceRules: readonly PriceRule[],
  expect?: ExpectedRule<readonly PriceRule[]>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => findPriceRules(tx), expect);
  const categories = await findCategories(tx);
  const priced = priceRules.flatMap(({ prices }, rule) =>
    prices.map(({ category }, index) => ({ category, pointer: `/${rule}/prices/${index}/category` })),
  );
  requireKnown(priced, categories);
  await tx.run('UPDATE general_admission SET price_rules = ? WHERE id = 1', [JSON.stringify(priceRules)]);
  await bumpRules(tx);
  const details = { before, after: priceRules };
  await record(context, { kind: 'prices.rules-set', subject: 'general', details });
}

/** In their order. */
export async function listPriceRules(
  queries: Queries,
  actor: Actor,
  rules: OfferRules,
): Promise<readonly PriceRule[]> {
  requirePermission(actor, 'read-programme');
  return (await rules.current(queries)).priceRules;
}
