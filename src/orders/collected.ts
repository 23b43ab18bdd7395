import { findPaidSales } from '../payments/index.ts';
import type { Queries } from '../store/index.ts';
import { findSoldItself } from '../tickets/index.ts';

const AT_ONCE = 512;

/**
 * Those of the tickets, by number, whose price their sellers have collected, as an order's account says: their sale recorded no
 * payment.
 */
export async function findCollected(queries: Queries, numbers: readonly number[]): Promise<number[]> {
  const collected: number[] = [];
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const sold = await findSoldItself(queries, numbers.slice(from, from + AT_ONCE));
    const paid = await findPaidSales(queries, [...new Set(sold.map(({ orderId }) => orderId))]);
    collected.push(...sold.filter(({ orderId }) => !paid.has(orderId)).map(({ number }) => number));
  }
  return collected;
}
