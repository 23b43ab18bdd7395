import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Clock } from '../core/clock.ts';
import { mailboxOf } from '../core/email.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Queries, type Store, secretOf, type Transaction } from '../store/index.ts';
import { findTicketsOf, lockTickets, ORDER_OF_TICKET } from './ticket.ts';

/** The contact of a ticket's holder. It can be erased; the ticket stays. */
export interface Contact {
  /** The ticket's number. */
  readonly number: number;
  readonly email: string;
  readonly phone: string | null;
}

export async function addContacts(tx: Transaction, contacts: readonly Contact[]): Promise<void> {
  const rows = contacts.map(({ number, email, phone }) => [number, email, phone]);
  await tx.insert('contacts', ['number', 'email', 'phone'], rows);
}

/** A contact, with what mails to it have written down. */
export interface KnownContact extends Contact {
  /** What its holder was mailed last; null: nothing. */
  readonly lastMailed: string | null;
  /** The mail that was asked for last; null: none was. */
  readonly mailId: Uuid | null;
}

/** The contacts of those tickets, by number, if they were not erased. */
export async function findContacts(
  queries: Queries,
  numbers: readonly number[],
): Promise<Map<number, KnownContact>> {
  const rows = await queries.all<KnownContact>(
    `SELECT number, email, phone, last_mailed AS "lastMailed", mail_id AS "mailId"
       FROM contacts WHERE number IN ?`,
    [numbers],
  );
  return new Map(rows.map((contact) => [contact.number, contact]));
}

/** Writes down what the holders of tickets are mailed, by number. */
export function saveLastMailed(tx: Transaction, rows: readonly [number, string][]): Promise<void> {
  return tx.update('contacts', ['number', 'last_mailed'], rows);
}

/** Writes down by which mail the tickets come that were asked for, by number. */
export function saveMailIds(tx: Transaction, rows: readonly [number, Uuid][]): Promise<void> {
  return tx.update('contacts', ['number', 'mail_id'], rows);
}

/** Gives those contacts another address, which has been told nothing yet. @param hash of that address */
export async function changeEmail(
  tx: Transaction,
  numbers: readonly number[],
  email: string,
  hash: number,
): Promise<void> {
  await tx.run(`UPDATE contacts SET email = ?, email_hash = ?, last_mailed = NULL WHERE number IN ?`, [
    email,
    hash,
    numbers,
  ]);
}

/**
 * Erases the contacts of those tickets. It waits for a running exchange, which copies the contact to the new ticket.
 * @returns how many contacts were erased.
 */
export async function forgetContacts(tx: Transaction, numbers: readonly number[]): Promise<number> {
  await lockTickets(tx, { numbers });
  return tx.run(`DELETE FROM contacts WHERE number IN ?`, [numbers]);
}

/** A ticket that has a contact, and the order that it belongs to, or itself if it was sold alone. */
export interface Reachable {
  readonly number: number;
  readonly sale: Uuid;
  readonly day: CalendarDay;
}

const SALE_OF_TICKET = `coalesce(${ORDER_OF_TICKET}, tickets.ticket_id)`;
const REACHABLE = `SELECT tickets.number, ${SALE_OF_TICKET} AS "sale", ticket_date AS "day"
  FROM tickets JOIN contacts ON contacts.number = tickets.number`;

/** Tickets for that day that still have a contact, but for those that were kept today, at most `limit`. */
export function findReachable(
  queries: Queries,
  { day, today }: { readonly day: CalendarDay; readonly today: CalendarDay },
  limit: number,
): Promise<Reachable[]> {
  return queries.all<Reachable>(
    `${REACHABLE} WHERE ticket_date = ? AND (kept_on IS NULL OR kept_on <> ?) ORDER BY tickets.number LIMIT ?`,
    [day, today, limit],
  );
}

/** Tickets whose contact was kept on another day than today, when its time was over, at most `limit`. */
export function findKeptContacts(queries: Queries, today: CalendarDay, limit: number): Promise<Reachable[]> {
  return queries.all<Reachable>(
    `${REACHABLE} WHERE kept_on IS NOT NULL AND kept_on <> ? ORDER BY tickets.number LIMIT ?`,
    [today, limit],
  );
}

/** Writes down on which day the contacts of those tickets were kept although their time is over; null: it is not. */
export async function keepContacts(
  tx: Transaction,
  numbers: readonly number[],
  day: CalendarDay | null,
): Promise<void> {
  if (numbers.length === 0) return;
  await tx.run('UPDATE contacts SET kept_on = ? WHERE number IN ?', [day, numbers]);
}

/** How many tickets for days up to that one have a contact, and which sales they belong to that have a visit to come. */
export async function countContactsUpTo(
  queries: Queries,
  day: CalendarDay,
  today: CalendarDay,
): Promise<{ readonly count: number; readonly toCome: ReadonlySet<Uuid> }> {
  const row = await queries.get<{ count: number }>(
    `SELECT count(*) AS "count" FROM tickets JOIN contacts ON contacts.number = tickets.number WHERE ticket_date <= ?`,
    [day],
  );
  const toCome = await salesToCome(queries, today, 'ticket_date <= ?', day);
  return { count: row?.count ?? 0, toCome };
}

/** How many contacts of tickets for days up to that one belong to those sales. */
export async function countContactsOf(
  queries: Queries,
  sales: readonly Uuid[],
  day: CalendarDay,
): Promise<number> {
  const numbers = (await findTicketsOf(queries, sales)).filter((ticket) => ticket.day <= day);
  return (
    await findContacts(
      queries,
      numbers.map(({ number }) => number),
    )
  ).size;
}

/** The sales of those tickets that have a visit to come: a ticket for today or later that is not void. */
export async function findSalesToCome(
  queries: Queries,
  numbers: readonly number[],
  today: CalendarDay,
): Promise<ReadonlySet<Uuid>> {
  return salesToCome(queries, today, 'tickets.number IN ?', numbers);
}

async function salesToCome(
  queries: Queries,
  today: CalendarDay,
  which: string,
  value: CalendarDay | readonly number[],
): Promise<ReadonlySet<Uuid>> {
  const rows = await queries.all<{ sale: Uuid }>(
    `WITH outdated AS (
       SELECT DISTINCT ${ORDER_OF_TICKET} AS sale FROM tickets JOIN contacts ON contacts.number = tickets.number
        WHERE ${which} AND ${ORDER_OF_TICKET} IS NOT NULL)
     SELECT sale AS "sale" FROM outdated
      WHERE EXISTS (SELECT 1 FROM tickets LEFT JOIN voids ON voids.number = tickets.number
                     WHERE (tickets.order_id = sale OR tickets.joined_order = sale)
                       AND ${ORDER_OF_TICKET} = sale AND tickets.ticket_date >= ? AND voids.number IS NULL)`,
    [value, today],
  );
  return new Set(rows.map(({ sale }) => sale));
}

/**
 * How many different e-mail addresses are on tickets for those days that are not void: the people who are concerned
 * when the days are cancelled. It queries day by day, and sales are handled in between.
 * @param eventId null: general entry
 * @throws Refusal forbidden
 */
export async function countAddresses(
  queries: Queries,
  actor: Actor,
  eventId: Uuid | null,
  days: readonly CalendarDay[],
): Promise<number> {
  requirePermission(actor, 'arrange-programme');
  const people = new Set<string>();
  for (const day of days) {
    for (const email of await findAddresses(queries, eventId, day)) people.add(mailboxOf(email));
    await nextTurn();
  }
  return people.size;
}

async function findAddresses(queries: Queries, eventId: Uuid | null, day: CalendarDay): Promise<string[]> {
  const rows = await queries.all<{ email: string }>(
    `SELECT DISTINCT contacts.email
       FROM tickets JOIN contacts ON contacts.number = tickets.number
       LEFT JOIN voids ON voids.number = tickets.number
      WHERE tickets.ticket_date = ? AND voids.number IS NULL
        AND tickets.event_id ${eventId === null ? 'IS NULL' : '= ?'}`,
    eventId === null ? [day] : [day, eventId],
  );
  return rows.map(({ email }) => email);
}

/** Ticket numbers per block of the index: those that are reserved in 25 days. */
const BLOCK = 2 ** 36;
/**
 * How many contacts are read and hashed at once. They are written in smaller batches that are adjacent in the index.
 */
const READ_AT_ONCE = 4_000;
const WRITTEN_AT_ONCE = 500;
/** The SHA-256 is truncated to as many bytes as a number can hold exactly. */
const HASH_BYTES = 6;

/**
 * Finds tickets by the e-mail address of their contact, however it is spelled, by a keyed hash. The index holds nothing
 * that could be read or guessed, and a hash is deleted with its contact.
 */
export class ContactHashes {
  readonly #secret: string;
  /** Numbers of tickets whose hashes are still to be written, in the order of the index. */
  #unwritten: number[] = [];

  private constructor(secret: string) {
    this.#secret = secret;
  }

  static async open(store: Store, clock: Clock): Promise<ContactHashes> {
    return new ContactHashes(await secretOf(store, clock, 'contact-hashes'));
  }

  of(email: string): number {
    // A plain hash: createHmac costs thirty times as much, and a truncated hash allows no length extension.
    return hash('sha256', this.#secret + mailboxOf(email), 'buffer').readUIntBE(0, HASH_BYTES);
  }

  /** Numbers of the tickets below `before` that belong to that address, the newest first, at most `limit`. */
  async numbersOf(queries: Queries, email: string, before: number, limit: number): Promise<number[]> {
    const wanted = mailboxOf(email);
    // Contacts without a hash come first: one that gets its hash meanwhile is found twice, not missed.
    const found = new Set(await unhashed(queries, wanted, before, limit));
    let left = limit;
    let block = await lastBlock(queries, before);
    while (block !== undefined && left > 0) {
      const rows = await queries.all<ContactRow>(
        `SELECT number, email FROM contacts
          WHERE number / ${BLOCK} = ? AND email_hash = ? AND number < ?
          ORDER BY number DESC LIMIT ?`,
        [block, this.of(email), before, left],
      );
      for (const number of ofMailbox(rows, wanted)) found.add(number);
      left -= rows.length;
      block = await lastBlock(queries, block * BLOCK);
    }
    return [...found].sort((one, other) => other - one).slice(0, limit);
  }

  /**
   * Adds missing hashes: sales don't write them, so that they don't wait for this index. Hashes that are adjacent in
   * the index are written together, so that few of its pages change.
   * @returns whether there may be more.
   */
  async fill(tx: Transaction): Promise<boolean> {
    if (this.#unwritten.length === 0) this.#unwritten = await this.#missing(tx);
    const together = this.#unwritten.slice(0, WRITTEN_AT_ONCE);
    if (together.length === 0) return false;
    // Read again and locked: an address may have been corrected, or erased, since it was found.
    const rows = await tx.all<ContactRow>(
      `SELECT number, email FROM contacts WHERE number IN ? AND email_hash IS NULL
        ORDER BY number${tx.dialect.lockForUpdate}`,
      [together],
    );
    if (rows.length > 0) await tx.update('contacts', ['number', 'email_hash'], this.#inOrderOfIndex(rows));
    // If this transaction fails, they are found as missing again.
    this.#unwritten = this.#unwritten.slice(WRITTEN_AT_ONCE);
    return true;
  }

  async #missing(tx: Transaction): Promise<number[]> {
    const rows = await tx.all<ContactRow>(
      `SELECT number, email FROM contacts WHERE email_hash IS NULL ORDER BY number LIMIT ${READ_AT_ONCE}`,
    );
    return this.#inOrderOfIndex(rows).map(([number]) => number);
  }

  #inOrderOfIndex(rows: readonly ContactRow[]): [number: number, hash: number][] {
    // The tickets of an order mostly have one address, and hashing it is most of the work.
    const hashes = new Map(
      [...new Set(rows.map(({ email }) => email))].map((email) => [email, this.of(email)]),
    );
    return rows
      .map(({ number, email }): [number, number] => [number, hashes.get(email) as number])
      .sort(([, one], [, other]) => one - other);
  }
}

export async function hasUnhashed(queries: Queries): Promise<boolean> {
  return (await queries.get('SELECT number FROM contacts WHERE email_hash IS NULL LIMIT 1')) !== undefined;
}

/** Tickets that are not in the index yet (sold in the last seconds): the newest, at most `limit`. */
async function unhashed(queries: Queries, wanted: string, before: number, limit: number): Promise<number[]> {
  // SQL does not know the other spellings of an international domain. There are few such addresses.
  const [local, isInternational] = [wanted.slice(0, wanted.lastIndexOf('@') + 1), wanted.includes('xn--')];
  const which = isInternational ? `substr(lower(email), 1, ${local.length}) = ?` : 'lower(email) = ?';
  const rows = await queries.all<ContactRow>(
    `SELECT number, email FROM contacts WHERE email_hash IS NULL AND number < ? AND ${which}
      ORDER BY number DESC${isInternational ? '' : ' LIMIT ?'}`,
    isInternational ? [before, local] : [before, wanted, limit],
  );
  return ofMailbox(rows, wanted).slice(0, limit);
}

/** The numbers of the contacts with that address: another may have the same hash. */
function ofMailbox(rows: readonly ContactRow[], wanted: string): number[] {
  return rows.filter(({ email }) => mailboxOf(email) === wanted).map(({ number }) => number);
}

/** The last block with a ticket below `before`. */
async function lastBlock(queries: Queries, before: number): Promise<number | undefined> {
  const row = await queries.get<{ number: number }>(
    'SELECT number FROM contacts WHERE number < ? ORDER BY number DESC LIMIT 1',
    [before],
  );
  return row && Math.floor(row.number / BLOCK);
}

interface ContactRow {
  readonly number: number;
  readonly email: string;
}
