import { addSoldArticles, articleItems } from '../articles/index.ts';
import type { Refusal } from '../core/refusal.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Transaction } from '../store/index.ts';
import type { Good, Order, Seller, SellingOptions, Wanted } from './order.ts';

/**
 * What is wanted beside tickets, at today's terms, or why it is not sold. To be asked before slots are locked.
 * @param held what the order has of it already
 */
export async function goodsFor(
  tx: Transaction,
  seller: Seller,
  { items, articles = [] }: Wanted,
  held: readonly Good[],
  { terms }: SellingOptions,
): Promise<readonly Good[] | Refusal> {
  if (articles.length === 0) return [];
  const products = items.map(({ product }) => product);
  return articleItems(tx, seller, articles, { products, held }, terms);
}

/** Writes down what is sold with the order beside tickets. */
export async function sellGoods(
  context: ActionContext,
  { orderId, goods, currency, soldBy }: Pick<Order, 'orderId' | 'goods' | 'currency' | 'soldBy'>,
): Promise<void> {
  if (goods.length === 0) return;
  const sold = goods.map(({ article, is: kind, quantity, priceCents, vat }) => {
    return { orderId, article, kind, quantity, priceCents, vat, currency, soldBy, soldAt: context.now };
  });
  await addSoldArticles(context.tx, sold);
  const details = {
    articles: sold.map(({ article, quantity, priceCents }) => ({ article, quantity, priceCents })),
  };
  await record(context, { kind: 'articles.sold', subject: orderId, details });
}
