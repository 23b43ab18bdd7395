import type { Queries } from '../store/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { findPaidOf, type Paid, paidUnder, SALES_AT_ONCE } from './paid.ts';

/** Hundredths: what is due to buyers for those tickets together, which were called off. */
export async function findDueFor(queries: Queries, tickets: readonly Ticket[]): Promise<number> {
  const bySale = [...Map.groupBy(tickets, paidUnder)];
  const given = new Map<Paid, Ticket[]>();
  for (let from = 0; from < bySale.length; from += SALES_AT_ONCE) {
    const some = bySale.slice(from, from + SALES_AT_ONCE);
    const paidOf = await findPaidOf(
      queries,
      some.map(([saleId]) => saleId),
    );
    for (const [saleId, sold] of some) {
      const paid = paidOf.get(saleId) as Paid;
      given.set(paid, [...(given.get(paid) ?? []), ...sold]);
    }
  }
  return [...given].reduce((sum, [paid, sold]) => sum + paid.dueFor(sold), 0);
}
