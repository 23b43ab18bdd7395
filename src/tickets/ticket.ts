import type { TicketClaims } from '../codes/index.ts';
import type { CalendarDay, DayRange } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { GENERAL, type Product, STANDARD } from '../offers/index.ts';
import { allOf, type Queries, type SqlValue, type Store, type Transaction } from '../store/index.ts';

/** A ticket as it was sold. It is immutable. */
export interface Ticket {
  readonly number: number;
  readonly ticketId: Uuid;
  readonly product: Product;
  readonly day: CalendarDay;
  /** HH:mm in the museum's time zone; null: any time of the day. */
  readonly entryTime: string | null;
  /** Slug of its category, and the number that stands for it in ticket codes. */
  readonly category: string;
  readonly categoryNumber: number;
  /** How many places it takes and how many persons it admits. */
  readonly places: number;
  /** The price at which it was sold. */
  readonly priceCents: number;
  /** Hundredths of a percent of value added tax that are in the price; null: none is known. */
  readonly vat: number | null;
  /** How many places of general entry it takes beside those of its event. */
  readonly entryPlaces: number;
  readonly currency: string;
  readonly confirmationCode: string;
  /** The key that it was sold under, which signs its code unless it was revoked (`KeyRing.signingFor`). */
  readonly keyId: string;
  readonly soldBy: Uuid;
  readonly soldAt: number;
  /**
   * The order that it belongs to: that it was sold with, or that of the ticket that was exchanged for it, which is the first
   * ticket's id if that was sold alone. Null: it was sold alone.
   */
  readonly orderId: Uuid | null;
  /** The order that it was sold with; null: it was sold alone, or another ticket was exchanged for it. */
  readonly soldWith: Uuid | null;
  /** Hundredths: what was really charged for it. Null: its price, or what was recorded under its id when it was exchanged for. */
  readonly chargedCents: number | null;
  /** The code that it was sold with, and hundredths: what it would have cost without; null: it was sold without one. */
  readonly codeId: Uuid | null;
  readonly fullPriceCents: number | null;
}

/** What its code says of it. */
export function claimsOf({ ticketId, day, product, entryTime, categoryNumber }: Ticket): TicketClaims {
  const more = { ...(entryTime !== null && { entryTime }), ...(categoryNumber > 0 && { categoryNumber }) };
  if (product === GENERAL) return { ticketId, ticketType: 'general', ticketDate: day, ...more };
  return { ticketId, ticketType: 'event', ticketDate: day, eventId: product, ...more };
}

/** Whether it belongs to its order because another ticket was exchanged for it. */
export function isJoined({ orderId, soldWith }: Pick<Ticket, 'orderId' | 'soldWith'>): boolean {
  return orderId !== soldWith;
}

/** The id of its order; of a ticket that was sold alone, its own. */
export function orderOf({ orderId, ticketId }: Pick<Ticket, 'orderId' | 'ticketId'>): Uuid {
  return orderId ?? ticketId;
}

/** Whose sale it is: the account that sold it, or the first of those that others of its order were exchanged for. */
export async function sellerOf(queries: Queries, ticket: Ticket): Promise<Uuid> {
  if (!isJoined(ticket)) return ticket.soldBy;
  const first = await queries.get<{ soldBy: Uuid }>(
    'SELECT sold_by AS "soldBy" FROM tickets WHERE order_id = ? OR ticket_id = ? ORDER BY number LIMIT 1',
    [ticket.orderId, ticket.orderId],
  );
  return first?.soldBy ?? ticket.soldBy;
}

/** A ticket that has just been sold. */
export interface SoldTicket {
  readonly ticket: Ticket;
  /** The name of its event; undefined: general entry. */
  readonly eventName: string | undefined;
}

/** What is written for every ticket as it is, by member. */
const USUAL = {
  number: 'number',
  ticketId: 'ticket_id',
  day: 'ticket_date',
  priceCents: 'price_cents',
  currency: 'currency',
  confirmationCode: 'confirmation_code',
  keyId: 'key_id',
  soldBy: 'sold_by',
  soldAt: 'sold_at',
} as const;

/** What it is for, as it is written for every ticket. `productRow` gives the values. */
const PRODUCT = ['ticket_type', 'event_id'] as const;

/** What few tickets have: NULL, and not written, where it is as usual. `specialRow` gives the values. */
const SPECIAL = [
  ...(['entry_time', 'category', 'places', 'vat', 'entry_places'] as const),
  ...(['order_id', 'joined_order', 'charged_cents', 'code_id', 'full_price_cents'] as const),
];

/** The order that a ticket belongs to; null: it was sold alone. */
export const ORDER_OF_TICKET = 'coalesce(tickets.joined_order, tickets.order_id)';

/** What a row of `tickets` is for. */
export const PRODUCT_OF_TICKET = `coalesce(tickets.event_id, '${GENERAL}')`;

/** How each member is read. */
const READ: Readonly<Record<keyof Ticket, string>> = {
  ...USUAL,
  product: PRODUCT_OF_TICKET,
  entryTime: 'entry_time',
  category: `coalesce((SELECT slug FROM categories WHERE categories.number = tickets.category), '${STANDARD}')`,
  categoryNumber: 'coalesce(category, 0)',
  places: 'coalesce(places, 1)',
  vat: 'vat',
  entryPlaces: 'coalesce(entry_places, 0)',
  orderId: ORDER_OF_TICKET,
  soldWith: 'order_id',
  chargedCents: 'charged_cents',
  codeId: 'code_id',
  fullPriceCents: 'full_price_cents',
};

const SELECT = `SELECT ${Object.entries(READ)
  .map(([member, sql]) => `${sql} AS "${member}"`)
  .join(', ')} FROM tickets`;

export async function addTickets(tx: Transaction, tickets: readonly Ticket[]): Promise<void> {
  const columns = [...Object.values(USUAL), ...PRODUCT];
  const usual = tickets.filter((ticket) => !isSpecial(ticket)).map(usualRow);
  const special = tickets.filter(isSpecial).map((ticket) => [...usualRow(ticket), ...specialRow(ticket)]);
  await Promise.all([
    usual.length > 0 && tx.insert('tickets', columns, usual),
    special.length > 0 && tx.insert('tickets', [...columns, ...SPECIAL], special),
  ]);
}

const MEMBERS = Object.keys(USUAL) as (keyof typeof USUAL)[];

function usualRow(ticket: Ticket): SqlValue[] {
  return [...MEMBERS.map((member) => ticket[member]), ...productRow(ticket)];
}

function productRow({ product }: Ticket): SqlValue[] {
  return product === GENERAL ? ['general', null] : ['event', product];
}

function specialRow(ticket: Ticket): SqlValue[] {
  const { entryTime, categoryNumber, places, vat, entryPlaces, soldWith, orderId, chargedCents } = ticket;
  const { codeId, fullPriceCents } = ticket;
  return [
    ...[entryTime, categoryNumber || null, places === 1 ? null : places, vat, entryPlaces || null],
    ...[soldWith, isJoined(ticket) ? orderId : null, chargedCents, codeId, fullPriceCents],
  ];
}

function isSpecial({ entryTime, categoryNumber, places, vat, entryPlaces, orderId }: Ticket): boolean {
  const isPriced = categoryNumber > 0 || vat !== null;
  return places !== 1 || entryTime !== null || isPriced || entryPlaces > 0 || orderId !== null;
}

export async function findTicket(queries: Queries, ticketId: Uuid): Promise<Ticket | undefined> {
  return queries.get<Ticket>(`${SELECT} WHERE ticket_id = ?`, [ticketId]);
}

/** Those tickets, in the order of their numbers. */
export function findTicketsByIds(queries: Queries, ticketIds: readonly Uuid[]): Promise<Ticket[]> {
  return queries.all<Ticket>(`${SELECT} WHERE ticket_id IN ? ORDER BY number`, [ticketIds]);
}

/**
 * All tickets of those orders, also those for which others were exchanged, in the order of their numbers. A ticket that was sold
 * alone is an order with its own id.
 */
export function findTicketsOf(queries: Queries, orderIds: readonly Uuid[]): Promise<Ticket[]> {
  return queries.all<Ticket>(
    `${SELECT} WHERE number IN (
       SELECT number FROM tickets WHERE order_id IN ? UNION ALL
       SELECT number FROM tickets WHERE joined_order IN ? UNION ALL
       SELECT number FROM tickets WHERE ticket_id IN ? AND order_id IS NULL AND joined_order IS NULL)
      ORDER BY number`,
    [orderIds, orderIds, orderIds],
  );
}

/** The tickets for one day of an event, or of general entry, in the order of their numbers. */
export function findTicketsFor(queries: Queries, product: Product, day: CalendarDay): Promise<Ticket[]> {
  return queries.all<Ticket>(`${SELECT} WHERE ticket_date = ? AND ${READ.product} = ? ORDER BY number`, [
    day,
    product,
  ]);
}

/**
 * Those tickets, in the order of their numbers, locked until the transaction ends. Every action that admits, undoes or
 * makes void begins with this.
 */
export async function lockTickets(
  tx: Transaction,
  { ticketIds = [], numbers = [] }: { ticketIds?: readonly Uuid[]; numbers?: readonly number[] },
): Promise<Ticket[]> {
  const given = Object.entries({ ticket_id: ticketIds, number: numbers }).filter(
    ([, list]) => list.length > 0,
  );
  if (given.length === 0) return [];
  const which = given.map(([column]) => `${column} IN ?`).join(' OR ');
  return tx.all<Ticket>(
    `${SELECT} WHERE ${which} ORDER BY number${tx.dialect.lockForUpdate}`,
    given.map(([, list]) => list),
  );
}

/** The highest id among the tickets for the event; null: none was sold. */
export async function findNewestTicket(queries: Queries, eventId: Uuid): Promise<Uuid | null> {
  const row = await queries.get<{ newest: Uuid | null }>(
    'SELECT max(ticket_id) AS newest FROM tickets WHERE event_id = ?',
    [eventId],
  );
  return row?.newest ?? null;
}

/** When the first ticket was sold; undefined while there is none. */
export async function findFirstSale(queries: Queries): Promise<number | undefined> {
  const row = await queries.get<{ soldAt: number }>(
    'SELECT sold_at AS "soldAt" FROM tickets ORDER BY number LIMIT 1',
  );
  return row?.soldAt;
}

/** Those tickets, the highest number first: the newest. */
export async function findTicketsByNumber(queries: Queries, numbers: readonly number[]): Promise<Ticket[]> {
  return queries.all<Ticket>(`${SELECT} WHERE number IN ? ORDER BY number DESC`, [numbers]);
}

/** Ids of those tickets, by number. */
export async function findTicketIds(
  queries: Queries,
  numbers: readonly number[],
): Promise<Map<number, Uuid>> {
  const tickets = await findTicketsByNumber(queries, numbers);
  return new Map(tickets.map(({ number, ticketId }) => [number, ticketId]));
}

/** Above every ticket number. */
export const HIGHEST_NUMBER = Number.MAX_SAFE_INTEGER;

/** Which tickets to list. */
export interface TicketsToList {
  /** The day that they are for. */
  readonly day?: CalendarDay;
  /** Number of a ticket: not those before it. */
  readonly from?: number | undefined;
  /** Instants: sold then or later, and sold before then. */
  readonly soldFrom?: number;
  readonly soldTo?: number;
  readonly product?: Product;
  readonly soldBy?: Uuid | null;
}

/** Tickets with a number below `before`, the newest first. */
export async function listTickets(
  queries: Queries,
  before: number,
  limit: number,
  { day, from, soldFrom, soldTo, product, soldBy }: TicketsToList,
): Promise<Ticket[]> {
  const { where, values } = allOf([
    ['ticket_date = ?', day],
    ['number < ?', before],
    ['number >= ?', from],
    ['sold_at >= ?', soldFrom],
    ['sold_at < ?', soldTo],
    [`${READ.product} = ?`, product],
    ['sold_by = ?', soldBy],
  ]);
  return queries.all<Ticket>(`${SELECT} WHERE ${where} ORDER BY number DESC LIMIT ?`, [...values, limit]);
}

/**
 * The number of the `count`th ticket below `before`, counting down; undefined: there are fewer.
 * @param day counts only tickets for that day
 */
export async function findNumberBack(
  queries: Queries,
  before: number,
  count: number,
  day?: CalendarDay,
): Promise<number | undefined> {
  const [which, values] = day === undefined ? ['', []] : ['ticket_date = ? AND ', [day]];
  const row = await queries.get<{ number: number }>(
    `SELECT number FROM tickets WHERE ${which}number < ? ORDER BY number DESC LIMIT 1 OFFSET ?`,
    [...values, before, count - 1],
  );
  return row?.number;
}

/** Tickets with a number above `after`, and up to `upTo`, the oldest first. */
export async function findTicketsBetween(
  queries: Queries,
  after: number,
  upTo: number,
  limit: number,
): Promise<Ticket[]> {
  return queries.all<Ticket>(`${SELECT} WHERE number > ? AND number <= ? ORDER BY number LIMIT ?`, [
    after,
    upTo,
    limit,
  ]);
}

/** The tickets for those days, by day and number, in pages. */
export async function* ticketsFor(
  queries: Queries,
  { from, to }: DayRange,
  pageSize: number,
): AsyncGenerator<Ticket[]> {
  for (let [day, number] = [from, 0]; ; ) {
    const page = await queries.all<Ticket>(
      `${SELECT} WHERE (ticket_date, number) > (?, ?) AND ticket_date <= ? ORDER BY ticket_date, number LIMIT ?`,
      [day, number, to, pageSize],
    );
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    ({ day, number } = page.at(-1) as Ticket);
  }
}

/** The first day after `day`, up to `last`, that tickets were sold for. */
export async function nextTicketDay(
  queries: Queries,
  day: CalendarDay | '',
  last: CalendarDay,
): Promise<CalendarDay | undefined> {
  const row = await queries.get<{ day: CalendarDay }>(
    'SELECT ticket_date AS day FROM tickets WHERE ticket_date > ? AND ticket_date <= ? ORDER BY ticket_date LIMIT 1',
    [day, last],
  );
  return row?.day;
}

/** The next number that nobody has reserved. */
export async function findNextNumber(queries: Queries): Promise<number | undefined> {
  const row = await queries.get<{ next: number }>('SELECT next FROM ticket_numbers WHERE id = 1');
  return row?.next;
}

/** More than any museum sells. In the year 9999 numbers are still below TICKET_NUMBER_LIMIT. */
const NUMBERS_PER_MS = 32;

/**
 * Reserves `count` ticket numbers for this process. Unused ones stay gaps. They are above all reserved so far. They are
 * also above those that the original database can have reserved by `now`, if this one is a restored copy.
 * @returns the first of them.
 */
export async function reserveNumbers(store: Store, count: number, now: number): Promise<number> {
  const lowest = now * NUMBERS_PER_MS;
  return store.transaction(async (tx) => {
    const row = await tx.get<{ next: number }>(
      'UPDATE ticket_numbers SET next = CASE WHEN next < ? THEN ? ELSE next END + ? WHERE id = 1 RETURNING next',
      [lowest, lowest, count],
    );
    if (row === undefined) throw new Error('The table ticket_numbers has lost its row.');
    return row.next - count;
  });
}
