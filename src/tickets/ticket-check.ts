import { type ConfirmationCodes, checkKeys, confirmationCode, type TicketType } from '../codes/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { Tally } from '../core/tally.ts';
import type { Uuid } from '../core/uuid.ts';
import { type PlaceTaker, placesTaken, productOf, slotKey } from '../offers/index.ts';
import { keysetPages, type Queries } from '../store/index.ts';

const TICKETS_AT_ONCE = 1_000;

/** How many tickets there are, counted from their rows. The ledger of places is compared with these. */
export interface TicketFigures {
  readonly tickets: number;
  /** Places of tickets that are not void, by `slotKey`. */
  readonly bySlot: Tally;
  /** Tickets that have used a code, by its id. */
  readonly byCode: Tally;
}

/**
 * Reads every ticket, in bounded memory, and yields a sentence for each fault. Codes need not be compared with each
 * other: a code is right when it is the one of the ticket's number, and numbers are unique.
 * @param onProgress called now and then with how many tickets have been read.
 */
export async function* checkTickets(
  queries: Queries,
  codes: ConfirmationCodes,
  onProgress: (tickets: number) => void,
): AsyncGenerator<string, TicketFigures> {
  const bySlot = new Tally();
  const byCode = new Tally();
  const keyIds = yield* checkKeys(queries);
  const next = yield* nextNumber(queries);
  let tickets = 0;
  const select = `SELECT number, ticket_type, event_id, ticket_date, entry_time, coalesce(places, 1) AS places,
    coalesce(entry_places, 0) AS entry_places, confirmation_code, key_id, code_id,
    (SELECT max(keeps_use) FROM voids WHERE voids.number = tickets.number) AS keeps_use,
    (SELECT count(*) FROM voids WHERE voids.number = tickets.number) AS voids FROM tickets`;
  for await (const page of keysetPages<TicketRow>(queries, select, ['number'], TICKETS_AT_ONCE)) {
    yield* checkCodes(page, codes);
    for (const { number, key_id, code_id, keeps_use, voids, ...row } of page) {
      if (number >= next) yield `Ticket number ${number} is not below the next number to be issued, ${next}.`;
      if (!keyIds.has(key_id))
        yield `Ticket number ${number} is signed with the key ${key_id}, which is missing.`;
      if (code_id !== null && (voids === 0 || keeps_use === 1)) byCode.add(code_id, 1);
      if (voids > 0) continue; // its places were given back
      for (const { slot, places } of placesTaken(takerOf(row)))
        if (places > 0) bySlot.add(slotKey(slot), places);
    }
    tickets += page.length;
    onProgress(tickets);
  }
  return { tickets, bySlot, byCode };
}

function takerOf(
  row: Pick<TicketRow, 'event_id' | 'ticket_date' | 'entry_time' | 'places' | 'entry_places'>,
): PlaceTaker {
  const {
    event_id: eventId,
    ticket_date: day,
    entry_time: entryTime,
    places,
    entry_places: entryPlaces,
  } = row;
  return { product: productOf({ eventId }), day, entryTime, places, entryPlaces };
}

function* checkCodes(page: readonly TicketRow[], codes: ConfirmationCodes) {
  const spelled = codes.spell(page.map(({ number }) => number));
  for (const [index, { number, ticket_type, confirmation_code }] of page.entries()) {
    const right = confirmationCode(ticket_type, spelled[index] as string);
    if (confirmation_code !== right) {
      yield `Ticket number ${number} has the confirmation code ${confirmation_code}, but its number gives ${right}.`;
    }
  }
}

async function* nextNumber(queries: Queries): AsyncGenerator<string, number> {
  const row = await queries.get<{ next: number }>('SELECT next FROM ticket_numbers WHERE id = 1');
  if (row === undefined) yield 'The row that reserves ticket numbers is missing.';
  return row?.next ?? Number.MAX_SAFE_INTEGER;
}

interface TicketRow {
  readonly code_id: Uuid | null;
  readonly keeps_use: number | null;
  readonly number: number;
  readonly ticket_type: TicketType;
  readonly event_id: Uuid | null;
  readonly ticket_date: CalendarDay;
  readonly entry_time: string | null;
  readonly places: number;
  readonly entry_places: number;
  readonly confirmation_code: string;
  readonly key_id: string;
  readonly voids: number;
}
