import type { CalendarDay } from '../core/calendar-day.ts';
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
  /** What was called off, that it is owed for: an event, or "general", on a day. Left out: something else. */
  readonly date?: { readonly product: string; readonly day: CalendarDay } | undefined;
}

/** Writes down that money is owed to a buyer, or was paid; nothing, if it is none. */
export async function addDue(
  context: ActionContext,
  { orderId, cents, currency, reason, date }: NewDue,
): Promise<void> {
  if (cents === 0) return;
  const { tx, now } = context;
  const dueId = uuidV7(now);
  const [product, day] = [date?.product ?? null, date?.day ?? null];
  await Promise.all([
    tx.insert(
      'dues',
      ['due_id', 'order_id', 'amount_cents', 'reason', 'at', 'product', 'day'],
      [[dueId, orderId, cents, reason, now, product, day]],
    ),
    record(context, { kind: 'due.recorded', subject: orderId, details: { dueId, cents, currency, reason } }),
  ]);
}

/**
 * Writes down that so much of what the buyer of an order is owed was paid.
 * @param isFirst what of it was paid first
 */
export async function payDues(
  context: ActionContext,
  { orderId, cents, currency }: Pick<NewDue, 'orderId' | 'cents' | 'currency'>,
  isFirst: (due: Due) => boolean = () => false,
): Promise<void> {
  const dues = await listDues(context.tx, [orderId]);
  const ordered = [...dues.filter(isFirst), ...dues.filter((due) => !isFirst(due))];
  let rest = cents;
  for (const some of Map.groupBy(ordered, ({ date }) => date && `${date.product} ${date.day}`).values()) {
    const owed = some.reduce((sum, due) => sum + due.cents, 0);
    const paid = Math.min(rest, Math.max(0, owed));
    await addDue(context, { orderId, cents: -paid, currency, reason: 'paid', date: some[0]?.date });
    rest -= paid;
  }
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

export interface Due extends Pick<NewDue, 'orderId' | 'cents' | 'date'> {
  /** Instant, milliseconds UTC. */
  readonly at: number;
}

/** What was owed to the buyers of those orders, and what was paid of it, as it was written down, the oldest first. */
export async function listDues(queries: Queries, orderIds: readonly Uuid[]): Promise<Due[]> {
  const rows = await queries.all<Due & { product: string | null; day: CalendarDay }>(
    `SELECT order_id AS "orderId", amount_cents AS "cents", at AS "at", product AS "product", day AS "day"
       FROM dues WHERE order_id IN ? ORDER BY at, coalesce(day, ''), due_id`,
    [orderIds],
  );
  return rows.map(({ orderId, cents, at, product, day }) => {
    return { orderId, cents, at, date: product === null ? undefined : { product, day } };
  });
}
