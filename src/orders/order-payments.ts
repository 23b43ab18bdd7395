import type { Uuid } from '../core/uuid.ts';
import { findPayments, type Payment } from '../payments/index.ts';
import type { Queries } from '../store/index.ts';
import { isJoined, orderOf, type Ticket } from '../tickets/index.ts';

/**
 * The payments of orders, the oldest first, by the id of the order: also what version 1.0 recorded for exchanges, with the id of
 * the new ticket.
 * @param tickets all of those orders
 */
export async function findOrderPayments(
  queries: Queries,
  orderIds: readonly Uuid[],
  tickets: readonly Ticket[],
): Promise<Map<Uuid, Payment[]>> {
  const orders = new Map(tickets.filter(isJoined).map((ticket) => [ticket.ticketId, orderOf(ticket)]));
  const payments = await findPayments(queries, [...orderIds, ...orders.keys()]);
  return Map.groupBy(payments, ({ orderId }) => orders.get(orderId) ?? orderId);
}
