import type { Actor } from '../core/actor.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import type { OnlinePayment } from './online-payment.ts';
import type { Payment } from './payment.ts';
import { addPayments } from './payment-store.ts';
import type { ProviderName } from './provider.ts';

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

/** The money was taken: `payment` records it. */
export async function takeOnlinePayment(
  tx: Transaction,
  actor: Actor,
  { onlinePaymentId }: OnlinePayment,
  payment: Payment,
): Promise<void> {
  await addPayments(tx, actor, [payment]);
  await tx.run("UPDATE online_payments SET state = 'paid', payment_id = ? WHERE online_payment_id = ?", [
    payment.paymentId,
    onlinePaymentId,
  ]);
}

/** All online payments of those orders, the oldest first. */
export async function findOnlinePayments(
  queries: Queries,
  orderIds: readonly Uuid[],
): Promise<OnlinePayment[]> {
  return queries.all<OnlinePayment>(`${SELECT} WHERE order_id IN ? ORDER BY online_payment_id`, [orderIds]);
}

/** The same, locked until the transaction ends. */
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
  const row = await queries.get<{ kept: number }>(
    `SELECT coalesce(sum(amount_cents - (SELECT coalesce(sum(refunds.amount_cents), 0) FROM refunds
                      WHERE refunds.online_payment_id = online_payments.online_payment_id)), 0) AS kept
       FROM online_payments WHERE order_id = ? AND state = 'paid'`,
    [orderId],
  );
  return Number(row?.kept ?? 0);
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
