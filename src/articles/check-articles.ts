import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';

/** Yields a sentence for each article of which more was given back or handed out than was sold, or less than nothing. */
export async function* checkArticles(queries: Queries): AsyncGenerator<string, void> {
  const rows = await queries.all<{ orderId: Uuid; article: string; kind: string }>(
    `SELECT sold.order_id AS "orderId", sold.article, kind
       FROM sold_articles sold
       JOIN (SELECT order_id, article,
                    sum(CASE WHEN what = 'returned' THEN quantity ELSE 0 END) AS returned,
                    sum(CASE WHEN what = 'handed-out' THEN quantity ELSE 0 END) AS handed_out
               FROM article_changes GROUP BY order_id, article) AS became
         ON became.order_id = sold.order_id AND became.article = sold.article
      WHERE returned + handed_out > quantity OR handed_out < 0 OR (kind = 'donation' AND handed_out <> 0)
      LIMIT 1000`,
  );
  for (const { orderId, article } of rows)
    yield `Of the article ${article} of the order ${orderId} more was given back or handed out than was sold, or less than nothing.`;
}
