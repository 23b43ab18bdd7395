import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';

/**
 * What a buyer is owed that no payment provider pays back: `returned`: for tickets that were given back; `moved`: for tickets that were
 * exchanged for cheaper ones; `paid`: it was paid.
 */
export type DueReason = 'returned' | 'moved' | 'paid';

export interface NewDue {
  /** The id of the order, or of a ticket that was sold alone. */
  readonly orderId: Uuid;
  /** Hundredths; below zero: it was paid. */
  readonly cents: number;
  readonly currency: string;
  readonly reason: DueReason;
}

/** Writes down that money is owed to a buyer, or was paid; nothing, if it is none. */
export async function addDue(
  context: ActionContext,
  { orderId, cents, currency, reason }: NewDue,
): Promise<void> {
  if (cents === 0) return;
  const { tx, now } = context;
  const dueId = uuidV7(now);
  await Promise.all([
    tx.insert(
      'dues',
      ['due_id', 'order_id', 'amount_cents', 'reason', 'at'],
      [[dueId, orderId, cents, reason, now]],
    ),
    record(context, { kind: 'due.recorded', subject: orderId, details: { dueId, cents, currency, reason } }),
  ]);
}

/** The orders whose buyers are owed something, by their ids, in hundredths: those that were owed first come first. */
export async function findOwing(queries: Queries, limit: number): Promise<Map<Uuid, number>> {
  const rows = await queries.all<{ orderId: Uuid; cents: number }>(
    `SELECT order_id AS "orderId", sum(amount_cents) AS cents FROM dues
      GROUP BY order_id HAVING sum(amount_cents) > 0 ORDER BY min(at), order_id LIMIT ${limit}`,
  );
  return new Map(rows.map(({ orderId, cents }) => [orderId, Number(cents)]));
}

/** What is owed to the buyers of those orders and was not paid, in hundredths, by the id of the order. */
export async function findDues(queries: Queries, orderIds: readonly Uuid[]): Promise<Map<Uuid, number>> {
  const rows = await queries.all<{ orderId: Uuid; cents: number }>(
    'SELECT order_id AS "orderId", sum(amount_cents) AS cents FROM dues WHERE order_id IN ? GROUP BY order_id',
    [orderIds],
  );
  return new Map(rows.map(({ orderId, cents }) => [orderId, Number(cents)]));
}

export interface Due extends Pick<NewDue, 'orderId' | 'cents'> {
  /** Instant, milliseconds UTC. */
  readonly at: number;
}

/** What was owed to the buyers of those orders, and what was paid of it, as it was written down. */
export function listDues(queries: Queries, orderIds: readonly Uuid[]): Promise<Due[]> {
  return queries.all<Due>(
    'SELECT order_id AS "orderId", amount_cents AS "cents", at AS "at" FROM dues WHERE order_id IN ?',
    [orderIds],
  );
}
