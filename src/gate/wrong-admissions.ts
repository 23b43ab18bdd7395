import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Queries } from '../store/index.ts';
import { findTicketsByNumber, type Ticket } from '../tickets/index.ts';
import { findPassages, findWrongAdmissions, type Passage, type WrongAdmission } from '../visits/index.ts';

/** An admission that a gate without a network should not have made. */
export interface ToldAdmission extends WrongAdmission {
  readonly ticket: Ticket;
  /** Of a ticket that was admitted twice: its first admission. */
  readonly first: Passage | undefined;
}

/**
 * Those with tickets for `from` and later days, the latest first.
 * @throws Refusal forbidden
 */
export async function listWrongAdmissions(
  queries: Queries,
  actor: Actor,
  from: CalendarDay,
  limit: number,
): Promise<ToldAdmission[]> {
  requirePermission(actor, 'read-occupancy');
  const found = await findWrongAdmissions(queries, from, limit);
  const tickets = await findTicketsByNumber(queries, [...new Set(found.map(({ number }) => number))]);
  const passages = await findPassages(queries, tickets);
  return found.map((admission) => {
    const { number, at } = admission;
    const first = passages
      .get(number)
      ?.find((each) => each.direction === 'in' && !each.isConflict && !each.isUndone && each.at < at);
    return {
      ...admission,
      ticket: tickets.find((ticket) => ticket.number === number) as Ticket,
      first: first && { at: first.at, ...(first.gate !== undefined && { gate: first.gate }) },
    };
  });
}
