import { findUsernames } from '../accounts/index.ts';
import { type ArticleItem, type SoldArticle, standingCount } from '../articles/index.ts';
import { readOrderCode } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { GiftChange, GiftItem } from '../gifts/index.ts';
import { isStanding, type Pass, type PassItem } from '../passes/index.ts';
import type { Payment } from '../payments/index.ts';
import { allOf, type Queries } from '../store/index.ts';
import {
  type ContactHashes,
  findTicket,
  findTicketsOf,
  holds,
  isJoined,
  orderOf,
  recordsOf,
  type TicketRecord,
} from '../tickets/index.ts';
import type { Balance } from './account.ts';
import { findAccounts, type OrderAccount } from './find-accounts.ts';
import { articlesIn, giftsIn, passesIn } from './goods.ts';
import { findMovedOrders, type MovedOrder } from './moves.ts';
import {
  type Good,
  itemsWith,
  type Order,
  type OrderItem,
  type OrderState,
  type Sale,
  totalOf,
} from './order.ts';
import { findOrder, findOrdersWhere } from './order-store.ts';
import { orderIdFor } from './sold-order.ts';

export type TicketOfOrder = Pick<
  TicketRecord,
  'ticket' | 'state' | 'because' | 'isUsed' | 'passages' | 'madeVoid' | 'replaces' | 'replacedBy'
>;

export type PassOfOrder = Pick<Pass, 'passId' | 'passCode' | 'item' | 'voidAt' | 'replacedAt'>;

/** An order with all that is known about it. A ticket that was sold alone is one too, without a code. */
export interface OrderRecord {
  readonly order: Omit<Order, 'orderCode'> & { readonly orderCode: string | null };
  /** User name. */
  readonly soldBy: string;
  /** What its tickets are for: what was ordered, and what tickets of it were exchanged for. */
  readonly items: readonly OrderItem[];
  /** All that belong to it, by ticket id; none until the order is sold. */
  readonly tickets: ReadonlyMap<Uuid, TicketOfOrder>;
  /** What was sold with it beside tickets; none until it is sold. */
  readonly articles: readonly SoldArticle[];
  /** What its gift vouchers were sold and bought back for; none until it is sold. */
  readonly gifts: readonly GiftChange[];
  /** What was sold of passes, also what is void or was replaced; none until it is sold. */
  readonly passes: readonly PassOfOrder[];
  /** The oldest first. */
  readonly payments: readonly Payment[];
  readonly account: Balance;
  /** Present when it holds, or has held, places for a move of another order's tickets. */
  readonly moveOf?: MovedOrder | undefined;
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
  const id = await orderIdFor(queries, orderId);
  const order = (await findOrder(queries, id)) ?? (await findSoldAlone(queries, id, options));
  if (order === undefined || (scope === 'own' && order.soldBy !== actor.accountId))
    throw new Refusal('order-not-found', { orderId });
  const [record] = await orderRecords(queries, [order], options);
  return record as OrderRecord;
}

/** The order that was just made, without the contact. @param soldBy user name */
export function recordOfSale({ order, tickets, payments }: Sale, soldBy: string): OrderRecord {
  if (order === undefined) throw new Error('A ticket that was sold alone has no order.');
  const nothing = { passages: [], madeVoid: undefined, replaces: undefined, replacedBy: undefined } as const;
  const made = tickets.map(
    ({ ticket }) => [ticket.ticketId, { ticket, state: 'valid', isUsed: false, ...nothing }] as const,
  );
  const worth = order.state === 'held' ? 0 : totalOf(order);
  const account = { worth, paid: worth, due: 0, kept: 0 };
  const known = { items: order.items, account, email: undefined, phone: undefined };
  const articles = order.state === 'held' ? [] : articlesIn(order.goods).map((good) => soldNow(order, good));
  const gifts = order.state === 'held' ? [] : giftsIn(order.goods).map((gift) => issuedNow(order, gift));
  const passes = order.state === 'held' ? [] : passesIn(order.goods).map(madeNow);
  return { order, soldBy, tickets: new Map(made), articles, gifts, passes, payments, ...known };
}

function soldNow(
  { orderId, currency, soldBy, soldAt, createdAt }: Order,
  { article, is: kind, quantity, priceCents, vat }: ArticleItem,
): SoldArticle {
  const sold = { currency, soldBy, soldAt: soldAt ?? createdAt, changes: [] };
  return { orderId, article, kind, quantity, priceCents, vat, ...sold };
}

function issuedNow(
  { orderId, currency, soldBy, soldAt, createdAt }: Order,
  { priceCents: cents, position: item }: GiftItem,
): GiftChange {
  return { orderId, item, cents, currency, soldBy, at: soldAt ?? createdAt, isUnused: 1 };
}

function madeNow({ passId, passCode, position: item }: PassItem): PassOfOrder {
  return { passId, passCode, item, voidAt: null, replacedAt: null };
}

type GoodsOf = Pick<OrderRecord, 'articles' | 'gifts' | 'passes'> & {
  readonly order: Pick<OrderRecord['order'], 'goods'>;
};

/** What was ordered beside tickets and was not given back; all of it, until it is sold. */
export function goodsThatStand(record: GoodsOf): Good[] {
  const { goods } = record.order;
  return isSold(record) ? goods.flatMap((good) => standingOf(record, good)) : [...goods];
}

/** What was given back of what was ordered beside tickets. */
export function goodsGone(record: GoodsOf): Good[] {
  return isSold(record) ? record.order.goods.flatMap((good) => goneOf(good, standingOf(record, good))) : [];
}

function isSold({ articles, gifts, passes }: GoodsOf): boolean {
  return articles.length + gifts.length + passes.length > 0;
}

/** A gift voucher that was used and then bought back stands for what was used of it. */
function standingOf({ articles, gifts, passes }: GoodsOf, good: Good): Good[] {
  if (good.kind === 'pass')
    return passes.some((pass) => pass.item === good.position && isStanding(pass)) ? [good] : [];
  if (good.kind === 'gift') {
    const changes = gifts.filter(({ item }) => item === good.position);
    const priceCents = changes.reduce((sum, { cents }) => sum + cents, 0);
    return priceCents === 0 ? [] : [{ ...good, priceCents }];
  }
  const sold = articles.find(({ article }) => article === good.article);
  const quantity = sold === undefined ? 0 : standingCount(sold);
  return quantity === 0 ? [] : [{ ...good, quantity }];
}

function goneOf(good: Good, [standing]: readonly Good[]): Good[] {
  if (standing === undefined) return [good];
  if (good.kind === 'pass') return [];
  if (good.kind === 'gift') {
    const priceCents = good.priceCents - standing.priceCents;
    return priceCents === 0 ? [] : [{ ...good, priceCents }];
  }
  const quantity = good.quantity - standing.quantity;
  return quantity === 0 ? [] : [{ ...good, quantity }];
}

/** What the order is for that holds; all that was ordered, until it is sold. */
export function itemsThatHold({ items, tickets }: Pick<OrderRecord, 'items' | 'tickets'>): OrderItem[] {
  if (tickets.size === 0) return [...items];
  const isHeld = (ticketId: Uuid) => {
    const ticket = tickets.get(ticketId);
    return ticket !== undefined && holds(ticket.state);
  };
  return items
    .map((item) => ({ ...item, ticketIds: item.ticketIds.filter(isHeld) }))
    .filter(({ ticketIds }) => ticketIds.length > 0);
}

/** A ticket that was sold alone, as an order. */
async function findSoldAlone(
  queries: Queries,
  ticketId: Uuid,
  { language }: ReadingOptions,
): Promise<OrderRecord['order'] | undefined> {
  const ticket = await findTicket(queries, ticketId);
  if (ticket === undefined || ticket.orderId !== null) return undefined;
  const { product, day, entryTime, category, categoryNumber, places, priceCents, vat, entryPlaces } = ticket;
  const terms = { category, categoryNumber, places, priceCents, vat, entryPlaces };
  return {
    orderId: ticketId,
    orderCode: null,
    reference: null,
    state: 'sold',
    items: [{ product, day, entryTime, ...terms, ticketIds: [ticketId] }],
    goods: [],
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
  const [sellers, tickets] = await Promise.all([
    findUsernames(queries, [...new Set(orders.map(({ soldBy }) => soldBy))]),
    findTicketsOf(queries, ids),
  ]);
  const [records, accounts, moved] = await Promise.all([
    recordsOf(queries, tickets, today),
    findAccounts(queries, ids),
    findMovedOrders(queries, orders),
  ]);
  const byOrder = Map.groupBy(records, ({ ticket }) => orderOf(ticket));
  return orders.map((order): OrderRecord => {
    const sold = byOrder.get(order.orderId) ?? [];
    const contact = sold.find((each) => each.contact !== undefined)?.contact;
    const account = accounts.get(order.orderId) as OrderAccount;
    const isVoid = order.orderCode === null && sold.every(({ state }) => state === 'void');
    return {
      order: isVoid ? { ...order, state: 'void' } : order,
      soldBy: sellers.get(order.soldBy) ?? '',
      items: itemsWith(order.items, sold.map(({ ticket }) => ticket).filter(isJoined)),
      tickets: new Map(sold.map((record) => [record.ticket.ticketId, record])),
      articles: account.articles,
      gifts: account.gifts,
      passes: account.passes,
      payments: account.payments,
      account,
      moveOf: moved.get(order.orderId),
      email: order.email ?? contact?.email ?? order.contact?.emailAddress ?? undefined,
      phone: order.phone ?? contact?.phone ?? order.contact?.phoneNumber ?? undefined,
    };
  });
}
