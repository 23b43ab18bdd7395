import { setImmediate as nextTurn } from 'node:timers/promises';
import { importedCode, otherImportedCodes } from '../codes/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';
import type { Ticket } from './ticket.ts';
import { findTicketsByNumber, HIGHEST_NUMBER } from './ticket.ts';
import type { TicketSum } from './ticket-sums.ts';

/** The code that a ticket was sold with in another system. */
export interface ImportedCode {
  /** The ticket's number, and its day. */
  readonly number: number;
  readonly day: CalendarDay;
  readonly code: string;
}

/** Numbers of tickets that were imported together: nothing else was sold with a number in between. */
export interface ImportedRange {
  readonly first: number;
  readonly last: number;
}

/** What the journal says of an import. */
export interface ImportDetails extends ImportedRange {
  /** User name of the seller, whose account is the subject. */
  readonly name: string;
  readonly count: number;
  /** Read by instances of the version before alone. */
  readonly sums: readonly Omit<TicketSum, 'vat' | 'persons' | 'codeId'>[];
}

const ALL: ImportedRange = { first: 1, last: HIGHEST_NUMBER };
const TICKETS_AT_ONCE = 1_000;

/** @throws UniqueViolation when one of the codes was imported already */
export async function addImportedCodes(tx: Transaction, codes: readonly ImportedCode[]): Promise<void> {
  const rows = codes.map(({ day, number, code }) => [day, number, code]);
  await tx.insert('imported_codes', ['ticket_date', 'number', 'code'], rows);
}

/** Those of the codes that were imported, with the numbers of their tickets. */
export async function findImported(queries: Queries, codes: readonly string[]): Promise<Map<string, number>> {
  const rows = await queries.all<{ code: string; number: number }>(
    `SELECT code, number FROM imported_codes WHERE code IN ?`,
    [codes],
  );
  return new Map(rows.map(({ code, number }) => [code, number]));
}

/** The number of the ticket with that code or else, if it is the only one, with one of the others. */
export function chooseImported(
  imported: ReadonlyMap<string, number>,
  code: string,
  others: readonly string[],
): number | undefined {
  const [only, another] = new Set(others.flatMap((other) => imported.get(other) ?? []));
  return imported.get(code) ?? (another === undefined ? only : undefined);
}

/** The id of the ticket with that imported code, as it was scanned. */
export async function findImportedId(queries: Queries, scanned: string): Promise<Uuid | undefined> {
  const code = importedCode(scanned);
  if (code === undefined) return undefined;
  const others = otherImportedCodes(code).map(({ text }) => text);
  const number = chooseImported(await findImported(queries, [code, ...others]), code, others);
  if (number === undefined) return undefined;
  const [ticket] = await findTicketsByNumber(queries, [number]);
  return ticket?.ticketId;
}

/** The codes with which those tickets were imported, by number. */
export async function findImportedCodes(
  queries: Queries,
  tickets: readonly Pick<Ticket, 'number' | 'day'>[],
): Promise<Map<number, string>> {
  const rows = await queries.all<{ number: number; code: string }>(
    'SELECT number, code FROM imported_codes WHERE ticket_date IN ? AND number IN ?',
    [[...new Set(tickets.map(({ day }) => day))], tickets.map(({ number }) => number)],
  );
  return new Map(rows.map(({ number, code }) => [number, code]));
}

/**
 * The imported tickets for a day with their codes, of one import or of all, in parts. Other requests are handled
 * between two parts.
 */
export async function* importedFor(
  queries: Queries,
  day: CalendarDay,
  { first, last } = ALL,
): AsyncGenerator<{ readonly ticket: Ticket; readonly code: string }[]> {
  for (let next = first; ; ) {
    const rows = await queries.all<{ number: number; code: string }>(
      `SELECT number, code FROM imported_codes
        WHERE number BETWEEN ? AND ? AND ticket_date = ? ORDER BY number LIMIT ${TICKETS_AT_ONCE}`,
      [next, last, day],
    );
    const codes = new Map(rows.map(({ number, code }) => [number, code]));
    const tickets = await findTicketsByNumber(queries, [...codes.keys()]);
    yield tickets.map((ticket) => ({ ticket, code: codes.get(ticket.number) as string }));
    if (rows.length < TICKETS_AT_ONCE) return;
    next = (rows.at(-1)?.number as number) + 1;
    await nextTurn();
  }
}

/** Yields a sentence for each imported code that is not that of a ticket for its day. */
export async function* checkImportedCodes(queries: Queries): AsyncGenerator<string, void> {
  const orphans = await queries.all<{ number: number; ticket_date: CalendarDay }>(
    `SELECT number, ticket_date FROM imported_codes WHERE NOT EXISTS (SELECT 1 FROM tickets
        WHERE tickets.number = imported_codes.number AND tickets.ticket_date = imported_codes.ticket_date) LIMIT 1000`,
  );
  for (const { number, ticket_date } of orphans)
    yield `An imported code is that of ticket number ${number} for ${ticket_date}, which does not exist.`;
}
