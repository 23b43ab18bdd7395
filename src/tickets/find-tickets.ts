import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ConfirmationCodes, codeAsWritten } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { mailboxOf } from '../core/email.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Product } from '../offers/index.ts';
import type { Queries } from '../store/index.ts';
import type { ContactHashes } from './contacts.ts';
import { findContacts } from './contacts.ts';
import type { Ticket } from './ticket.ts';
import { findNumberBack, findTicketsByNumber, HIGHEST_NUMBER, listTickets } from './ticket.ts';

/** How many tickets of a day, of a period or of an address with very many one query scans. */
const SCAN_PAGE_SIZE = 2_000;
/** How many tickets of an address the first query scans: most addresses have fewer. */
const FIRST_PAGE_SIZE = 100;
/** By how much a clock may have been set back: later sales have an earlier instant then. */
const MOST_SET_BACK_MS = 6 * 3_600_000;

/** Criteria for tickets; a ticket must meet all that are given. At least one of those before `product` is given. */
export interface TicketFilter {
  /** As typed; the prefix before its eleven characters may be missing. */
  readonly confirmationCode?: string;
  /** Whatever its case. */
  readonly email?: string;
  readonly day?: CalendarDay;
  /** Instants, milliseconds UTC: sold then or later, and sold before then. */
  readonly soldFrom?: number;
  readonly soldTo?: number;
  readonly product?: Product;
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
  const period = await numbersSold(queries, filter);
  let before = Math.min(filter.before ?? HIGHEST_NUMBER, period.to);
  for (let atOnce = Math.max(filter.limit, FIRST_PAGE_SIZE); ; atOnce = SCAN_PAGE_SIZE) {
    const { tickets, next } = await candidates(queries, { ...wanted, before }, atOnce, finder);
    found.push(...tickets.filter((ticket) => matches(ticket, wanted)));
    if (next === undefined || next <= period.from || found.length >= filter.limit)
      return found.slice(0, filter.limit);
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
  const { confirmationCode, email, day, before, limit, ...more } = filter;
  if (confirmationCode !== undefined) {
    const number = codes.read(confirmationCode);
    const numbers = number === undefined || number >= before ? [] : [number];
    const tickets = await findTicketsByNumber(queries, numbers);
    if (email === undefined) return { tickets };
    const known = await findContacts(queries, numbers);
    const isTheirs = (ticket: Ticket) =>
      mailboxOf(known.get(ticket.number)?.email ?? '') === mailboxOf(email);
    return { tickets: tickets.filter(isTheirs) };
  }
  if (email !== undefined) {
    const numbers = await contacts.numbersOf(queries, email, before, atOnce);
    const tickets = await findTicketsByNumber(queries, numbers);
    return { tickets, next: numbers.length < atOnce ? undefined : tickets.at(-1)?.number };
  }
  const next = await findNumberBack(queries, before, SCAN_PAGE_SIZE, day);
  const which = { ...more, ...(day !== undefined && { day }), from: next };
  return { tickets: await listTickets(queries, before, limit, which), next };
}

/** Bounds for the numbers of the tickets that were sold in a period: from `from`, and below `to`. */
async function numbersSold(
  queries: Queries,
  { soldFrom, soldTo }: Pick<TicketFilter, 'soldFrom' | 'soldTo'>,
): Promise<{ readonly from: number; readonly to: number }> {
  const [from, to] = await Promise.all([
    soldFrom === undefined ? 0 : firstNumberSold(queries, soldFrom - MOST_SET_BACK_MS),
    soldTo === undefined ? HIGHEST_NUMBER : firstNumberSold(queries, soldTo + MOST_SET_BACK_MS),
  ]);
  return { from, to };
}

/**
 * The number from which tickets were sold at that instant or later, found by halving, since numbers follow the order of
 * sales. Where the clock was set back, it is one of several: the ticket before it was sold earlier, and the one at it
 * was not.
 */
async function firstNumberSold(queries: Queries, at: number): Promise<number> {
  let [low, high] = [0, HIGHEST_NUMBER];
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const ticket = await queries.get<{ number: number; soldAt: number }>(
      'SELECT number, sold_at AS "soldAt" FROM tickets WHERE number >= ? ORDER BY number LIMIT 1',
      [middle],
    );
    if (ticket === undefined || ticket.soldAt >= at) high = middle;
    else low = ticket.number + 1;
  }
  return low;
}

function matches(
  ticket: Ticket,
  { confirmationCode, day, soldFrom, soldTo, product, soldBy }: ScopedTicketFilter,
): boolean {
  return (
    (confirmationCode === undefined || ticket.confirmationCode.endsWith(codeAsWritten(confirmationCode))) &&
    (day === undefined || ticket.day === day) &&
    (soldFrom === undefined || ticket.soldAt >= soldFrom) &&
    (soldTo === undefined || ticket.soldAt < soldTo) &&
    (product === undefined || ticket.product === product) &&
    (soldBy === undefined || ticket.soldBy === soldBy)
  );
}
