import type { CalendarDay } from '../core/calendar-day.ts';
import { Tally } from '../core/tally.ts';
import type { Uuid } from '../core/uuid.ts';
import { findKeptAnswers } from '../idempotency/idempotency.ts';
import type { Queries } from '../store/index.ts';
import { type ConfirmationCodes, confirmationCode, type TicketType } from '../codes/confirmation-code.ts';
import { BrokenKey, fromStoredKey } from '../codes/ticket-keys.ts';

const TICKETS_AT_ONCE = 1_000;
const ANSWERS_AT_ONCE = 500;

/** What the tickets say was sold, for other rooms to hold their counters against. */
export interface TicketFigures {
  readonly tickets: number;
  readonly keptAnswers: number;
  /** Tickets by `<eventId> <day>`. */
  readonly eventTickets: Tally;
  /** Tickets by `<day>`. */
  readonly generalTickets: Tally;
}

/**
 * Reads every ticket, in bounded memory, and says what is wrong, one sentence each. Unique codes need no
 * comparing: a code is right when it is what the ticket's number spells, and numbers are unique.
 * @param onProgress called now and then with how many tickets have been read.
 */
export async function* auditTickets(
  queries: Queries,
  codes: ConfirmationCodes,
  onProgress: (tickets: number) => void,
): AsyncGenerator<string, TicketFigures> {
  const eventTickets = new Tally();
  const generalTickets = new Tally();
  const keyIds = yield* auditKeys(queries);
  const next = yield* nextNumber(queries);
  let tickets = 0;
  for (let after = 0; ; ) {
    const page = await queries.all<TicketRow>(
      `SELECT number, ticket_type, event_id, ticket_date, confirmation_code, key_id
         FROM tickets WHERE number > ? ORDER BY number LIMIT ?`,
      [after, TICKETS_AT_ONCE],
    );
    const last = page.at(-1);
    if (last === undefined) break;
    yield* auditCodes(page, codes);
    for (const { number, event_id, ticket_date, key_id } of page) {
      if (number >= next) yield `Ticket number ${number} is not below the next number to be given, ${next}.`;
      if (!keyIds.has(key_id))
        yield `Ticket number ${number} is signed with the key ${key_id}, which is gone.`;
      if (event_id === null) generalTickets.add(ticket_date);
      else eventTickets.add(`${event_id} ${ticket_date}`);
    }
    tickets += page.length;
    after = last.number;
    onProgress(tickets);
  }
  const keptAnswers = yield* auditKeptAnswers(queries);
  return { tickets, keptAnswers, eventTickets, generalTickets };
}

function* auditCodes(page: readonly TicketRow[], codes: ConfirmationCodes) {
  const spelled = codes.spell(page.map(({ number }) => number));
  for (const [index, { number, ticket_type, confirmation_code }] of page.entries()) {
    const right = confirmationCode(ticket_type, spelled[index] as string);
    if (confirmation_code !== right) {
      yield `Ticket number ${number} has the confirmation code ${confirmation_code}; its number spells ${right}.`;
    }
  }
}

/** @returns the ids of all keys */
async function* auditKeys(queries: Queries): AsyncGenerator<string, ReadonlySet<string>> {
  const rows = await queries.all<KeyRow>(
    'SELECT key_id, public_key, private_key, is_current FROM signing_keys',
  );
  for (const row of rows) {
    try {
      fromStoredKey({ keyId: row.key_id, publicKey: row.public_key, privateKey: row.private_key });
    } catch (error) {
      if (!(error instanceof BrokenKey)) throw error;
      yield error.message;
    }
  }
  if (!rows.some(({ is_current }) => is_current === 1)) yield 'There is no key that signs what is sold now.';
  return new Set(rows.map(({ key_id }) => key_id));
}

async function* nextNumber(queries: Queries): AsyncGenerator<string, number> {
  const row = await queries.get<{ next: number }>('SELECT next FROM ticket_numbers WHERE id = 1');
  if (row === undefined) yield 'The row that ticket numbers are reserved in is gone.';
  return row?.next ?? Number.MAX_SAFE_INTEGER;
}

/** An answer that will be given again must speak of a ticket that there is. @returns how many are kept */
async function* auditKeptAnswers(queries: Queries): AsyncGenerator<string, number> {
  let kept = 0;
  for await (const page of findKeptAnswers(queries, ANSWERS_AT_ONCE)) {
    kept += page.length;
    const sold = page.flatMap(({ key, answer }) => {
      const ticket = answer.status === 201 ? JSON.parse(answer.body as string) : {};
      return ticket.ticketId === undefined ? [] : [{ key, ...(ticket as SoldTicket) }];
    });
    const tickets = await findCodes(
      queries,
      sold.map(({ ticketId }) => ticketId),
    );
    for (const { key, ticketId, confirmationCode } of sold) {
      if (tickets.get(ticketId) === confirmationCode) continue;
      yield `The answer kept under the Idempotency-Key ${key} speaks of the ticket ${ticketId}, which is ${
        tickets.has(ticketId) ? 'another' : 'not there'
      }.`;
    }
  }
  return kept;
}

async function findCodes(queries: Queries, ticketIds: readonly Uuid[]): Promise<Map<Uuid, string>> {
  if (ticketIds.length === 0) return new Map();
  const rows = await queries.all<{ ticket_id: Uuid; confirmation_code: string }>(
    `SELECT ticket_id, confirmation_code FROM tickets WHERE ticket_id IN (${ticketIds.map(() => '?').join(', ')})`,
    ticketIds,
  );
  return new Map(rows.map((row) => [row.ticket_id, row.confirmation_code]));
}

interface TicketRow {
  readonly number: number;
  readonly ticket_type: TicketType;
  readonly event_id: Uuid | null;
  readonly ticket_date: CalendarDay;
  readonly confirmation_code: string;
  readonly key_id: string;
}

interface KeyRow {
  readonly key_id: string;
  readonly public_key: string;
  readonly private_key: string;
  readonly is_current: number | null;
}

interface SoldTicket {
  readonly ticketId: Uuid;
  readonly confirmationCode: string;
}
