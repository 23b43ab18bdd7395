import type { Uuid } from '../../core/uuid.ts';
import { findOrdersById } from '../../orders/index.ts';
import type { Queries } from '../../store/index.ts';
import type { Ticket } from '../../tickets/index.ts';

/** The codes of the orders of those tickets, by the order's id; a ticket that was sold alone has none. */
export async function orderCodesOf(
  queries: Queries,
  tickets: readonly Pick<Ticket, 'orderId'>[],
): Promise<Map<Uuid, string>> {
  const orderIds = [...new Set(tickets.flatMap(({ orderId }) => orderId ?? []))];
  if (orderIds.length === 0) return new Map();
  const orders = await findOrdersById(queries, orderIds);
  return new Map([...orders].map(([orderId, { orderCode }]) => [orderId, orderCode]));
}
