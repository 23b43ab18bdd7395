import type { Queries } from '../store/index.ts';
import { orderOf, type Ticket } from '../tickets/index.ts';
import { backFor } from './account.ts';
import { findAccounts } from './find-accounts.ts';

/** Hundredths: what is due to buyers for those tickets together, which were called off. */
export async function findDueFor(queries: Queries, tickets: readonly Ticket[]): Promise<number> {
  const byOrder = Map.groupBy(tickets, orderOf);
  let due = 0;
  for (const [orderId, { facts }] of await findAccounts(queries, [...byOrder.keys()])) {
    const ids = (byOrder.get(orderId) ?? []).map(({ ticketId }) => ticketId);
    due += backFor(facts, ids);
  }
  return due;
}
