import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';
import type { Order } from './order.ts';
import { findOrdersById } from './order-store.ts';

/** A buyer's move to dearer tickets, which is done when the difference is paid. */
export interface TicketMove {
  /** The order that holds the new places, an item for each ticket. */
  readonly holdId: Uuid;
  /** The order whose tickets are moved. */
  readonly orderId: Uuid;
  /** The numbers of the tickets, in the order of the items. */
  readonly tickets: readonly number[];
  /** Hundredths: what is paid beside the old tickets. */
  readonly cents: number;
}

/** A move whose new places are held. */
export interface OpenMove extends TicketMove {
  readonly hold: Order;
}

export async function addMove(
  tx: Transaction,
  { holdId, orderId, tickets, cents }: TicketMove,
): Promise<void> {
  const columns = ['hold_id', 'order_id', 'tickets', 'amount_cents'];
  await tx.insert('moves', columns, [[holdId, orderId, JSON.stringify(tickets), cents]]);
}

/** The move for which an order holds places; undefined: it is an order like others. */
export async function findMove(queries: Queries, holdId: Uuid): Promise<TicketMove | undefined> {
  const [found] = await findMoves(queries, 'hold_id = ?', holdId);
  return found;
}

/** What holds places for a move is sold only with it. @throws Refusal order-for-move */
export async function requireNoMove(tx: Transaction, { orderId, heldFor }: Order): Promise<void> {
  const move = heldFor === null ? undefined : await findMove(tx, orderId);
  if (move !== undefined) throw new Refusal('order-for-move', { orderId, moveOf: move.orderId });
}

/** The order whose tickets are moved. */
export interface MovedOrder extends Pick<TicketMove, 'orderId' | 'cents'> {
  /** Null: a ticket that was sold alone. */
  readonly orderCode: string | null;
}

/** For which orders' moves those orders hold places, or have held some, by their ids. */
export async function findMovedOrders(
  queries: Queries,
  holds: readonly { readonly orderId: Uuid; readonly heldFor: Order['heldFor'] }[],
): Promise<Map<Uuid, MovedOrder>> {
  const holdIds = holds.filter(({ heldFor }) => heldFor !== null).map(({ orderId }) => orderId);
  if (holdIds.length === 0) return new Map();
  const rows = await queries.all<MovedOrder & { holdId: Uuid }>(
    `SELECT hold_id AS "holdId", moves.order_id AS "orderId", order_code AS "orderCode", amount_cents AS cents
       FROM moves LEFT JOIN orders ON orders.order_id = moves.order_id WHERE hold_id IN ?`,
    [holdIds],
  );
  return new Map(rows.map(({ holdId, ...moved }) => [holdId, { ...moved, cents: Number(moved.cents) }]));
}

/** All moves of an order that were to be paid, the oldest first. */
export function findMovesOf(queries: Queries, orderId: Uuid): Promise<TicketMove[]> {
  return findMoves(queries, 'order_id = ?', orderId);
}

/** The moves of an order that are open: one at most, but for a moment. */
export async function findOpenMoves(queries: Queries, orderId: Uuid): Promise<OpenMove[]> {
  const moves = await findMovesOf(queries, orderId);
  const holds = await findOrdersById(
    queries,
    moves.map(({ holdId }) => holdId),
  );
  return moves.flatMap((move) => {
    const hold = holds.get(move.holdId);
    return hold?.state === 'held' ? [{ ...move, hold }] : [];
  });
}

async function findMoves(queries: Queries, where: string, value: Uuid): Promise<TicketMove[]> {
  const rows = await queries.all<Omit<TicketMove, 'tickets' | 'cents'> & { tickets: string; cents: number }>(
    `SELECT hold_id AS "holdId", order_id AS "orderId", tickets, amount_cents AS cents
       FROM moves WHERE ${where} ORDER BY hold_id`,
    [value],
  );
  return rows.map(({ tickets, cents, ...move }) => ({
    ...move,
    tickets: JSON.parse(tickets) as number[],
    cents: Number(cents),
  }));
}

/** How often buyers have moved those tickets by choice, by number; none of it: never. */
export async function countMoves(queries: Queries, numbers: readonly number[]): Promise<Map<number, number>> {
  const rows = await queries.all<{ number: number; moves: number }>(
    'SELECT number, moves FROM moved_tickets WHERE number IN ?',
    [numbers],
  );
  return new Map(rows.map(({ number, moves }) => [number, Number(moves)]));
}

/** @param moved the numbers of new tickets, and how often they were moved by choice */
export async function addMovedTickets(
  tx: Transaction,
  moved: readonly (readonly [number: number, moves: number])[],
): Promise<void> {
  await tx.insert(
    'moved_tickets',
    ['number', 'moves'],
    moved.map(([number, moves]) => [number, moves]),
  );
}
