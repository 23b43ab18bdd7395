import { findUsernames } from '../accounts/index.ts';
import type { CalledOff } from '../called-off/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { findEventTitles } from '../events/index.ts';
import { type Category, eventIn, findCategories, GENERAL, includesEntry } from '../offers/index.ts';
import type { Queries } from '../store/index.ts';
import { findPassages, firstUseOf, type RecordedPassage, wasAdmitted } from '../visits/index.ts';
import type { Contact } from './contacts.ts';
import { findContacts } from './contacts.ts';
import { findImportedCodes } from './imported-codes.ts';
import { findCalledOffFor, type Standing, standingOf } from './standing.ts';
import type { Ticket } from './ticket.ts';
import { findTicket, findTicketIds, sellerOf } from './ticket.ts';
import { findReplaced, findVoids, type TicketVoid } from './voids.ts';

/** Whether it may be exchanged, also by visitors who missed their day or whose event was cancelled. */
export function isExchangeable({ state, isUsed }: Pick<TicketRecord, 'state' | 'isUsed'>): boolean {
  return state !== 'void' && !isUsed;
}

/** Whether its place can be sold again once it is void. */
export function freesPlace({ ticket, state }: TicketRecord, today: CalendarDay): boolean {
  return state !== 'cancelled' && ticket.day >= today;
}

/** A ticket with all that is known about it. */
export interface TicketRecord extends Standing {
  readonly ticket: Ticket;
  /** What it is for was called off, whatever has become of the ticket. */
  readonly calledOff: CalledOff | undefined;
  readonly eventName: string | undefined;
  /** Undefined: standard. */
  readonly category: Category | undefined;
  /** User name. */
  readonly soldBy: string;
  /** The code that it was sold with in another system. */
  readonly importedCode: string | undefined;
  /** Undefined when none was given, or it was erased. */
  readonly contact: Contact | undefined;
  /** Whether general entry of its day is included. */
  readonly includesEntry: boolean;
  /** Whether it was admitted: to what it is for, or to general entry that is included, unless what it is for was called off. */
  readonly isUsed: boolean;
  /** Its last passages, without those that were taken back. */
  readonly passages: readonly RecordedPassage[];
  readonly madeVoid: TicketVoid | undefined;
  /** The ticket that was exchanged for this one, and the one that this one was exchanged for. */
  readonly replaces: Uuid | undefined;
  readonly replacedBy: Uuid | undefined;
}

/**
 * @param today the museum’s current day, which may last beyond midnight
 * @throws Refusal forbidden, or ticket-not-found, also for one that this account may not see
 */
export async function getTicket(
  queries: Queries,
  actor: Actor,
  ticketId: Uuid,
  today: CalendarDay,
): Promise<TicketRecord> {
  const scope = requirePermission(actor, 'fetch-tickets');
  const ticket = await findTicket(queries, ticketId);
  if (ticket === undefined || (scope === 'own' && (await sellerOf(queries, ticket)) !== actor.accountId))
    throw new Refusal('ticket-not-found', { ticketId });
  const [record] = await recordsOf(queries, [ticket], today);
  return record as TicketRecord;
}

/** The records of those tickets, in the same order. */
export async function recordsOf(
  queries: Queries,
  tickets: readonly Ticket[],
  today: CalendarDay,
): Promise<TicketRecord[]> {
  const numbers = tickets.map(({ number }) => number);
  const eventIds = [...new Set(tickets.flatMap(({ product }) => eventIn(product) ?? []))];
  const [events, calledOff, sellers, contacts, passages, voids, replaced, categories, codes] =
    await Promise.all([
      findEventTitles(queries, eventIds),
      findCalledOffFor(queries, tickets),
      findUsernames(queries, [...new Set(tickets.map(({ soldBy }) => soldBy))]),
      findContacts(queries, numbers),
      findPassages(queries, tickets),
      findVoids(queries, numbers),
      findReplaced(queries, numbers),
      findCategoriesOf(queries, tickets),
      findImportedCodes(queries, tickets),
    ]);
  const related = [
    ...replaced.values(),
    ...[...voids.values()].flatMap(({ replacedBy }) => replacedBy ?? []),
  ];
  const ids = await findTicketIds(queries, related);
  return tickets.map((ticket): TicketRecord => {
    const event = ticket.product === GENERAL ? undefined : events.get(ticket.product);
    const recorded = passages.get(ticket.number) ?? [];
    const madeVoid = voids.get(ticket.number);
    const off = calledOff.get(ticket.number);
    const { day } = ticket;
    const firstUsedAt = firstUseOf(recorded);
    return {
      ...standingOf({ day, madeVoid, calledOff: off, firstUsedAt, today }),
      ticket,
      calledOff: off,
      eventName: event?.name,
      category: categories.get(ticket.categoryNumber),
      soldBy: sellers.get(ticket.soldBy) ?? '',
      importedCode: codes.get(ticket.number),
      contact: contacts.get(ticket.number),
      includesEntry: includesEntry(ticket.ticketId, event),
      isUsed: wasAdmitted(recorded) && (firstUsedAt !== undefined || off === undefined),
      passages: recorded.filter(({ isUndone }) => !isUndone),
      madeVoid,
      replaces: ids.get(replaced.get(ticket.number) ?? 0),
      replacedBy: ids.get(madeVoid?.replacedBy ?? 0),
    };
  });
}

/**
 * The numbers of the ticket, of those that were sold with it, and of those that any of them was exchanged for or took
 * the place of: their holders left one address together. In ascending order.
 */
export async function findRelated(queries: Queries, number: number): Promise<number[]> {
  for (let related = [number]; ; ) {
    const rows = await queries.all<{ number: number }>(
      `SELECT number FROM tickets WHERE order_id IN
         (SELECT order_id FROM tickets WHERE number IN ? AND order_id IS NOT NULL)
       UNION SELECT replaced_by FROM voids WHERE number IN ? AND replaced_by IS NOT NULL
       UNION SELECT number FROM voids WHERE replaced_by IN ? AND replaced_by IS NOT NULL`,
      [related, related, related],
    );
    const found = new Set([...related, ...rows.map((row) => row.number)]);
    if (found.size === related.length) return related.sort((one, other) => one - other);
    related = [...found];
  }
}

/** The categories of tickets by their numbers, without standard, which no ticket names. */
export async function findCategoriesOf(
  queries: Queries,
  tickets: readonly Pick<Ticket, 'categoryNumber'>[],
): Promise<ReadonlyMap<number, Category>> {
  if (tickets.every(({ categoryNumber }) => categoryNumber === 0)) return new Map();
  const categories = await findCategories(queries);
  return new Map(
    categories.filter(({ number }) => number > 0).map((category) => [category.number, category]),
  );
}
