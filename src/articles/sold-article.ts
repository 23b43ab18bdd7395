import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';
import type { ArticleKind } from './article.ts';

/** An article that was sold with an order, and what became of it. */
export interface SoldArticle {
  readonly orderId: Uuid;
  readonly article: string;
  readonly kind: ArticleKind;
  readonly quantity: number;
  /** Hundredths, of one. */
  readonly priceCents: number;
  /** Hundredths of a percent; null: none is known. */
  readonly vat: number | null;
  readonly currency: string;
  /** The account that placed the order. */
  readonly soldBy: Uuid;
  readonly soldAt: number;
  /** The oldest first. */
  readonly changes: readonly Pick<ArticleChange, 'what' | 'quantity' | 'at'>[];
}

/** What became of an article that was sold. */
export interface ArticleChange {
  readonly changeId: Uuid;
  readonly orderId: Uuid;
  readonly article: string;
  readonly what: 'returned' | 'handed-out';
  /** Below zero: taken back after it was handed out. */
  readonly quantity: number;
  readonly at: number;
  /** Null: the service itself. */
  readonly accountId: Uuid | null;
}

/** How many of them were not given back. */
export function standingCount(sold: Pick<SoldArticle, 'quantity' | 'changes'>): number {
  return sold.quantity - countOf(sold, 'returned');
}

/** How many of them are still to be handed out, and can be given back. */
export function leftToReturn(sold: Pick<SoldArticle, 'quantity' | 'changes'>): number {
  return standingCount(sold) - countOf(sold, 'handed-out');
}

/** How many of them are still to be handed out: nothing of a donation. */
export function leftToHandOut(sold: Pick<SoldArticle, 'kind' | 'quantity' | 'changes'>): number {
  return sold.kind === 'donation' ? 0 : leftToReturn(sold);
}

/** How many of them were given back, or are handed out. */
export function countOf({ changes }: Pick<SoldArticle, 'changes'>, what: ArticleChange['what']): number {
  return changes.reduce((sum, change) => sum + (change.what === what ? change.quantity : 0), 0);
}

/** What was sold with those orders beside tickets, by order, each in the order of slugs. */
export async function findSoldArticles(
  queries: Queries,
  orderIds: readonly Uuid[],
): Promise<Map<Uuid, SoldArticle[]>> {
  if (orderIds.length === 0) return new Map();
  const sold = await queries.all<Omit<SoldArticle, 'changes'>>(
    `SELECT order_id AS "orderId", article, kind, quantity, price_cents AS "priceCents", vat, currency,
            sold_by AS "soldBy", sold_at AS "soldAt"
       FROM sold_articles WHERE order_id IN ? ORDER BY order_id, article`,
    [orderIds],
  );
  if (sold.length === 0) return new Map();
  const changes = await queries.all<Pick<ArticleChange, 'orderId' | 'article' | 'what' | 'quantity' | 'at'>>(
    `SELECT order_id AS "orderId", article, what, quantity, at
       FROM article_changes WHERE order_id IN ? ORDER BY at, change_id`,
    [[...new Set(sold.map(({ orderId }) => orderId))]],
  );
  const changesOf = Map.groupBy(changes, ({ orderId, article }) => `${orderId} ${article}`);
  const known = sold.map((each) => {
    return { ...each, changes: changesOf.get(`${each.orderId} ${each.article}`) ?? [] };
  });
  return Map.groupBy(known, ({ orderId }) => orderId);
}

export async function addSoldArticles(
  tx: Transaction,
  sold: readonly Omit<SoldArticle, 'changes'>[],
): Promise<void> {
  if (sold.length === 0) return;
  const columns = [
    'order_id',
    'article',
    'kind',
    'quantity',
    'price_cents',
    'vat',
    'currency',
    'sold_by',
    'sold_at',
  ];
  const rows = sold.map((each) => [
    ...[each.orderId, each.article, each.kind, each.quantity, each.priceCents, each.vat],
    ...[each.currency, each.soldBy, each.soldAt],
  ]);
  await tx.insert('sold_articles', columns, rows);
}

export async function addArticleChanges(tx: Transaction, changes: readonly ArticleChange[]): Promise<void> {
  if (changes.length === 0) return;
  const columns = ['change_id', 'order_id', 'article', 'what', 'quantity', 'at', 'account_id'];
  const rows = changes.map((each) => [
    ...[each.changeId, each.orderId, each.article, each.what, each.quantity, each.at, each.accountId],
  ]);
  await tx.insert('article_changes', columns, rows);
}

export async function hasSoldArticles(queries: Queries): Promise<boolean> {
  return (await queries.get('SELECT 1 AS "is" FROM sold_articles LIMIT 1')) !== undefined;
}

/** Those of the articles that were ever sold. */
export async function findEverSold(queries: Queries, articles: readonly string[]): Promise<Set<string>> {
  if (articles.length === 0) return new Set();
  const rows = await queries.all<{ article: string }>(
    'SELECT DISTINCT article FROM sold_articles WHERE article IN ?',
    [articles],
  );
  return new Set(rows.map(({ article }) => article));
}
