import { findSoldArticles, type SoldArticle } from '../articles/index.ts';
import type { Actor } from '../core/actor.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { findGiftsOfOrders, type Gift } from '../gifts/index.ts';
import { lockStandingPasses, type Pass } from '../passes/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import {
  findTicketsByIds,
  findTicketsOf,
  findVoids,
  isJoined,
  lockTickets,
  orderOf,
  type Ticket,
} from '../tickets/index.ts';
import { giftsIn, passesIn } from './goods.ts';
import type { Order } from './order.ts';
import { lockOrder } from './order-store.ts';

/** An order that was sold, locked with all of its tickets until the transaction ends. */
export interface SoldOrder {
  /** That of the ticket, if it was sold alone. */
  readonly orderId: Uuid;
  /** Undefined: a ticket that was sold alone. */
  readonly order: Order | undefined;
  /** Also those for which others were exchanged, in the order of their numbers; none in an order of articles alone. */
  readonly tickets: readonly Ticket[];
  readonly articles: readonly SoldArticle[];
  readonly gifts: readonly Gift[];
  /** Those that are neither void nor replaced. */
  readonly passes: readonly Pass[];
}

/**
 * Locks an order, and then its tickets in the order of their numbers: whatever makes tickets void or pays money back begins with
 * this, before it locks slots.
 * @param orderId of an order, or of a ticket that was sold alone
 * @throws Refusal order-not-found, also for one that the actor may not see; order-not-sold
 */
export async function lockSold(
  tx: Transaction,
  { accountId }: Pick<Actor, 'accountId'>,
  scope: 'all' | 'own',
  orderId: Uuid,
): Promise<SoldOrder> {
  const id = await orderIdFor(tx, orderId);
  const [alone] = await lockTickets(tx, { ticketIds: [id] });
  const isTheirs = alone?.orderId === null && (scope === 'all' || alone.soldBy === accountId);
  const order = isTheirs ? undefined : await lockOrder(tx, { accountId }, scope, id);
  if (order?.state === 'held' || order?.state === 'released')
    throw new Refusal('order-not-sold', { orderId: id });
  const numbers = (await findTicketsOf(tx, [id])).map(({ number }) => number);
  const goods = order?.goods ?? [];
  const articles = goods.length > 0 ? await findSoldArticles(tx, [id]) : undefined;
  const gifts = giftsIn(goods).length > 0 ? await findGiftsOfOrders(tx, [id]) : [];
  const passes = passesIn(goods).length > 0 ? await lockStandingPasses(tx, id) : [];
  const tickets = await lockTickets(tx, { numbers });
  return { orderId: id, order, tickets, articles: articles?.get(id) ?? [], gifts, passes };
}

/** The order that is meant by an id: before version 1.1, an exchanged ticket was an order of its own. */
export async function orderIdFor(queries: Queries, id: Uuid): Promise<Uuid> {
  const [ticket] = await findTicketsByIds(queries, [id]);
  return ticket !== undefined && isJoined(ticket) ? orderOf(ticket) : id;
}

/** Those of the tickets that are not void. */
export async function findStanding(queries: Queries, tickets: readonly Ticket[]): Promise<Ticket[]> {
  const voids = await findVoids(
    queries,
    tickets.map(({ number }) => number),
  );
  return tickets.filter(({ number }) => !voids.has(number));
}

/**
 * Those of an order's tickets that are named, each once.
 * @param standing those that are not void
 * @throws Refusal not-of-order or ticket-void
 */
export function chosenOf(
  { orderId, tickets }: SoldOrder,
  standing: readonly Ticket[],
  ticketIds: readonly Uuid[],
): Ticket[] {
  const strange = ticketIds.filter((id) => !tickets.some(({ ticketId }) => ticketId === id));
  if (strange.length > 0) throw new Refusal('not-of-order', { orderId, ticketIds: strange });
  return [...new Set(ticketIds)].map((id) => {
    const ticket = standing.find(({ ticketId }) => ticketId === id);
    if (ticket === undefined) throw new Refusal('ticket-void', { ticketId: id, asked: 'change' });
    return ticket;
  });
}
