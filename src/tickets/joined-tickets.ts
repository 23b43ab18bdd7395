import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { ORDER_OF_TICKET } from './ticket.ts';

/** The numbers of a ticket and of the one that was exchanged for it, in the same currency. */
export interface Replacement {
  readonly number: number;
  readonly replaces: number;
}

/** At most `limit` tickets that belong to no order, although others were exchanged for them; by number. */
export function findUnjoined(queries: Queries, limit: number): Promise<Replacement[]> {
  return queries.all<Replacement>(
    `SELECT made.number AS "number", old.number AS "replaces"
       FROM voids JOIN tickets AS old ON old.number = voids.number
       JOIN tickets AS made ON made.number = replaced_by AND made.joined_order IS NULL AND made.currency = old.currency
      WHERE replaced_by IS NOT NULL ORDER BY made.number LIMIT ?`,
    [limit],
  );
}

/** A ticket that was sold for money, and not exchanged for another in its currency, and the order that it was sold with. */
export interface SoldItself {
  readonly number: number;
  readonly orderId: Uuid;
}

/** Those of the tickets that were sold themselves. */
export function findSoldItself(queries: Queries, numbers: readonly number[]): Promise<SoldItself[]> {
  return queries.all<SoldItself>(
    `SELECT number AS "number", coalesce(order_id, ticket_id) AS "orderId" FROM tickets
      WHERE number IN ? AND price_cents > 0 AND joined_order IS NULL
        AND NOT EXISTS (SELECT 1 FROM voids JOIN tickets AS old ON old.number = voids.number
         WHERE voids.replaced_by = tickets.number AND voids.replaced_by IS NOT NULL
           AND old.currency = tickets.currency)`,
    [numbers],
  );
}

/** The orders that the tickets with those numbers belong to, each once. */
export async function findOrderIds(queries: Queries, numbers: readonly number[]): Promise<Uuid[]> {
  const rows = await queries.all<{ orderId: Uuid }>(
    `SELECT DISTINCT coalesce(${ORDER_OF_TICKET}, ticket_id) AS "orderId" FROM tickets WHERE number IN ?`,
    [numbers],
  );
  return rows.map(({ orderId }) => orderId);
}

/** The orders that those tickets have joined, by the ids of the tickets. */
export async function findJoinedOrders(
  queries: Queries,
  ticketIds: readonly Uuid[],
): Promise<Map<Uuid, Uuid>> {
  const rows = await queries.all<{ ticketId: Uuid; orderId: Uuid }>(
    `SELECT ticket_id AS "ticketId", joined_order AS "orderId" FROM tickets
      WHERE ticket_id IN ? AND joined_order IS NOT NULL`,
    [ticketIds],
  );
  return new Map(rows.map(({ ticketId, orderId }) => [ticketId, orderId]));
}

/** The ticket belongs to that order from now on, unless it does to one already. */
export async function joinOrder(tx: Transaction, number: number, orderId: Uuid): Promise<void> {
  await tx.run('UPDATE tickets SET joined_order = ? WHERE number = ? AND joined_order IS NULL', [
    orderId,
    number,
  ]);
}
