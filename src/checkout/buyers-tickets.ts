import type { Uuid } from '../core/uuid.ts';
import { findAccount, findStanding, paidFor } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';
import {
  findStandings,
  findTicketsOf,
  findUnused,
  type Standing,
  type Ticket,
  type TicketState,
} from '../tickets/index.ts';
import type { VisitRules } from './visit.ts';

/** A ticket that is not void, with what decides what its buyer can do with it. */
export interface BuyersTicket {
  readonly ticket: Ticket;
  readonly state: TicketState;
  readonly isUsed: boolean;
  /** Nothing was paid for it. */
  readonly isFree: boolean;
  /** What was paid for it has gone back, or is about to. */
  readonly isPaidBack: boolean;
}

/** The tickets of the order that are not void. */
export async function findBuyersTickets(
  queries: Queries,
  orderId: Uuid,
  { days }: Pick<VisitRules, 'days'>,
): Promise<BuyersTicket[]> {
  const tickets = await findStanding(queries, await findTicketsOf(queries, [orderId]));
  const [standings, unused, { facts }] = await Promise.all([
    findStandings(queries, tickets, await days.current()),
    findUnused(queries, tickets),
    findAccount(queries, orderId),
  ]);
  return tickets.map((ticket) => {
    const { state } = standings.get(ticket.number) as Standing;
    const worth = paidFor(facts, ticket.ticketId);
    const isFree = ticket.priceCents === 0 && worth === 0;
    return { ticket, state, isUsed: !unused.includes(ticket), isFree, isPaidBack: !isFree && worth === 0 };
  });
}
