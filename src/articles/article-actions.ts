import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { findEventTitles } from '../events/index.ts';
import { type ExpectedRule, ruleToChange } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import { eventIn } from '../offers/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import { type Article, findArticles, replaceArticles } from './article.ts';
import { findEverSold } from './sold-article.ts';

/** All articles, in the order shown. @throws Refusal forbidden */
export function listArticles(queries: Queries, actor: Actor): Promise<Article[]> {
  requirePermission(actor, 'read-programme');
  return findArticles(queries);
}

/**
 * Replaces the list of articles.
 * @throws Refusal forbidden; event-not-found for one that is sold with tickets for it; article-in-use when one is left out that was
 *   sold, or one that was sold would be of another kind
 */
export async function setArticles(
  context: ActionContext,
  articles: readonly Article[],
  expect?: ExpectedRule<readonly Article[]>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => findArticles(tx), expect);
  await requireEvents(tx, articles);
  await replaceArticles(tx, before, articles);
  // Once the rows are locked: no sale of what is left out is under way.
  await requireUnsold(tx, before, articles);
  await tx.touch('events'); // pages name articles
  await record(context, { kind: 'articles.set', subject: 'articles', details: { before, after: articles } });
}

async function requireEvents(tx: Transaction, articles: readonly Article[]): Promise<void> {
  const products = articles.flatMap(({ withTicketFor }) => withTicketFor);
  const eventIds = [...new Set(products.flatMap((product) => eventIn(product) ?? []))];
  if (eventIds.length === 0) return;
  const known = await findEventTitles(tx, eventIds);
  const unknown = eventIds.find((eventId) => !known.has(eventId));
  if (unknown !== undefined) throw new Refusal('event-not-found', { eventId: unknown });
}

async function requireUnsold(
  tx: Transaction,
  before: readonly Article[],
  after: readonly Article[],
): Promise<void> {
  const kinds = new Map(after.map(({ article, kind }) => [article, kind]));
  const changed = before.filter(({ article, kind }) => kinds.get(article) !== kind);
  const sold = await findEverSold(
    tx,
    changed.map(({ article }) => article),
  );
  const inUse = changed.filter(({ article }) => sold.has(article)).map(({ article }) => article);
  if (inUse.length === 0) return;
  const [recast, removed] = [
    inUse.filter((each) => kinds.has(each)),
    inUse.filter((each) => !kinds.has(each)),
  ];
  throw new Refusal('article-in-use', { removed, changed: recast });
}
