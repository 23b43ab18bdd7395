import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type ExpectedRule, ruleToChange } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import { findCategories } from '../offers/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import { type Card, findCards, findOverlap, replaceCards } from './card.ts';
import { dropLists } from './card-list.ts';

/** All cards, in the order shown. @throws Refusal forbidden */
export function listCards(queries: Queries, actor: Actor): Promise<Card[]> {
  requirePermission(actor, 'arrange-programme');
  return findCards(queries);
}

/**
 * Replaces the list of cards. The lists of numbers of those that are left out go with them.
 * @throws Refusal forbidden; category-unknown; cards-overlap when a number could be of two of them
 */
export async function setCards(
  context: ActionContext,
  cards: readonly Card[],
  expect?: ExpectedRule<readonly Card[]>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => findCards(tx), expect);
  await requireCategories(tx, cards);
  const overlap = findOverlap(cards);
  if (overlap !== undefined) throw new Refusal('cards-overlap', { cards: overlap });
  await replaceCards(tx, before, cards);
  const kept = new Set(cards.map(({ card }) => card));
  await dropLists(
    tx,
    before.map(({ card }) => card).filter((card) => !kept.has(card)),
  );
  await tx.touch('events'); // gates remember them
  await record(context, { kind: 'cards.set', subject: 'cards', details: { before, after: cards } });
}

async function requireCategories(queries: Queries, cards: readonly Card[]): Promise<void> {
  const known = (await findCategories(queries)).map(({ category }) => category);
  const unknown = cards
    .map(({ category }, index) => ({ category, pointer: `/${index}/category` }))
    .filter(({ category }) => !known.includes(category));
  if (unknown.length > 0) throw new Refusal('category-unknown', { unknown, known });
}
