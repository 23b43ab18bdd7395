import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import {
  type Amount,
  addPayments,
  findPayments,
  findSaleRefunds,
  makePayments,
  refundOnline,
  type SaleRefund,
} from '../payments/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import {
  findReplaced,
  findTicketsByIds,
  findTicketsByNumber,
  findTicketsOf,
  findUnused,
  findVoids,
  lockTickets,
  type Ticket,
  type TicketVoid,
} from '../tickets/index.ts';

/**
 * What was really paid for the sales that exchanges connect, in hundredths. Every sum that is paid back, or promised, is asked
 * of it. A sale without a payment was collected by its seller, once, at its price. An exchange moves what was paid for the old
 * ticket to the new one: it adds what it records as paid, and takes off what it records as paid back.
 */
export interface Paid {
  /** The ids of these sales: of orders, or of tickets that were sold alone. */
  readonly sales: readonly Uuid[];
  /** What was paid, less what was paid back or is owed. No more is ever paid back; below zero: more was. */
  readonly remains: number;
  /** What of the ticket's price was really paid and not paid back. */
  paidFor(ticket: Ticket): number;
  /** What was paid back, or is owed, for the ticket because its date was cancelled. */
  paidBackFor(ticket: Ticket): number;
  /**
   * What goes back for those of the tickets that are not void: what was paid for them, as far as it is still there and was not
   * paid for other tickets that are not void.
   */
  dueFor(tickets: readonly Ticket[]): number;
  /** What the exchange of the ticket for one of that price costs; below zero: what goes back. */
  differenceFor(ticket: Ticket, priceCents: number): number;
}

/** The id under which a ticket was paid: that of its order, or its own if it was sold alone. */
export function paidUnder({ orderId, ticketId }: Pick<Ticket, 'orderId' | 'ticketId'>): Uuid {
  return orderId ?? ticketId;
}

/** An order has at most 100 tickets, and a query of SQLite at most 32,766 values. */
export const SALES_AT_ONCE = 100;

/** What was paid for the sale, and for all that exchanges connect with it. */
export async function findPaid(queries: Queries, saleId: Uuid): Promise<Paid> {
  return (await findPaidOf(queries, [saleId])).get(saleId) as Paid;
}

/** What was paid, as `findPaid` says, once `lockConnected` has locked the sale. */
export async function lockPaid(tx: Transaction, saleId: Uuid): Promise<Paid> {
  await lockConnected(tx, saleId);
  return findPaid(tx, saleId);
}

/**
 * All tickets of the sale and of those that exchanges connect with it, locked, so that nobody else pays any of it back
 * meanwhile. At once, so that all lock them in the order of their numbers; and before slots.
 */
export async function lockConnected(tx: Transaction, saleId: Uuid): Promise<Ticket[]> {
  const { tickets } = await findConnected(tx, [saleId]);
  return lockTickets(tx, { numbers: [...tickets.keys()] });
}

/** What was paid by now for at most `SALES_AT_ONCE` sales, by their ids. */
export async function findPaidOf(queries: Queries, saleIds: readonly Uuid[]): Promise<Map<Uuid, Paid>> {
  const connected = await findConnected(queries, saleIds);
  const { tickets, before } = connected;
  const sales = [...new Set([...saleIds, ...[...tickets.values()].map(paidUnder)])];
  const money = await findMoney(queries, sales, connected);
  const joined = [...before].map(([number, old]) => [number, old].map((each) => saleOf(tickets, each)));
  const found = new Map<Uuid, Paid>();
  for (const together of group(sales, joined)) {
    const paid = paidTogether(together, connected, money);
    for (const sale of together) found.set(sale, paid);
  }
  return found;
}

/**
 * Pays money back for a sale that `lockConnected` has locked. What a provider took is owed until it has paid it back.
 * @throws Refusal refund-too-high
 */
export async function payBack(
  context: ActionContext,
  { orderId, ticketId, currency }: Pick<Ticket, 'orderId' | 'ticketId' | 'currency'>,
  { method, cents }: Amount,
  localOf: LocalOf,
): Promise<void> {
  const { tx, actor, now } = context;
  const saleId = paidUnder({ orderId, ticketId });
  const { remains, sales } = await findPaid(tx, saleId);
  if (cents > remains)
    throw new Refusal('refund-too-high', { remains: Math.max(0, remains), asked: cents, currency });
  const terms = { orderId: saleId, cents, reason: 'void' } as const;
  if (method === 'online' && (await refundOnline(context, sales, terms))) return;
  const payment = { orderId: saleId, method, cents: -cents, currency, at: now };
  await addPayments(tx, actor, makePayments(actor, localOf, [payment]));
}

/** All tickets of sales and of those that exchanges connect with them. */
interface Connected {
  /** By number. */
  readonly tickets: ReadonlyMap<number, Ticket>;
  readonly voids: ReadonlyMap<number, TicketVoid>;
  /**
   * By number of a new ticket: the number of the one that was exchanged for it, in the same currency. Of an exchange into another
   * currency nothing is recorded: the old price was refunded, and the new one paid.
   */
  readonly before: ReadonlyMap<number, number>;
}

async function findConnected(queries: Queries, saleIds: readonly Uuid[]): Promise<Connected> {
  const tickets = new Map<number, Ticket>();
  const voids = new Map<number, TicketVoid>();
  const replaced = new Map<number, number>();
  for (let fresh = await findTicketsUnder(queries, saleIds); fresh.length > 0; ) {
    for (const ticket of fresh) tickets.set(ticket.number, ticket);
    const numbers = fresh.map(({ number }) => number);
    for (const [number, old] of await findReplaced(queries, numbers)) replaced.set(number, old);
    for (const each of (await findVoids(queries, numbers)).values()) {
      voids.set(each.number, each);
      if (each.replacedBy !== null) replaced.set(each.replacedBy, each.number);
    }
    const others = [...replaced].flat().filter((number) => !tickets.has(number));
    const found = await findTicketsByNumber(queries, others);
    const together = await findTicketsUnder(queries, [...new Set(found.map(paidUnder))]);
    fresh = together.filter(({ number }) => !tickets.has(number));
  }
  const isSame = ([number, old]: readonly [number, number]) =>
    tickets.get(number)?.currency === tickets.get(old)?.currency;
  return { tickets, voids, before: new Map([...replaced].filter(isSame)) };
}

/** All tickets of those sales: of orders, or sold alone. */
export async function findTicketsUnder(queries: Queries, saleIds: readonly Uuid[]): Promise<Ticket[]> {
  if (saleIds.length === 0) return [];
  const ofOrders = await findTicketsOf(queries, saleIds);
  return [...ofOrders, ...(await findTicketsByIds(queries, saleIds))];
}

function saleOf(tickets: ReadonlyMap<number, Ticket>, number: number): Uuid {
  return paidUnder(tickets.get(number) as Ticket);
}

/** The sales in groups: those that are joined are in one. */
function group(sales: readonly Uuid[], joined: readonly (readonly Uuid[])[]): Uuid[][] {
  const groups = new Map(sales.map((sale) => [sale, new Set([sale])]));
  for (const [one, other] of joined as readonly (readonly [Uuid, Uuid])[]) {
    const [kept, moved] = [groups.get(one) as Set<Uuid>, groups.get(other) as Set<Uuid>];
    for (const sale of moved) groups.set(sale, kept.add(sale));
  }
  return [...new Set(groups.values())].map((each) => [...each]);
}

/** What is recorded of the money of sales. */
interface Money {
  /** By sale: payments less refunds, made or owed. */
  readonly net: ReadonlyMap<Uuid, number>;
  /** The sales that were paid by a payment that was kept. */
  readonly recorded: ReadonlySet<Uuid>;
  /** By number of a ticket: what was paid back or is owed because its date was cancelled. */
  readonly paidBack: ReadonlyMap<number, number>;
}

async function findMoney(queries: Queries, sales: readonly Uuid[], connected: Connected): Promise<Money> {
  // First, so that what is paid back meanwhile is not missed.
  const refunds = await findSaleRefunds(queries, sales);
  const payments = await findPayments(queries, sales);
  const net = new Map<Uuid, number>();
  const kept = new Map<Uuid, number>();
  const add = (sums: Map<Uuid, number>, sale: Uuid, cents: number) =>
    sums.set(sale, (sums.get(sale) ?? 0) + cents);
  for (const { orderId, cents } of payments) {
    add(net, orderId, cents);
    add(kept, orderId, Math.max(0, cents));
  }
  for (const { orderId, cents, reason, isMade } of refunds) {
    if (!isMade) add(net, orderId, -cents);
    if (reason !== 'event' && reason !== 'void') add(kept, orderId, -cents); // the sale did not need that payment
  }
  const recorded = new Set([...kept].filter(([, cents]) => cents > 0).map(([sale]) => sale));
  return { net, recorded, paidBack: await findPaidBack(queries, connected, refunds) };
}

/**
 * A refund for a date is for those of the order's tickets for it that were neither used nor void by then: for those that are not
 * void even now, and for those that were made void last.
 */
async function findPaidBack(
  queries: Queries,
  { tickets, voids }: Connected,
  refunds: readonly SaleRefund[],
): Promise<Map<number, number>> {
  const paidBack = new Map<number, number>();
  const left = new Map<string, number>();
  for (const { orderId, date, cents } of refunds)
    if (date !== null) {
      const key = `${orderId} ${date.eventId} ${date.day}`;
      left.set(key, (left.get(key) ?? 0) + cents);
    }
  const keyOf = ({ orderId, product, day }: Ticket) => `${orderId} ${product} ${day}`;
  const meant = [...tickets.values()].filter((ticket) => left.has(keyOf(ticket)));
  const voidedAt = ({ number }: Ticket) => voids.get(number)?.voidedAt ?? Number.MAX_SAFE_INTEGER;
  const lastFirst = (one: Ticket, other: Ticket) => voidedAt(other) - voidedAt(one);
  for (const ticket of (await findUnused(queries, meant)).sort(lastFirst)) {
    const key = keyOf(ticket);
    const cents = Math.min(ticket.priceCents, left.get(key) ?? 0);
    paidBack.set(ticket.number, cents);
    left.set(key, (left.get(key) ?? 0) - cents);
  }
  return paidBack;
}

/** @param sales a group of those that exchanges connect */
function paidTogether(
  sales: readonly Uuid[],
  { tickets, voids, before }: Connected,
  { net, recorded, paidBack }: Money,
): Paid {
  const own = [...tickets.values()].filter((ticket) => sales.includes(paidUnder(ticket)));
  const paidBackFor = ({ number }: Ticket) => paidBack.get(number) ?? 0;
  /** What was taken for it, before anything was paid back because of its date. */
  const takenFor = (ticket: Ticket): number => {
    const old = tickets.get(before.get(ticket.number) ?? 0);
    if (old === undefined) return ticket.priceCents;
    return takenFor(old) - paidBackFor(old) + (net.get(ticket.ticketId) ?? 0);
  };
  const paidFor = (ticket: Ticket) =>
    Math.max(0, Math.min(ticket.priceCents, takenFor(ticket)) - paidBackFor(ticket));
  const isCollected = (ticket: Ticket) => !before.has(ticket.number) && !recorded.has(paidUnder(ticket));
  /** Exchanged for a ticket in another currency: see `before`. */
  const wasSettled = ({ number }: Ticket) => {
    const replacedBy = voids.get(number)?.replacedBy ?? null;
    return replacedBy !== null && !before.has(replacedBy);
  };
  const remains =
    sum(sales.map((sale) => net.get(sale) ?? 0)) +
    sum(own.filter(isCollected).map(({ priceCents }) => priceCents)) -
    sum(own.filter(wasSettled).map(paidFor));
  return {
    ...{ sales, remains, paidFor, paidBackFor },
    dueFor: (given) => {
      const numbers = new Set(given.map(({ number }) => number));
      const standing = own.filter(({ number }) => !voids.has(number));
      const [back, rest] = [true, false].map((isGiven) =>
        sum(standing.filter(({ number }) => numbers.has(number) === isGiven).map(paidFor)),
      ) as [number, number];
      return Math.max(0, Math.min(back, remains - rest));
    },
    differenceFor: (ticket, priceCents) => {
      const more = priceCents - (ticket.priceCents - paidBackFor(ticket));
      return more > 0 ? more : Math.min(0, priceCents - paidFor(ticket));
    },
  };
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, each) => total + each, 0);
}
