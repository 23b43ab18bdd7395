import type { CalendarDay, DayRange } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { STANDARD } from '../offers/index.ts';
import { inList, type Queries, type SqlValue, type Store, type Transaction } from '../store/index.ts';
import type { Contact, Ticket } from './ticket.ts';

/** The columns that are written for every ticket, by member. */
const USUAL = {
  number: 'number',
  ticketId: 'ticket_id',
  ticketType: 'ticket_type',
  eventId: 'event_id',
  ticketDate: 'ticket_date',
  priceCents: 'price_cents',
  currency: 'currency',
  confirmationCode: 'confirmation_code',
  keyId: 'key_id',
  soldBy: 'sold_by',
  soldAt: 'sold_at',
} as const;

/** What few tickets have: NULL, and not written, where it is as usual. `specialRow` gives the values. */
const SPECIAL = ['entry_time', 'category', 'places', 'vat', 'order_id'] as const;

/** How each member is read. */
const READ: Readonly<Record<keyof Ticket, string>> = {
  ...USUAL,
  entryTime: 'entry_time',
  category: `coalesce((SELECT slug FROM categories WHERE categories.number = tickets.category), '${STANDARD}')`,
  categoryNumber: 'coalesce(category, 0)',
  places: 'coalesce(places, 1)',
  vat: 'vat',
  orderId: 'order_id',
};

const SELECT = `SELECT ${Object.entries(READ)
  .map(([member, sql]) => `${sql} AS "${member}"`)
  .join(', ')} FROM tickets`;

export async function addTickets(tx: Transaction, tickets: readonly Ticket[]): Promise<void> {
  const columns = Object.values(USUAL);
  const usual = tickets.filter((ticket) => !isSpecial(ticket)).map(usualRow);
  const special = tickets.filter(isSpecial).map((ticket) => [...usualRow(ticket), ...specialRow(ticket)]);
  await Promise.all([
    usual.length > 0 && tx.insert('tickets', columns, usual),
    special.length > 0 && tx.insert('tickets', [...columns, ...SPECIAL], special),
  ]);
}

const MEMBERS = Object.keys(USUAL) as (keyof typeof USUAL)[];

function usualRow(ticket: Ticket): SqlValue[] {
  return MEMBERS.map((member) => ticket[member]);
}

function specialRow({ entryTime, categoryNumber, places, vat, orderId }: Ticket): SqlValue[] {
  return [entryTime, categoryNumber || null, places === 1 ? null : places, vat, orderId];
}

function isSpecial({ entryTime, categoryNumber, vat, orderId }: Ticket): boolean {
  return entryTime !== null || categoryNumber > 0 || vat !== null || orderId !== null;
}

export async function addContacts(tx: Transaction, contacts: readonly Contact[]): Promise<void> {
  const rows = contacts.map(({ number, email, phone }) => [number, email, phone]);
  await tx.insert('contacts', ['number', 'email', 'phone'], rows);
}

/** The contacts of those tickets, by number, if they were not erased. */
export async function findContacts(
  queries: Queries,
  numbers: readonly number[],
): Promise<Map<number, Contact>> {
  if (numbers.length === 0) return new Map();
  const { list, values } = inList(numbers);
  const rows = await queries.all<Contact>(
    `SELECT number, email, phone FROM contacts WHERE number IN ${list}`,
    values,
  );
  return new Map(rows.map((contact) => [contact.number, contact]));
}

/** Gives those contacts another address, which has been told nothing yet. @param hash of that address */
export async function changeEmail(
  tx: Transaction,
  numbers: readonly number[],
  email: string,
  hash: number,
): Promise<void> {
  const { list, values } = inList<SqlValue>(numbers);
  await tx.run(`UPDATE contacts SET email = ?, email_hash = ?, last_mailed = NULL WHERE number IN ${list}`, [
    email,
    hash,
    ...values,
  ]);
}

export async function findTicket(queries: Queries, ticketId: Uuid): Promise<Ticket | undefined> {
  return queries.get<Ticket>(`${SELECT} WHERE ticket_id = ?`, [ticketId]);
}

/** Those tickets, in the order of their numbers. */
export function findTicketsByIds(queries: Queries, ticketIds: readonly Uuid[]): Promise<Ticket[]> {
  const { list, values } = inList(ticketIds);
  return queries.all<Ticket>(`${SELECT} WHERE ticket_id IN ${list} ORDER BY number`, values);
}

/** The tickets of an order, in the order of their numbers. */
export function findTicketsOf(queries: Queries, orderIds: readonly Uuid[]): Promise<Ticket[]> {
  const { list, values } = inList(orderIds);
  return queries.all<Ticket>(`${SELECT} WHERE order_id IN ${list} ORDER BY number`, values);
}

/** The tickets for one day of an event, in the order of their numbers. */
export function findTicketsFor(queries: Queries, eventId: Uuid, day: CalendarDay): Promise<Ticket[]> {
  return queries.all<Ticket>(`${SELECT} WHERE ticket_date = ? AND event_id = ? ORDER BY number`, [
    day,
    eventId,
  ]);
}

/**
 * Those tickets, in the order of their numbers, locked until the transaction ends. Every action that admits, undoes or makes
 * void begins with this.
 */
export async function lockTickets(
  tx: Transaction,
  { ticketIds = [], numbers = [] }: { ticketIds?: readonly Uuid[]; numbers?: readonly number[] },
): Promise<Ticket[]> {
  const parts = [
    ...(ticketIds.length > 0 ? [{ column: 'ticket_id', ...inList<SqlValue>(ticketIds) }] : []),
    ...(numbers.length > 0 ? [{ column: 'number', ...inList<SqlValue>(numbers) }] : []),
  ];
  if (parts.length === 0) return [];
  const which = parts.map(({ column, list }) => `${column} IN ${list}`).join(' OR ');
  return tx.all<Ticket>(
    `${SELECT} WHERE ${which} ORDER BY number${tx.dialect.lockForUpdate}`,
    parts.flatMap(({ values }) => values),
  );
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
  if (numbers.length === 0) return [];
  const { list, values } = inList(numbers);
  return queries.all<Ticket>(`${SELECT} WHERE number IN ${list} ORDER BY number DESC`, values);
}

/** The number and the total price of the tickets of one event, category, seller and currency. */
export interface TicketSum {
  /** Null: general entry. */
  readonly eventId: Uuid | null;
  readonly categoryNumber: number;
  readonly soldBy: Uuid;
  readonly currency: string;
  readonly tickets: number;
  readonly cents: number;
}

/** Sums those tickets in the database, without reading them. */
export function sumUpTickets(queries: Queries, numbers: readonly number[]): Promise<TicketSum[]> {
  const { list, values } = inList(numbers);
  return queries.all<TicketSum>(
    `SELECT event_id AS "eventId", coalesce(category, 0) AS "categoryNumber", sold_by AS "soldBy",
            currency AS "currency", count(*) AS "tickets", sum(price_cents) AS "cents"
       FROM tickets WHERE number IN ${list} GROUP BY event_id, category, sold_by, currency`,
    values,
  );
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
  readonly ticketDate?: CalendarDay;
  /** Number of a ticket: not those before it. */
  readonly from?: number | undefined;
  /** Instants: sold then or later, and sold before then. */
  readonly soldFrom?: number;
  readonly soldTo?: number;
  /** Null: general entry. */
  readonly eventId?: Uuid | null;
  readonly soldBy?: Uuid | null;
}

/** Tickets with a number below `before`, the newest first. */
export async function listTickets(
  queries: Queries,
  before: number,
  limit: number,
  { ticketDate, from, soldFrom, soldTo, eventId, soldBy }: TicketsToList,
): Promise<Ticket[]> {
  const conditions: [string, SqlValue | undefined][] = [
    ['ticket_date = ?', ticketDate],
    ['number < ?', before],
    ['number >= ?', from],
    ['sold_at >= ?', soldFrom],
    ['sold_at < ?', soldTo],
    ["coalesce(event_id, '') = ?", eventId === null ? '' : eventId],
    ['sold_by = ?', soldBy],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const where = given.map(([condition]) => condition).join(' AND ');
  return queries.all<Ticket>(`${SELECT} WHERE ${where} ORDER BY number DESC LIMIT ?`, [
    ...given.map(([, value]) => value as SqlValue),
    limit,
  ]);
}

/**
 * The number of the `count`th ticket below `before`, counting down; undefined: there are fewer.
 * @param ticketDate counts only tickets for that day
 */
export async function findNumberBack(
  queries: Queries,
  before: number,
  count: number,
  ticketDate?: CalendarDay,
): Promise<number | undefined> {
  const [which, values] = ticketDate === undefined ? ['', []] : ['ticket_date = ? AND ', [ticketDate]];
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
    ({ ticketDate: day, number } = page.at(-1) as Ticket);
  }
}

/** The next number that nobody has reserved. */
export async function findNextNumber(queries: Queries): Promise<number | undefined> {
  const row = await queries.get<{ next: number }>('SELECT next FROM ticket_numbers WHERE id = 1');
  return row?.next;
}

/** More than any museum sells. In the year 9999 numbers are still below TICKET_NUMBER_LIMIT. */
const NUMBERS_PER_MS = 32;

/**
 * Reserves `count` ticket numbers for this process. Unused ones stay gaps. They are above all reserved so far. They are also
 * above those that the original database can have reserved by `now`, if this one is a restored copy.
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
