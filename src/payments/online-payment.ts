import type { Actor } from '../core/actor.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { addPayments, type Payment } from './payment.ts';
import type { ProviderName } from './provider.ts';

/** `open`: it can still be paid, as far as is known; `ended`: it was not paid and can't be any more. */
export type OnlinePaymentState = 'open' | 'paid' | 'ended';

/** A payment that a provider was asked to take. */
export interface OnlinePayment {
  readonly onlinePaymentId: Uuid;
  readonly orderId: Uuid;
  readonly provider: ProviderName;
  /** Hundredths. */
  readonly cents: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly startedAt: number;
  readonly state: OnlinePaymentState;
  /** The provider's session; null: its answer has not arrived, so that nobody knows where to pay. */
  readonly session: string | null;
  /** The payment that records the money, once it was taken. */
  readonly paymentId: Uuid | null;
}

/**
 * Why money goes back. `late`: it came when the places were gone; `cancelled`: its buyer had cancelled the order;
 * `paid-twice`: the order was paid already; `changed`: it was for another amount than the order is now; `event`: a date
 * was cancelled; `void`: tickets were made void or exchanged.
 */
export type RefundReason = 'late' | 'cancelled' | 'paid-twice' | 'changed' | 'event' | 'void';

/** Money of an online payment that goes back through its provider. */
export interface Refund {
  readonly refundId: Uuid;
  readonly onlinePaymentId: Uuid;
  /** Whose tickets it is for: of the online payment, or what they were exchanged for. */
  readonly orderId: Uuid;
  /** Hundredths, above zero. */
  readonly cents: number;
  readonly reason: RefundReason;
  readonly dueAt: number;
  /** How often the provider was asked, and when it is asked next; null: no more. */
  readonly tries: number;
  readonly nextAt: number | null;
  /** What the provider said last, if it does not pay it back. */
  readonly failure: string | null;
  /** The payment that records that it was paid back. */
  readonly paymentId: Uuid | null;
}

/**
 * What became of a payment. `open` and `ended`: as its state; else it was taken, and all of it is kept, some is owed to
 * the buyer, or some was paid back and nothing is owed.
 */
export type PaymentOutcome = 'open' | 'ended' | 'kept' | 'refund-due' | 'refunded';

export function outcomeOf({ state }: OnlinePayment, refunds: readonly Refund[]): PaymentOutcome {
  if (state !== 'paid') return state;
  if (refunds.length === 0) return 'kept';
  return refunds.some(({ paymentId }) => paymentId === null) ? 'refund-due' : 'refunded';
}

const COLUMNS = {
  onlinePaymentId: 'online_payment_id',
  orderId: 'order_id',
  provider: 'provider',
  cents: 'amount_cents',
  currency: 'currency',
  startedAt: 'started_at',
  state: 'state',
  session: 'session',
  paymentId: 'payment_id',
} as const satisfies Record<keyof OnlinePayment, string>;
const MEMBERS = Object.keys(COLUMNS) as (keyof OnlinePayment)[];

const SELECT = `SELECT ${MEMBERS.map((member) => `${COLUMNS[member]} AS "${member}"`).join(', ')} FROM online_payments`;

/** Writes a payment down before its provider is asked, with an entry in the journal. */
export async function addOnlinePayment(tx: Transaction, actor: Actor, payment: OnlinePayment): Promise<void> {
  const { onlinePaymentId, orderId, provider, cents, currency, startedAt } = payment;
  const details = { onlinePaymentId, provider, cents, currency };
  await Promise.all([
    tx.insert('online_payments', Object.values(COLUMNS), [MEMBERS.map((member) => payment[member])]),
    record({ tx, actor, now: startedAt }, { kind: 'payment.started', subject: orderId, details }),
  ]);
}

/** Keeps the provider's session. @returns false when the payment has ended meanwhile */
export async function keepSession(tx: Transaction, onlinePaymentId: Uuid, session: string): Promise<boolean> {
  const kept = await tx.run(
    "UPDATE online_payments SET session = ? WHERE online_payment_id = ? AND state = 'open'",
    [session, onlinePaymentId],
  );
  return kept > 0;
}

/** It was not paid, and can't be any more. */
export async function endOnlinePayment(tx: Transaction, onlinePaymentId: Uuid): Promise<void> {
  await tx.run("UPDATE online_payments SET state = 'ended' WHERE online_payment_id = ?", [onlinePaymentId]);
}

/** The money was taken: `payment` records it, and says for which order. */
export async function takeOnlinePayment(
  tx: Transaction,
  actor: Actor,
  { onlinePaymentId }: OnlinePayment,
  payment: Payment,
): Promise<void> {
  await addPayments(tx, actor, [payment]);
  await tx.run(
    "UPDATE online_payments SET state = 'paid', payment_id = ?, order_id = ? WHERE online_payment_id = ?",
    [payment.paymentId, payment.orderId, onlinePaymentId],
  );
}

/** All online payments of those orders, the oldest first. */
export async function findOnlinePayments(
  queries: Queries,
  orderIds: readonly Uuid[],
): Promise<OnlinePayment[]> {
  return queries.all<OnlinePayment>(`${SELECT} WHERE order_id IN ? ORDER BY online_payment_id`, [orderIds]);
}

/** These payments, locked until the transaction ends. */
export async function lockOnlinePayments(
  tx: Transaction,
  orderIds: readonly Uuid[],
): Promise<OnlinePayment[]> {
  return tx.all<OnlinePayment>(
    `${SELECT} WHERE order_id IN ? ORDER BY online_payment_id${tx.dialect.lockForUpdate}`,
    [orderIds],
  );
}

/** The payment that the session of that provider is for. */
export async function findBySession(
  queries: Queries,
  provider: ProviderName,
  session: string,
): Promise<OnlinePayment | undefined> {
  return queries.get<OnlinePayment>(`${SELECT} WHERE session = ? AND provider = ?`, [session, provider]);
}

/** What providers took for the order, less what was paid back or is owed, in cents. */
export async function findKept(queries: Queries, orderId: Uuid): Promise<number> {
  return (await findKeptOf(queries, [orderId])).get(orderId) ?? 0;
}

/** What `findKept` finds for each of those orders for which a provider took something. */
export async function findKeptOf(queries: Queries, orderIds: readonly Uuid[]): Promise<Map<Uuid, number>> {
  const rows = await queries.all<{ orderId: Uuid; kept: number }>(
    `SELECT order_id AS "orderId", sum(amount_cents - (SELECT coalesce(sum(refunds.amount_cents), 0) FROM refunds
                      WHERE refunds.online_payment_id = online_payments.online_payment_id)) AS kept
       FROM online_payments WHERE order_id IN ? AND state = 'paid' GROUP BY order_id`,
    [orderIds],
  );
  return new Map(rows.map(({ orderId, kept }) => [orderId, Number(kept)]));
}

/** After this nobody knows whether a payment was made. Its session has ended, unless the provider can't be asked. */
const UNCERTAIN_MS = 2 * 3_600_000;

/** The payments of which nobody knows whether they were made, the oldest first. */
export async function findUncertain(queries: Queries, now: number): Promise<OnlinePayment[]> {
  return queries.all<OnlinePayment>(
    `${SELECT} WHERE state = 'open' AND started_at < ? ORDER BY online_payment_id`,
    [now - UNCERTAIN_MS],
  );
}

/** How many payments can still be made, as far as is known. Cheap: it reads no others. */
export async function countOpenPayments(queries: Queries): Promise<number> {
  const row = await queries.get<{ open: number }>(
    "SELECT count(*) AS open FROM online_payments WHERE state = 'open'",
  );
  return Number(row?.open ?? 0);
}

/** Each finds rows that can't be, and says what is wrong with one. */
const FAULTS: readonly { readonly sql: string; readonly say: (row: FaultyRow) => string }[] = [
  {
    sql: `SELECT online_payment_id AS id, order_id AS "of" FROM online_payments
           WHERE NOT EXISTS (SELECT 1 FROM orders WHERE orders.order_id = online_payments.order_id)`,
    say: ({ id, of }) => `The online payment ${id} is for the order ${of}, which does not exist.`,
  },
  {
    sql: `SELECT online_payment_id AS id, online_payments.order_id AS "of" FROM online_payments
            LEFT JOIN payments ON payments.payment_id = online_payments.payment_id
           WHERE state = 'paid' AND (payments.payment_id IS NULL OR payments.order_id <> online_payments.order_id
              OR payments.method <> 'online' OR payments.amount_cents <> online_payments.amount_cents)`,
    say: ({ id, of }) => `The online payment ${id} was taken, but no payment of the order ${of} records it.`,
  },
  {
    sql: `SELECT online_payment_id AS id, order_id AS "of" FROM online_payments
           WHERE state = 'paid' AND amount_cents <>
                 (SELECT coalesce(sum(amount_cents), 0) FROM refunds
                   WHERE refunds.online_payment_id = online_payments.online_payment_id)
             AND NOT EXISTS (SELECT 1 FROM orders
                              WHERE orders.order_id = online_payments.order_id AND state IN ('sold', 'void'))`,
    say: ({ id, of }) => `The online payment ${id} is kept, but the order ${of} is not sold.`,
  },
  {
    sql: `SELECT online_payments.online_payment_id AS id, online_payments.order_id AS "of"
            FROM online_payments JOIN refunds ON refunds.online_payment_id = online_payments.online_payment_id
           GROUP BY online_payments.online_payment_id, online_payments.order_id
          HAVING sum(refunds.amount_cents) > max(online_payments.amount_cents)`,
    say: ({ id }) => `More is paid back or owed of the online payment ${id} than was paid.`,
  },
  {
    sql: `SELECT refund_id AS id, refunds.order_id AS "of" FROM refunds
            LEFT JOIN payments ON payments.payment_id = refunds.payment_id
           WHERE refunds.payment_id IS NOT NULL AND (payments.payment_id IS NULL
              OR payments.order_id <> refunds.order_id OR payments.amount_cents <> -refunds.amount_cents)`,
    say: ({ id, of }) => `The refund ${id} was made, but no payment of the order ${of} records it.`,
  },
];

/** Every online payment belongs to an order and is kept, paid back or owed. Yields a sentence for each that is not. */
export async function* checkOnlinePayments(queries: Queries): AsyncGenerator<string, void> {
  for (const { sql, say } of FAULTS)
    for (const row of await queries.all<FaultyRow>(`${sql} LIMIT 1000`)) yield say(row);
}

interface FaultyRow {
  readonly id: string;
  readonly of: string;
}
