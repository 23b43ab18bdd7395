import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ConfirmationCodes, codeAsWritten } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';
import type { ContactHashes } from './contact-hashes.ts';
import type { Ticket } from './ticket.ts';
import {
  findContacts,
  findNumberBack,
  findTicketsByNumber,
  findTicketsOn,
  HIGHEST_NUMBER,
} from './ticket-store.ts';

/** How many tickets of a day, or of an address with very many, one query scans. */
const SCAN_PAGE_SIZE = 2_000;
/** How many tickets of an address the first query scans: most addresses have fewer. */
const FIRST_PAGE_SIZE = 100;

/** Criteria for tickets; a ticket must meet all that are given. At least one of the first three is given. */
export interface TicketFilter {
  /** As typed; the prefix before its eleven characters may be missing. */
  readonly confirmationCode?: string;
  /** Whatever its case. */
  readonly email?: string;
  readonly ticketDate?: CalendarDay;
  /** Null: general entry. */
  readonly eventId?: Uuid | null;
  readonly limit: number;
  /** Number of a ticket: those sold before it. */
  readonly before?: number;
}

export interface TicketFinder {
  readonly codes: ConfirmationCodes;
  readonly contacts: ContactHashes;
}

/** The filter, restricted to the actor's own sales where that is the scope. */
interface ScopedTicketFilter extends TicketFilter {
  readonly soldBy?: Uuid | null;
}

/**
 * The tickets that meet the filter, the newest first; for a partner, only its own. It queries in parts, and sales are
 * handled between two parts.
 * @throws Refusal forbidden
 */
export async function findTickets(
  queries: Queries,
  actor: Actor,
  filter: TicketFilter,
  finder: TicketFinder,
): Promise<Ticket[]> {
  const scope = requirePermission(actor, 'fetch-tickets');
  const wanted: ScopedTicketFilter = { ...filter, ...(scope !== 'all' && { soldBy: actor.accountId }) };
  const found: Ticket[] = [];
  let before = filter.before ?? HIGHEST_NUMBER;
  for (let atOnce = Math.max(filter.limit, FIRST_PAGE_SIZE); ; atOnce = SCAN_PAGE_SIZE) {
    const { tickets, next } = await candidates(queries, { ...wanted, before }, atOnce, finder);
    found.push(...tickets.filter((ticket) => matches(ticket, wanted)));
    if (next === undefined || found.length >= filter.limit) return found.slice(0, filter.limit);
    before = next;
    await nextTurn();
  }
}

/** The next candidates below a number; `next` is the number to continue below, if there may be more. */
async function candidates(
  queries: Queries,
  filter: ScopedTicketFilter & { readonly before: number },
  atOnce: number,
  { codes, contacts }: TicketFinder,
): Promise<{ tickets: Ticket[]; next?: number | undefined }> {
  const { confirmationCode, email, ticketDate, before, limit, ...more } = filter;
  if (confirmationCode !== undefined) {
    const number = codes.read(confirmationCode);
    const numbers = number === undefined || number >= before ? [] : [number];
    const tickets = await findTicketsByNumber(queries, numbers);
    if (email === undefined) return { tickets };
    const known = await findContacts(queries, numbers);
    const isTheirs = (ticket: Ticket) =>
      known.get(ticket.number)?.email.toLowerCase() === email.toLowerCase();
    return { tickets: tickets.filter(isTheirs) };
  }
  if (email !== undefined) {
    const numbers = await contacts.numbersOf(queries, email, before, atOnce);
    const tickets = await findTicketsByNumber(queries, numbers);
    return { tickets, next: numbers.length < atOnce ? undefined : tickets.at(-1)?.number };
  }
  const day = ticketDate as CalendarDay;
  const next = await findNumberBack(queries, day, before, SCAN_PAGE_SIZE);
  return { tickets: await findTicketsOn(queries, day, before, limit, { ...more, from: next }), next };
}

function matches(
  ticket: Ticket,
  { confirmationCode, ticketDate, eventId, soldBy }: ScopedTicketFilter,
): boolean {
  return (
    (confirmationCode === undefined || ticket.confirmationCode.endsWith(codeAsWritten(confirmationCode))) &&
    (ticketDate === undefined || ticket.ticketDate === ticketDate) &&
    (eventId === undefined || ticket.eventId === eventId) &&
    (soldBy === undefined || ticket.soldBy === soldBy)
  );
}
