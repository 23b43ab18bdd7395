import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type ExpectedRule, ruleToChange } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import type { Category, NumberedCategory } from './category.ts';
import { findCategories, findPriced, findSold, replaceCategories } from './category-store.ts';
import { bumpRules } from './offer-rules.ts';

/**
 * Replaces the list of categories, in which `categoryFaults` finds none.
 * @throws Refusal forbidden; category-in-use when one is left out that has a price or was sold, or one that was sold would be
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
  const [priced, sold] = await Promise.all([
    findPriced(
      tx,
      leftOut.map(({ category }) => category),
    ),
    findSold(
      tx,
      [...leftOut, ...recast].map(({ number }) => number),
    ),
  ]);
  const used = (category: NumberedCategory) => sold.has(category.number) || priced.has(category.category);
  const [removed, changed] = [leftOut.filter(used), recast.filter(({ number }) => sold.has(number))];
  if (removed.length + changed.length === 0) return;
  const slugs = (categories: readonly Category[]) => categories.map(({ category }) => category);
  throw new Refusal('category-in-use', { removed: slugs(removed), changed: slugs(changed) });
}
