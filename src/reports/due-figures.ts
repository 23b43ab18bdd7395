import type { DayRange } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Entry, JournalKind } from '../journal/index.ts';
import type { DueChange } from '../orders/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { CANCELLING, findJoinedOrders, findOrderIds } from '../tickets/index.ts';

const AT_ONCE = 512;

/**
 * The orders to whose buyers what is due may have changed by those journal entries. Something is due only once tickets were cancelled, or
 * money is owed; from then on, everything that happens to the order may change it.
 */
export async function findDueTouched(queries: Queries, entries: readonly Entry[]): Promise<Set<Uuid>> {
  const ofKind = (kinds: readonly JournalKind[]) => entries.filter(({ kind }) => kinds.includes(kind));
  const numbersIn = ({ details }: Entry) => (details as { tickets: readonly number[] }).tickets;
  const touched = new Set([
    ...(await ordersOfTickets(queries, ofKind(CANCELLING).flatMap(numbersIn))),
    ...(await ordersNamed(queries, ofKind(['refund.due', 'due.recorded']))),
  ]);
  const voids = ofKind(['ticket.void']).map(({ details }) => (details as { number: number }).number);
  const others = new Set([
    ...(await ordersOfTickets(queries, voids)),
    ...(await ordersNamed(
      queries,
      ofKind(['payment.recorded', 'articles.returned', 'gift.returned', 'passes.void']),
    )),
  ]);
  for (const orderId of await findKnown(queries, others)) touched.add(orderId);
  return touched;
}

function ordersOfTickets(queries: Queries, numbers: readonly number[]): Promise<Uuid[]> {
  return inParts(numbers, (some) => findOrderIds(queries, some));
}

/** Version 1.0 named the ticket that an exchange made, which belongs to the order of the old one. */
async function ordersNamed(queries: Queries, entries: readonly Entry[]): Promise<Uuid[]> {
  const named = [...new Set(entries.map(({ subject }) => subject as Uuid))];
  return inParts(named, async (some) => {
    const joined = await findJoinedOrders(queries, some);
    return some.map((id) => joined.get(id) ?? id);
  });
}

function findKnown(queries: Queries, orderIds: ReadonlySet<Uuid>): Promise<Uuid[]> {
  return inParts([...orderIds], async (some) => {
    const rows = await queries.all<{ orderId: Uuid }>(
      'SELECT DISTINCT order_id AS "orderId" FROM due_changes WHERE order_id IN ?',
      [some],
    );
    return rows.map(({ orderId }) => orderId);
  });
}

async function inParts<Key, Found>(
  keys: readonly Key[],
  find: (some: readonly Key[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let from = 0; from < keys.length; from += AT_ONCE)
    found.push(...(await find(keys.slice(from, from + AT_ONCE))));
  return found;
}

/** Replaces what is stored of those orders. */
export async function replaceDueChanges(
  tx: Transaction,
  orderIds: ReadonlySet<Uuid>,
  changes: readonly DueChange[],
): Promise<void> {
  await inParts([...orderIds], async (some) => {
    await tx.run('DELETE FROM due_changes WHERE order_id IN ?', [some]);
    return [];
  });
  await tx.insert(
    'due_changes',
    ['order_id', 'day', 'sold_by', 'currency', 'amount_cents'],
    changes.map(({ orderId, day, soldBy, currency, cents }) => [orderId, day, soldBy ?? '', currency, cents]),
  );
}

/** By how much has changed what is due, on a day. */
export type DayDue = Pick<DueChange, 'day' | 'cents'>;

export interface DueTerms {
  readonly range: DayRange;
  /** ISO 4217: orders in others are left out. */
  readonly currency: string;
  /** The account whose sales alone count; undefined: all do. */
  readonly seller: Uuid | null | undefined;
}

/** What is stored, of all orders. A day comes once. */
export function findStoredDues(
  queries: Queries,
  { range: { from, to }, currency, seller }: DueTerms,
): Promise<DayDue[]> {
  const [own, sellers] = seller === undefined ? ['', []] : [' AND sold_by = ?', [seller ?? '']];
  return queries.all<DayDue>(
    `SELECT day AS "day", sum(amount_cents) AS "cents" FROM due_changes
      WHERE day BETWEEN ? AND ? AND currency = ?${own} GROUP BY day`,
    [from, to, currency, ...sellers],
  );
}

/** What is stored of those orders. */
export function findStoredChanges(queries: Queries, orderIds: ReadonlySet<Uuid>): Promise<DueChange[]> {
  return inParts([...orderIds], (some) =>
    queries.all<DueChange>(
      `SELECT order_id AS "orderId", day AS "day", nullif(sold_by, '') AS "soldBy", currency AS "currency",
              amount_cents AS "cents" FROM due_changes WHERE order_id IN ?`,
      [some],
    ),
  );
}
