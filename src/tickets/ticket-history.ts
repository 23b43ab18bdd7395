import { findUsernames } from '../accounts/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { parseUuid, type Uuid } from '../core/uuid.ts';
import { type About, type Entry, findHappenedTo, findNaming } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { findCheckIns, findPassages } from '../visits/index.ts';
import { findPostponements } from './postponed.ts';
import { findTicket, findTicketIds } from './ticket.ts';
import { getTicket, type TicketRecord } from './ticket-record.ts';

/** Something that happened to a ticket. Instants are milliseconds UTC. */
export interface TicketHappening {
  readonly at: number;
  readonly what:
    | 'sold'
    | 'in'
    | 'out'
    | 'undone'
    | 'void'
    | 'exchanged'
    | 'postponed'
    | 'mailed'
    | 'corrected';
  /** User name, where it is known. */
  readonly by?: string | undefined;
  readonly gate?: string | undefined;
  /** Why it was voided, exchanged or postponed; of an admission, why in spite of a refusal. */
  readonly reason?: string;
  /** The day that it was for before it was postponed. */
  readonly from?: CalendarDay;
  /** What admitted it, and whether that was taken back. */
  readonly checkInId?: Uuid;
  readonly isUndone?: boolean;
}

export interface TicketHistory {
  readonly record: TicketRecord;
  /** In the order in which it happened. */
  readonly happenings: readonly TicketHappening[];
}

/**
 * A ticket with its history. An account that sees only its own sales gets neither names nor reasons of the museum's
 * staff.
 * @throws Refusal forbidden, or ticket-not-found
 */
export async function getTicketHistory(
  queries: Queries,
  actor: Actor,
  ticketId: Uuid,
  today: CalendarDay,
): Promise<TicketHistory> {
  const record = await getTicket(queries, actor, ticketId, today);
  const { number, soldAt, orderId } = record.ticket;
  const recorded = (await findPassages(queries, [record.ticket])).get(number) ?? [];
  const checkInIds = recorded.map(({ checkInId }) => checkInId);
  const checkIns = await findCheckIns(queries, checkInIds);
  const [entries, postponements] = await Promise.all([
    findHappenedTo(queries, [orderId ?? ticketId, ticketId, ...checkInIds]),
    findPostponements(queries, [record.ticket]),
  ]);
  const isOfStaff = requirePermission(actor, 'fetch-tickets') === 'all';
  const accountIds = [...entries, ...postponements, ...checkIns.values()].flatMap(
    ({ accountId }) => accountId ?? [],
  );
  const names = await findUsernames(queries, isOfStaff ? [...new Set(accountIds)] : []);
  const came = recorded.map(({ at, gate, direction, checkInId, isUndone }): TicketHappening => {
    const { reason: refusal = null, override = null, accountId = null } = checkIns.get(checkInId) ?? {};
    const reason = isOfStaff && refusal !== null && override !== null && { reason: override };
    const by = nameOf(accountId, names);
    return { at, what: direction, by, gate, checkInId, isUndone, ...reason };
  });
  const actions = actionsIn(entries, names, isOfStaff ? record.madeVoid?.reason : undefined);
  const moved = postponements.map(({ at, accountId, details: { from, reason } }): TicketHappening => {
    const by = nameOf(accountId, names);
    return { at, what: 'postponed', by, from, ...(reason !== undefined && { reason }) };
  });
  const sold: TicketHappening = { at: soldAt, what: 'sold', by: record.soldBy };
  const happenings = [sold, ...came, ...moved, ...actions].sort((one, other) => one.at - other.at);
  return { record, happenings };
}

/** The history from journal entries; why it became void is not in them. */
function actionsIn(entries: readonly Entry[], names: Usernames, reason = ''): TicketHappening[] {
  return entries.flatMap(({ kind, at, accountId, details }): TicketHappening[] => {
    const by = nameOf(accountId, names);
    if (kind === 'admission.undone') return [{ at, what: 'undone', by }];
    if (kind === 'ticket.mailed-again') return [{ at, what: 'mailed', by }];
    if (kind === 'contact.corrected') return [{ at, what: 'corrected', by }];
    if (kind !== 'ticket.void') return [];
    return [{ at, what: 'replacedBy' in details ? 'exchanged' : 'void', by, reason }];
  });
}

type Usernames = ReadonlyMap<Uuid, string>;

function nameOf(accountId: Uuid | null, names: Usernames): string | undefined {
  return accountId === null ? undefined : names.get(accountId);
}

/*
 * One entry of the journal covers all tickets that were sold or admitted together, by their numbers, which are
 * internal. These functions find entries by the id of a ticket, and show ids in place of numbers.
 */

const IDS_AT_ONCE = 1_000;

/** Which entries are about a subject (an id in either case). For a ticket, also those that cover several tickets. */
export async function findAbout(queries: Queries, subject: string): Promise<About> {
  const id = parseUuid(subject);
  const ticket = id && (await findTicket(queries, id));
  if (ticket === undefined) return { subjects: [id ?? subject], positions: [] };
  const { number, ticketId, soldAt } = ticket;
  const passages = (await findPassages(queries, [ticket])).get(number) ?? [];
  const checkInIds = passages.map(({ checkInId }) => checkInId);
  const checkIns = [...(await findCheckIns(queries, checkInIds)).values()];
  const positions = await Promise.all([
    findNaming(queries, number, { kind: 'tickets.sold', at: soldAt }),
    findNaming(queries, number, { kind: 'tickets.imported', at: soldAt }),
    ...checkIns.map(({ verdict, recordedAt }) =>
      findNaming(queries, number, {
        kind: verdict === 'left' ? 'tickets.left' : 'tickets.admitted',
        at: recordedAt,
      }),
    ),
  ]);
  return { subjects: [ticketId, ...checkInIds], positions: [...new Set(positions.flat())] };
}

/** The details of entries about tickets. */
interface Named {
  readonly tickets?: readonly number[];
  readonly number?: number;
  readonly replacedBy?: number;
}

/** These entries, with ids of tickets in place of their numbers. */
export async function withTicketIds<E extends Entry>(queries: Queries, entries: readonly E[]): Promise<E[]> {
  const numbers = entries.flatMap(({ details }) => {
    const { tickets = [], replacedBy }: Named = details;
    return replacedBy === undefined ? tickets : [replacedBy];
  });
  const ids = await idsOf(queries, [...new Set(numbers)]);
  return entries.map((entry) => {
    // The number of a void ticket is left out: its id is the subject.
    const { tickets, replacedBy, number: _, ...details }: Named = entry.details;
    return {
      ...entry,
      // Other subjects may be digits too, such as the id of a key.
      subject: (tickets?.includes(Number(entry.subject)) && ids.get(Number(entry.subject))) || entry.subject,
      details: {
        ...details,
        ...(tickets && { tickets: tickets.map((number) => ids.get(number) ?? number) }),
        ...(replacedBy !== undefined && { replacedBy: ids.get(replacedBy) ?? replacedBy }),
      },
    };
  });
}

async function idsOf(queries: Queries, numbers: readonly number[]): Promise<Map<number, Uuid>> {
  const ids = new Map<number, Uuid>();
  for (let from = 0; from < numbers.length; from += IDS_AT_ONCE) {
    const some = await findTicketIds(queries, numbers.slice(from, from + IDS_AT_ONCE));
    for (const [number, ticketId] of some) ids.set(number, ticketId);
  }
  return ids;
}
