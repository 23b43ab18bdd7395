import { addArticleChanges, countOf, leftToHandOut } from '../articles/index.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { ActionContext } from '../store/index.ts';
import type { ArticleCount } from './account.ts';
import { articlesIn } from './goods.ts';
import { lockSold } from './sold-order.ts';

/** How an extra of an order stands. */
export interface HandedOut {
  readonly article: string;
  readonly name: string;
  readonly quantity: number;
  readonly handedOut: number;
  readonly returned: number;
  /** How many are still to be handed out. */
  readonly left: number;
}

/**
 * Writes down that so many of an extra were handed out; below zero: taken back, so that they can be given back for money.
 * @throws Refusal forbidden, order-not-found, order-not-sold, article-not-ordered or article-not-left
 */
export async function handOut(
  { tx, actor, now }: ActionContext,
  orderId: Uuid,
  { article, quantity }: ArticleCount,
): Promise<HandedOut> {
  requirePermission(actor, 'admit-visitors');
  const { order, articles } = await lockSold(tx, actor, 'all', orderId);
  const sold = articles.find((each) => each.article === article);
  if (sold === undefined)
    throw new Refusal('article-not-ordered', { orderId, articles: [article], pointer: '/article' });
  const possible = quantity > 0 ? leftToHandOut(sold) : countOf(sold, 'handed-out');
  if (Math.abs(quantity) > possible)
    throw new Refusal('article-not-left', { article, left: possible, asked: Math.abs(quantity) });
  const { accountId } = actor;
  const change = {
    changeId: uuidV7(now),
    orderId,
    article,
    what: 'handed-out',
    quantity,
    at: now,
    accountId,
  } as const;
  await addArticleChanges(tx, [change]);
  await record(
    { tx, actor, now },
    { kind: 'articles.handed-out', subject: orderId, details: { article, quantity } },
  );
  const name = articlesIn(order?.goods ?? []).find((good) => good.article === article)?.name ?? article;
  const [handedOut, returned] = [countOf(sold, 'handed-out') + quantity, countOf(sold, 'returned')];
  const left = sold.quantity - handedOut - returned;
  return { article, name, quantity: sold.quantity, handedOut, returned, left };
}
