import { type ConfirmationCodes, codeAsWritten } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';
import type { ContactHashes } from './contact-hashes.ts';
import type { Ticket } from './ticket.ts';
import { findContacts, findTicketsByNumber, findTicketsOn, HIGHEST_NUMBER } from './ticket-store.ts';

/** What tickets are looked for by: what is given must all hold, and one of the first three is. */
export interface TicketQuestion {
  /** However somebody typed it. */
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

/**
 * The tickets that are looked for, the newest first; of a partner's, its own.
 * @throws Refusal forbidden
 */
export async function findTickets(
  queries: Queries,
  actor: Actor,
  question: TicketQuestion,
  finder: TicketFinder,
): Promise<Ticket[]> {
  const scope = requirePermission(actor, 'fetch-tickets');
  const found: Ticket[] = [];
  let before = question.before ?? HIGHEST_NUMBER;
  for (;;) {
    const { tickets, isAll } = await candidates(queries, { ...question, before }, finder);
    const mine = tickets.filter((ticket) => scope === 'all' || ticket.soldBy === actor.accountId);
    found.push(...mine.filter((ticket) => isMeant(ticket, question)));
    if (isAll || found.length >= question.limit) return found.slice(0, question.limit);
    before = (tickets.at(-1) as Ticket).number;
  }
}

/** Some more of what the first of the filters finds, before a number. */
async function candidates(
  queries: Queries,
  question: TicketQuestion & { readonly before: number },
  { codes, contacts }: TicketFinder,
): Promise<{ tickets: Ticket[]; isAll: boolean }> {
  const { confirmationCode, email, ticketDate, before } = question;
  const atOnce = Math.max(question.limit, 100);
  if (confirmationCode !== undefined) {
    const number = codes.read(confirmationCode);
    const numbers = number === undefined || number >= before ? [] : [number];
    const tickets = await findTicketsByNumber(queries, numbers);
    if (email === undefined) return { tickets, isAll: true };
    const known = await findContacts(queries, numbers);
    const isTheirs = (ticket: Ticket) =>
      known.get(ticket.number)?.email.toLowerCase() === email.toLowerCase();
    return { tickets: tickets.filter(isTheirs), isAll: true };
  }
  if (email !== undefined) {
    const numbers = await contacts.numbersOf(queries, email, before, atOnce);
    return { tickets: await findTicketsByNumber(queries, numbers), isAll: numbers.length < atOnce };
  }
  const tickets = await findTicketsOn(queries, ticketDate as CalendarDay, before, atOnce);
  return { tickets, isAll: tickets.length < atOnce };
}

function isMeant(ticket: Ticket, { confirmationCode, ticketDate, eventId }: TicketQuestion): boolean {
  return (
    (confirmationCode === undefined || ticket.confirmationCode === codeAsWritten(confirmationCode)) &&
    (ticketDate === undefined || ticket.ticketDate === ticketDate) &&
    (eventId === undefined || ticket.eventId === eventId)
  );
}
