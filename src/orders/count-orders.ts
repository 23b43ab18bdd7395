import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries } from '../store/index.ts';
import { ORDER_STATES, type OrderState } from './order.ts';

/** How much of the index is counted at once: a millisecond or two, in which no sale is made on SQLite. */
const PAGE = 10_000;

/** How many orders are in each state. It reads an index from its beginning to its end, in pages between which other work is done. */
export async function countOrders(queries: Queries): Promise<ReadonlyMap<OrderState, number>> {
  const counts = new Map<OrderState, number>();
  for (const state of ORDER_STATES) counts.set(state, await countIn(queries, state));
  return counts;
}

async function countIn(queries: Queries, state: OrderState): Promise<number> {
  let [total, last] = [0, ''];
  for (;;) {
    const page = await queries.get<{ count: number; last: string }>(
      `SELECT count(*) AS count, max(order_id) AS last FROM
         (SELECT order_id FROM orders WHERE state = ? AND order_id > ? ORDER BY order_id LIMIT ${PAGE}) AS page`,
      [state, last],
    );
    if (page === undefined || page.count === 0) return total;
    total += page.count;
    if (page.count < PAGE) return total;
    last = page.last;
    await nextTurn();
  }
}

/** Orders that are held now. */
export interface HoldFigures {
  readonly held: number;
  /** Those whose time is over, and which no job has ended yet. */
  readonly overdue: number;
}

/** Cheap: it reads held orders only. */
export async function countHolds(queries: Queries, now: number): Promise<HoldFigures> {
  const row = await queries.get<HoldFigures>(
    `SELECT count(*) AS held, coalesce(sum(CASE WHEN expires_at <= ? THEN 1 ELSE 0 END), 0) AS overdue
       FROM orders WHERE state = 'held'`,
    [now],
  );
  return { held: Number(row?.held ?? 0), overdue: Number(row?.overdue ?? 0) };
}
