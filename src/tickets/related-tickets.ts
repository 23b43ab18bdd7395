import { inList, type Queries } from '../store/index.ts';

/**
 * The numbers of the ticket, of those that were sold with it, and of those that any of them was exchanged for or took the place
 * of: their holders left one address together. In ascending order.
 */
export async function findRelated(queries: Queries, number: number): Promise<number[]> {
  for (let related = [number]; ; ) {
    const { list, values } = inList(related);
    const rows = await queries.all<{ number: number }>(
      `SELECT number FROM tickets WHERE order_id IN
         (SELECT order_id FROM tickets WHERE number IN ${list} AND order_id IS NOT NULL)
       UNION SELECT replaced_by FROM voids WHERE number IN ${list} AND replaced_by IS NOT NULL
       UNION SELECT number FROM voids WHERE replaced_by IN ${list} AND replaced_by IS NOT NULL`,
      [...values, ...values, ...values],
    );
    const found = new Set([...related, ...rows.map((row) => row.number)]);
    if (found.size === related.length) return related.sort((one, other) => one - other);
    related = [...found];
  }
}
