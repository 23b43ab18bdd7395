import { findUsernames } from '../accounts/index.ts';
import { readOrderCode } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { findPayments, type Payment } from '../payments/index.ts';
import { allOf, type Queries } from '../store/index.ts';
import {
  type ContactHashes,
  findTicket,
  findTicketsOf,
  recordsOf,
  type Ticket,
  type TicketRecord,
} from '../tickets/index.ts';
import type { Order, OrderState, Sale } from './order.ts';
import { findOrder, findOrdersWhere } from './order-store.ts';

/** An order with all that is known about it. A ticket that was sold alone is one too, without a code. */
export interface OrderRecord {
  readonly order: Omit<Order, 'orderCode'> & { readonly orderCode: string | null };
  /** User name. */
  readonly soldBy: string;
  /** By ticket id; none until the order is sold. */
  readonly tickets: ReadonlyMap<
    Uuid,
    Pick<TicketRecord, 'ticket' | 'state' | 'because' | 'passages' | 'madeVoid'>
  >;
  /** The oldest first. */
  readonly payments: readonly Payment[];
  readonly email: string | undefined;
  readonly phone: string | undefined;
}

export interface ReadingOptions {
  /** The museum’s current day, which may last beyond midnight. */
  readonly today: CalendarDay;
  /** The museum's, for a ticket that was sold alone. */
  readonly language: Language;
}

/** @throws Refusal forbidden, or order-not-found, also for one that this account may not see */
export async function getOrder(
  queries: Queries,
  actor: Actor,
  orderId: Uuid,
  options: ReadingOptions,
): Promise<OrderRecord> {
  const scope = requirePermission(actor, 'fetch-tickets');
  const order = (await findOrder(queries, orderId)) ?? (await findSoldAlone(queries, orderId, options));
  if (order === undefined || (scope === 'own' && order.soldBy !== actor.accountId))
    throw new Refusal('order-not-found', { orderId });
  const [record] = await orderRecords(queries, [order], options);
  return record as OrderRecord;
}

/** The order that was just made, without the contact. @param soldBy user name */
export function recordOfSale({ order, tickets, payments }: Sale, soldBy: string): OrderRecord {
  if (order === undefined) throw new Error('A ticket that was sold alone has no order.');
  const made = tickets.map(
    ({ ticket }) =>
      [ticket.ticketId, { ticket, state: 'valid' as const, passages: [], madeVoid: undefined }] as const,
  );
  return { order, soldBy, tickets: new Map(made), payments, email: undefined, phone: undefined };
}

/** A ticket that was sold alone, as an order. */
async function findSoldAlone(
  queries: Queries,
  ticketId: Uuid,
  { language }: ReadingOptions,
): Promise<OrderRecord['order'] | undefined> {
  const ticket = await findTicket(queries, ticketId);
  if (ticket === undefined || ticket.orderId !== null) return undefined;
  const { product, day, entryTime, category, categoryNumber, places, priceCents, vat } = ticket;
  const terms = { category, categoryNumber, places, priceCents, vat };
  return {
    orderId: ticketId,
    orderCode: null,
    reference: null,
    state: 'sold',
    items: [{ product, day, entryTime, ...terms, ticketIds: [ticketId] }],
    currency: ticket.currency,
    language,
    soldBy: ticket.soldBy,
    createdAt: ticket.soldAt,
    expiresAt: null,
    holdMs: null,
    soldAt: ticket.soldAt,
    releasedAt: null,
    releasedBy: null,
    heldFor: null,
    networkHash: null,
    email: null,
    phone: null,
    bookingUuid: null,
    bookingDay: null,
    booking: null,
    contact: null,
    notes: null,
  };
}

/** Criteria for orders: an order must meet all that are given. */
export interface OrderFilter {
  readonly reference?: string;
  /** Whatever its case. */
  readonly email?: string;
  /** As typed. */
  readonly orderCode?: string;
  readonly state?: OrderState;
  readonly limit: number;
  /** The id of an order: those made before it. */
  readonly before?: string;
}

/**
 * The orders that meet the filter, the newest first; for a partner, only its own.
 * @throws Refusal forbidden
 */
export async function findOrders(
  queries: Queries,
  actor: Actor,
  { limit, before, ...filter }: OrderFilter,
  contacts: ContactHashes,
): Promise<Order[]> {
  const scope = requirePermission(actor, 'fetch-tickets');
  const { reference, email, orderCode, state } = filter;
  const { where, values } = allOf([
    ['reference = ?', reference],
    ['email_hash = ?', email && contacts.of(email)],
    ['order_code = ?', orderCode && (readOrderCode(orderCode) ?? '')],
    ['state = ?', state],
    ['order_id < ?', before],
    ['sold_by = ?', scope === 'all' ? undefined : actor.accountId],
  ]);
  return findOrdersWhere(queries, `${where} ORDER BY order_id DESC LIMIT ?`, [...values, limit]);
}

/** The records of those orders, in the same order. */
export async function orderRecords(
  queries: Queries,
  orders: readonly OrderRecord['order'][],
  { today }: ReadingOptions,
): Promise<OrderRecord[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ orderId }) => orderId);
  const alone = orders.filter(({ orderCode }) => orderCode === null).map(({ orderId }) => orderId);
  const [sellers, payments, together, ...single] = await Promise.all([
    findUsernames(queries, [...new Set(orders.map(({ soldBy }) => soldBy))]),
    findPayments(queries, ids),
    findTicketsOf(queries, ids),
    ...alone.map((ticketId) => findTicket(queries, ticketId)),
  ]);
  const tickets = [...together, ...single.filter((ticket): ticket is Ticket => ticket !== undefined)];
  const records = await recordsOf(queries, tickets, today);
  const byOrder = Map.groupBy(records, ({ ticket }) => ticket.orderId ?? ticket.ticketId);
  return orders.map((order): OrderRecord => {
    const sold = byOrder.get(order.orderId) ?? [];
    const contact = sold.find((each) => each.contact !== undefined)?.contact;
    const isVoid = order.orderCode === null && sold.every(({ state }) => state === 'void');
    return {
      order: isVoid ? { ...order, state: 'void' } : order,
      soldBy: sellers.get(order.soldBy) ?? '',
      tickets: new Map(sold.map((record) => [record.ticket.ticketId, record])),
      payments: payments.filter(({ orderId }) => orderId === order.orderId),
      email: order.email ?? contact?.email ?? order.contact?.emailAddress ?? undefined,
      phone: order.phone ?? contact?.phone ?? order.contact?.phoneNumber ?? undefined,
    };
  });
}
