import { fromCents } from '../core/money.ts';
import type { Tally } from '../core/tally.ts';
import type { Uuid } from '../core/uuid.ts';
import { slotKey, slotOf } from '../offers/index.ts';
import { keysetPages, type Queries } from '../store/index.ts';
import type { OrderItem, OrderState } from './order.ts';
import { itemsIn } from './order-store.ts';
import { findPaidOf, SALES_AT_ONCE } from './paid.ts';

const ORDERS_AT_ONCE = 500;

/**
 * Compares every order with its tickets, and yields a sentence for each difference. Adds the places of held orders to
 * `taken`, under `slotKey`.
 * @returns how many orders there are
 */
export async function* checkOrders(queries: Queries, taken: Tally): AsyncGenerator<string, number> {
  let count = 0;
  const select = 'SELECT order_id, order_code, state, items FROM orders';
  for await (const page of keysetPages<OrderRow>(queries, select, ['order_id'], ORDERS_AT_ONCE)) {
    const tickets = await findTickets(queries, page);
    for (const { order_id, order_code, state, items } of page) {
      const ordered = itemsIn(items);
      if (state === 'held')
        for (const item of ordered) taken.add(slotKey(slotOf(item)), item.places * item.ticketIds.length);
      for (const fault of faultsOf(state, ordered, tickets.get(order_id) ?? []))
        yield `Order ${order_code}: ${fault}.`;
    }
    count += page.length;
  }
  yield* checkPayments(queries);
  yield* checkPaidBack(queries);
  yield* checkTickets(queries);
  return count;
}

function* faultsOf(state: OrderState, items: readonly OrderItem[], tickets: readonly TicketRow[]) {
  const isSold = state === 'sold' || state === 'void';
  if (!isSold && tickets.length > 0) yield `it is ${state}, but has ${tickets.length} tickets`;
  if (!isSold) return;
  const byId = new Map(tickets.map((ticket) => [ticket.ticket_id, ticket]));
  for (const { ticketIds, priceCents } of items) {
    for (const ticketId of ticketIds) {
      const ticket = byId.get(ticketId);
      byId.delete(ticketId);
      if (ticket === undefined) yield `its ticket ${ticketId} is missing`;
      else if (ticket.price_cents !== priceCents)
        yield `its ticket ${ticketId} has the price ${ticket.price_cents}, but the order says ${priceCents}`;
    }
  }
  for (const ticketId of byId.keys()) yield `the ticket ${ticketId} is none of those that it names`;
  const areVoid = tickets.every(({ voids }) => voids > 0);
  if (areVoid !== (state === 'void'))
    yield areVoid
      ? 'all of its tickets are void, but it is not'
      : 'it is void, but not all of its tickets are';
}

async function findTickets(queries: Queries, orders: readonly OrderRow[]): Promise<Map<Uuid, TicketRow[]>> {
  const rows = await queries.all<TicketRow>(
    `SELECT order_id, ticket_id, price_cents,
            (SELECT count(*) FROM voids WHERE voids.number = tickets.number) AS voids
       FROM tickets WHERE order_id IN ?`,
    [orders.map(({ order_id }) => order_id)],
  );
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

async function* checkPayments(queries: Queries) {
  const orphans = await queries.all<{ payment_id: string; order_id: string }>(
    `SELECT payment_id, order_id FROM payments
      WHERE NOT EXISTS (SELECT 1 FROM orders WHERE orders.order_id = payments.order_id)
        AND NOT EXISTS (SELECT 1 FROM tickets WHERE ticket_id = payments.order_id) LIMIT 1000`,
  );
  for (const { payment_id, order_id } of orphans)
    yield `The payment ${payment_id} is for ${order_id}, which does not exist.`;
}

/** No more may be paid back, or owed, than was paid for a sale and for what exchanges connect with it. */
async function* checkPaidBack(queries: Queries) {
  const seen = new Set<Uuid>();
  for (const select of PAID_BACK) {
    const pages = keysetPages<{ id: Uuid; sale: Uuid }>(queries, select, ['id'], SALES_AT_ONCE);
    for await (const page of pages) {
      const fresh = page.flatMap(({ sale }) => (seen.has(sale) ? [] : sale));
      for (const { sales, remains } of new Set((await findPaidOf(queries, fresh)).values())) {
        if (remains < 0 && !sales.some((sale) => seen.has(sale)))
          yield `For the sale ${sales.join(' with ')}: ${fromCents(-remains)} more is paid back or owed than was paid.`;
        for (const sale of sales) seen.add(sale);
      }
    }
  }
}

const PAID_BACK = [
  'SELECT id, sale FROM (SELECT payment_id AS id, order_id AS sale FROM payments WHERE amount_cents < 0) AS made',
  'SELECT id, sale FROM (SELECT refund_id AS id, order_id AS sale FROM refunds WHERE payment_id IS NULL) AS owed',
];

async function* checkTickets(queries: Queries) {
  const orphans = await queries.all<{ number: number; order_id: string }>(
    `SELECT number, order_id FROM tickets WHERE order_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.order_id = tickets.order_id) LIMIT 1000`,
  );
  for (const { number, order_id } of orphans)
    yield `Ticket number ${number} belongs to the order ${order_id}, which does not exist.`;
}

interface OrderRow {
  readonly order_id: Uuid;
  readonly order_code: string;
  readonly state: OrderState;
  readonly items: string;
}

interface TicketRow {
  readonly order_id: Uuid;
  readonly ticket_id: Uuid;
  readonly price_cents: number;
  readonly voids: number;
}
