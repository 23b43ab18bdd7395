import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { type ExpectedRule, ruleToChange } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import type { Category } from './category.ts';
import { setCategories } from './category-actions.ts';
import { bumpRules, type OfferRules } from './offer-rules.ts';
import { inOrder, type Price, replacePrices, requireKnown, USUAL_DAYS } from './prices.ts';
import { GENERAL } from './product.ts';

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
    categories: categories.map(
      ({ category, name, names, unitType, minAge, maxAge, proof, places, onSale }) => {
        return { category, name, names, unitType, minAge, maxAge, proof, places, onSale };
      },
    ),
    prices: prices.map(({ category, priceCents, vat }) => ({ category, priceCents, vat })),
  };
}
