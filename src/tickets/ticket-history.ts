import { findUsernames } from '../accounts/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Entry, findHappenedTo } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { findCheckIns, findPassages } from '../visits/index.ts';
import { getTicket, type TicketRecord } from './ticket-record.ts';
import { findVoids } from './void-store.ts';

/** Something that happened to a ticket. Instants are milliseconds UTC. */
export interface TicketHappening {
  readonly at: number;
  readonly what: 'sold' | 'in' | 'out' | 'undone' | 'void' | 'exchanged' | 'mailed' | 'corrected';
  /** User name, where it is known. */
  readonly by?: string | undefined;
  readonly gate?: string | undefined;
  /** Why it was voided or exchanged; of an admission, why in spite of a refusal. */
  readonly reason?: string;
  /** Of an admission, and whether it was taken back. */
  readonly checkInId?: Uuid;
  readonly isUndone?: boolean;
}

export interface TicketHistory {
  readonly record: TicketRecord;
  /** In the order in which it happened. */
  readonly happenings: readonly TicketHappening[];
}

/**
 * A ticket with its history. An account that sees only its own sales gets neither names nor reasons of the museum's staff.
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
  const [passages, voids] = await Promise.all([
    findPassages(queries, [record.ticket]),
    findVoids(queries, [number]),
  ]);
  const recorded = passages.get(number) ?? [];
  const checkInIds = recorded.map(({ checkInId }) => checkInId);
  const checkIns = await findCheckIns(queries, checkInIds);
  const entries = await findHappenedTo(queries, [orderId ?? ticketId, ticketId, ...checkInIds]);
  const isOfStaff = requirePermission(actor, 'fetch-tickets') === 'all';
  const accountIds = [...entries, ...checkIns.values()].flatMap(({ accountId }) => accountId ?? []);
  const names = await findUsernames(queries, isOfStaff ? [...new Set(accountIds)] : []);
  const came = recorded.map(({ at, gate, direction, checkInId, isUndone }): TicketHappening => {
    const { reason: refusal = null, override = null, accountId = null } = checkIns.get(checkInId) ?? {};
    const reason = isOfStaff && refusal !== null && override !== null && { reason: override };
    const by = nameOf(accountId, names);
    return { at, what: direction, by, gate, checkInId, isUndone, ...reason };
  });
  const actions = actionsIn(entries, names, isOfStaff ? voids.get(number)?.reason : undefined);
  const sold: TicketHappening = { at: soldAt, what: 'sold', by: record.soldBy };
  const happenings = [sold, ...came, ...actions].sort((one, other) => one.at - other.at);
  return { record, happenings };
}

/** The history from journal entries, which hold no reasons. */
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
