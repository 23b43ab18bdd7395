import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type ExpectedRule, ruleToChange } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import { findCategoriesOfCards, findCountedCategories } from '../visits/index.ts';
import {
  type Category,
  findCategories,
  findCategoriesOfPasses,
  findPriced,
  findSold,
  type NumberedCategory,
  replaceCategories,
} from './category.ts';
import { bumpRules, findPriceRules, type OfferRules } from './offer-terms.ts';
import { inOrder, type Price, replacePrices, requireKnown, USUAL_DAYS } from './prices.ts';
import { GENERAL } from './slots.ts';

/** The categories, and what general entry costs in each of them on usual days. */
export interface PriceList {
  /** In the order shown; the first is standard. */
  readonly categories: readonly Category[];
  /** In the order of the categories. */
  readonly prices: readonly Price[];
}

/** @throws Refusal forbidden */
export function getPriceList(queries: Queries, actor: Actor, rules: OfferRules): Promise<PriceList> {
  requirePermission(actor, 'read-programme');
  return findPriceList(queries, rules);
}

/**
 * Replaces the categories, in which `categoryFaults` finds none, together with the usual prices of general entry. A category
 * that is left out loses its price.
 * @throws Refusal forbidden, category-unknown; category-in-use as `setCategories`
 */
export async function setPriceList(
  context: ActionContext,
  rules: OfferRules,
  { categories, prices }: PriceList,
  expect?: ExpectedRule<PriceList>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => findPriceList(tx, rules), expect);
  requireKnown(prices, categories);
  const isSame = prices.length === before.prices.length;
  if (!isSame || !isDeepStrictEqual(inOrder(before.prices, categories), prices)) {
    await replacePrices(tx, GENERAL, USUAL_DAYS, prices);
    await bumpRules(tx);
    const details = { before: before.prices, after: prices };
    await record(context, { kind: 'prices.general-set', subject: 'general', details });
  }
  if (!isDeepStrictEqual(before.categories, categories)) await setCategories(context, categories);
}

async function findPriceList(queries: Queries, rules: OfferRules): Promise<PriceList> {
  const { categories, pricesOn } = await rules.current(queries);
  const prices = inOrder(pricesOn(), categories);
  return {
    categories: categories.map((each) => {
      const { category, name, names, shortName, unitType, minAge, maxAge, proof, places, onSale } = each;
      return { category, name, names, shortName, unitType, minAge, maxAge, proof, places, onSale };
    }),
    prices: prices.map(({ category, priceCents, vat }) => ({ category, priceCents, vat })),
  };
}

/**
 * Replaces the list of categories, in which `categoryFaults` finds none.
 * @throws Refusal forbidden; category-in-use when one is left out that has a price, was sold or is that of passes, or one that was sold would be
 *   for other places or of another type
 */
export async function setCategories(
  context: ActionContext,
  categories: readonly Category[],
  expect?: ExpectedRule<readonly Category[]>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => findCategories(tx), expect);
  await requireUnused(tx, before, categories);
  await replaceCategories(tx, before, categories);
  await bumpRules(tx);
  await tx.touch('events'); // tickets and pages name categories
  const details = { before: before.map(({ number: _, ...category }) => category), after: categories };
  await record(context, { kind: 'categories.set', subject: 'categories', details });
}

/** All categories, in the order shown. @throws Refusal forbidden */
export function listCategories(queries: Queries, actor: Actor): Promise<NumberedCategory[]> {
  requirePermission(actor, 'read-programme');
  return findCategories(queries);
}

async function requireUnused(
  tx: Transaction,
  before: readonly NumberedCategory[],
  after: readonly Category[],
): Promise<void> {
  const kept = new Map(after.map((category) => [category.category, category]));
  const leftOut = before.filter(({ category }) => !kept.has(category));
  const recast = before.filter(({ category, places, unitType }) => {
    const now = kept.get(category);
    return now !== undefined && (now.places !== places || now.unitType !== unitType);
  });
  const numbers = [...leftOut, ...recast].map(({ number }) => number);
  const slugsLeftOut = leftOut.map(({ category }) => category);
  const [priced, withPasses, rules, sold, counted, withCards] = await Promise.all([
    findPriced(tx, slugsLeftOut),
    findCategoriesOfPasses(tx, slugsLeftOut),
    findPriceRules(tx),
    findSold(tx, numbers),
    findCountedCategories(tx, numbers),
    findCategoriesOfCards(tx, numbers),
  ]);
  for (const { category } of rules.flatMap(({ prices }) => prices)) priced.add(category);
  const used = ({ number, category }: NumberedCategory) =>
    sold.has(number) ||
    counted.has(number) ||
    withCards.has(number) ||
    priced.has(category) ||
    withPasses.has(category);
  const [removed, changed] = [leftOut.filter(used), recast.filter(({ number }) => sold.has(number))];
  if (removed.length + changed.length === 0) return;
  const slugs = (categories: readonly Category[]) => categories.map(({ category }) => category);
  throw new Refusal('category-in-use', { removed: slugs(removed), changed: slugs(changed) });
}
