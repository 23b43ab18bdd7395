import type { Uuid } from '../core/uuid.ts';
import { findAccount, findStanding, type OrderAccount, paidFor } from '../orders/index.ts';
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

/** What a buyer has of an order. */
export interface Bought {
  /** The tickets that are not void. */
  readonly tickets: readonly BuyersTicket[];
  readonly account: OrderAccount;
}

export async function findBought(
  queries: Queries,
  orderId: Uuid,
  { days }: Pick<VisitRules, 'days'>,
): Promise<Bought> {
  const standing = await findStanding(queries, await findTicketsOf(queries, [orderId]));
  const [standings, unused, account] = await Promise.all([
    findStandings(queries, standing, await days.current()),
    findUnused(queries, standing),
    findAccount(queries, orderId),
  ]);
  const tickets = standing.map((ticket) => {
    const { state } = standings.get(ticket.number) as Standing;
    const worth = paidFor(account.facts, ticket.ticketId);
    const isFree = ticket.priceCents === 0 && worth === 0;
    return { ticket, state, isUsed: !unused.includes(ticket), isFree, isPaidBack: !isFree && worth === 0 };
  });
  return { tickets, account };
}
