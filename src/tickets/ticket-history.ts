import { findUsernames } from '../accounts/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';
import { findPassages } from '../visits/index.ts';
import { getTicket, type TicketRecord } from './ticket-record.ts';
import { findVoids, type TicketVoid } from './void-store.ts';

/** Something that happened to a ticket. Instants are milliseconds UTC. */
export interface TicketHappening {
  readonly at: number;
  readonly what: 'sold' | 'in' | 'out' | 'void' | 'exchanged';
  /** User name, where it is known. */
  readonly by?: string | undefined;
  readonly gate?: string | undefined;
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

/** A ticket with all that happened to it. @throws Refusal forbidden, or ticket-not-found */
export async function getTicketHistory(
  queries: Queries,
  actor: Actor,
  ticketId: Uuid,
  today: CalendarDay,
): Promise<TicketHistory> {
  const record = await getTicket(queries, actor, ticketId, today);
  const { number, soldAt } = record.ticket;
  const [passages, voids] = await Promise.all([
    findPassages(queries, [record.ticket]),
    findVoids(queries, [number]),
  ]);
  const came = (passages.get(number) ?? []).map(
    ({ at, gate, direction, checkInId, isUndone }): TicketHappening => {
      return { at, what: direction, gate, checkInId, isUndone };
    },
  );
  const sold: TicketHappening = { at: soldAt, what: 'sold', by: record.soldBy };
  const ended = await endOf(queries, voids.get(number));
  const happenings = [sold, ...came, ...ended].sort((one, other) => one.at - other.at);
  return { record, happenings };
}

async function endOf(queries: Queries, found: TicketVoid | undefined): Promise<TicketHappening[]> {
  if (found === undefined) return [];
  const { voidedAt: at, reason, voidedBy, replacedBy } = found;
  const names = await findUsernames(queries, voidedBy === null ? [] : [voidedBy]);
  const by = voidedBy === null ? undefined : names.get(voidedBy);
  return [{ at, what: replacedBy === null ? 'void' : 'exchanged', by, reason }];
}
