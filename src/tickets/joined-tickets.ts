import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';

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

/** The ticket belongs to that order from now on, unless it does to one already. */
export async function joinOrder(tx: Transaction, number: number, orderId: Uuid): Promise<void> {
  await tx.run('UPDATE tickets SET joined_order = ? WHERE number = ? AND joined_order IS NULL', [
    orderId,
    number,
  ]);
}
