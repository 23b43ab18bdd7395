import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';
import type { ArticleKind } from './article.ts';

/** So many of an article that were sold, or given back, in a quarter of an hour. */
export interface ArticleSum {
  /** When the quarter began: the days of all time zones begin with one. */
  readonly at: number;
  readonly what: 'sold' | 'returned';
  readonly article: string;
  readonly kind: ArticleKind;
  /** Hundredths of a percent; null: none is known. */
  readonly vat: number | null;
  /** The account that sold them. */
  readonly soldBy: Uuid;
  readonly count: number;
  readonly cents: number;
}

/** Which articles are meant: those of an account, or of all; those in other currencies are left out. */
export interface ArticleTerms {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly soldBy: Uuid | undefined;
}

const QUARTER_MS = 900_000;

/** What was sold between those instants beside tickets, and what was given back. */
export async function sumArticles(queries: Queries, terms: ArticleTerms): Promise<ArticleSum[]> {
  const { from, to, currency, soldBy } = terms;
  const [own, sellers] = soldBy === undefined ? ['', []] : [' AND sold_by = ?', [soldBy]];
  const values = [from, to, currency, ...sellers];
  const [sold, returned] = await Promise.all([
    queries.all<Omit<ArticleSum, 'what'>>(
      sumsIn('sold_articles sold', { at: 'sold_at', count: 'sold.quantity', own }),
      values,
    ),
    queries.all<Omit<ArticleSum, 'what'>>(
      sumsIn(
        `article_changes change JOIN sold_articles sold
           ON sold.order_id = change.order_id AND sold.article = change.article AND what = 'returned'`,
        { at: 'at', count: 'change.quantity', own },
      ),
      values,
    ),
  ]);
  return [
    ...sold.map((sum) => ({ ...sum, what: 'sold' as const })),
    ...returned.map((sum) => ({ ...sum, what: 'returned' as const })),
  ];
}

function sumsIn(
  from: string,
  { at, count, own }: { readonly at: string; readonly count: string; readonly own: string },
): string {
  const quarter = `${at} - ${at} % ${QUARTER_MS}`;
  return `
    SELECT ${quarter} AS "at", sold.article, kind, vat, sold_by AS "soldBy",
           sum(${count}) AS "count", sum(${count} * price_cents) AS "cents"
      FROM ${from} WHERE ${at} >= ? AND ${at} < ? AND currency = ?${own}
     GROUP BY ${quarter}, sold.article, kind, vat, sold_by`;
}

/** What the articles of an order came to when they were sold. */
export interface OrderArticles {
  readonly orderId: Uuid;
  readonly soldAt: number;
  readonly cents: number;
}

/** The orders that were sold with articles between those instants. */
export function findOrderArticles(
  queries: Queries,
  { from, to, currency, soldBy }: ArticleTerms,
): Promise<OrderArticles[]> {
  const [own, sellers] = soldBy === undefined ? ['', []] : [' AND sold_by = ?', [soldBy]];
  return queries.all<OrderArticles>(
    `SELECT order_id AS "orderId", sold_at AS "soldAt", sum(quantity * price_cents) AS "cents"
       FROM sold_articles WHERE sold_at >= ? AND sold_at < ? AND currency = ?${own}
      GROUP BY order_id, sold_at`,
    [from, to, currency, ...sellers],
  );
}
