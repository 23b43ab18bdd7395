import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import type { OnlinePayment, Refund, RefundReason } from './online-payment.ts';
import { lockOnlinePayments } from './online-payment.ts';
import type { Payment } from './payment.ts';
import { addPayments } from './payment.ts';
import type { ProviderName } from './provider.ts';

const COLUMNS = {
  refundId: 'refund_id',
  onlinePaymentId: 'online_payment_id',
  orderId: 'order_id',
  cents: 'amount_cents',
  reason: 'reason',
  dueAt: 'due_at',
  tries: 'tries',
  nextAt: 'next_at',
  failure: 'failure',
  paymentId: 'payment_id',
} as const satisfies Record<keyof Refund, string>;
const MEMBERS = Object.keys(COLUMNS) as (keyof Refund)[];

const SELECTED = MEMBERS.map((member) => `refunds.${COLUMNS[member]} AS "${member}"`).join(', ');

/** A refund with what its provider is asked with. */
export interface DueRefund extends Refund {
  readonly provider: ProviderName;
  /** By which the provider knows the money. */
  readonly reference: string;
  readonly currency: string;
  /** The order whose payment it is. */
  readonly paidFor: Uuid;
}

const DUE = `SELECT ${SELECTED}, online_payments.provider AS "provider", online_payments.currency AS "currency",
    online_payments.order_id AS "paidFor",
    payments.provider_reference AS "reference"
  FROM refunds JOIN online_payments ON online_payments.online_payment_id = refunds.online_payment_id
  JOIN payments ON payments.payment_id = online_payments.payment_id
 WHERE refunds.payment_id IS NULL`;

export interface RefundTerms {
  readonly orderId: Uuid;
  readonly cents: number;
  /** What goes back with it in another way, in hundredths; left out: nothing. */
  readonly besideCents?: number;
  readonly reason: RefundReason;
  /** The reason that staff have typed. */
  readonly why?: string | undefined;
  /** What was called off: an event, or "general", on a day. */
  readonly date?: { readonly product: string; readonly day: CalendarDay };
}

/** Writes down that money of the payment is owed to its buyer; a job pays it back. */
export async function addRefund(
  context: ActionContext,
  { onlinePaymentId, currency }: Pick<OnlinePayment, 'onlinePaymentId' | 'currency'>,
  { orderId, cents, reason, why, date }: RefundTerms,
): Promise<void> {
  const { tx, now } = context;
  const refundId = uuidV7(now);
  const refund: Refund = {
    ...{ refundId, onlinePaymentId, orderId, cents, reason, dueAt: now },
    ...{ tries: 0, nextAt: now, failure: null, paymentId: null },
  };
  await Promise.all([
    tx.insert(
      'refunds',
      [...Object.values(COLUMNS), 'event_id', 'event_day'],
      [[...MEMBERS.map((member) => refund[member]), date?.product ?? null, date?.day ?? null]],
    ),
    record(context, {
      kind: 'refund.due',
      subject: orderId,
      details: { refundId, cents, currency, reason, ...(why !== undefined && { why }) },
    }),
  ]);
}

/**
 * Owes the buyer that much of what was paid online for the order, beginning with the newest payment.
 * @returns false when nothing was paid online through a provider
 * @throws Refusal refund-too-high, when less than that is left of it
 */
export async function refundOnline(context: ActionContext, terms: RefundTerms): Promise<boolean> {
  const { tx } = context;
  const { besideCents = 0 } = terms;
  const locked = await lockOnlinePayments(tx, [terms.orderId]);
  const payments = locked.filter(({ state }) => state === 'paid').reverse();
  const [newest] = payments;
  if (newest === undefined) return false;
  const left = await findLeft(tx, payments);
  let owed = terms.cents;
  for (const payment of payments) {
    const cents = Math.min(owed, left.get(payment.onlinePaymentId) ?? 0);
    if (cents > 0) await addRefund(context, payment, { ...terms, cents });
    owed -= cents;
  }
  if (owed > 0)
    throw new Refusal('refund-too-high', {
      remains: besideCents + terms.cents - owed,
      asked: besideCents + terms.cents,
      currency: newest.currency,
    });
  return true;
}

/** What of each payment was neither paid back nor is owed. */
async function findLeft(queries: Queries, payments: readonly OnlinePayment[]): Promise<Map<Uuid, number>> {
  const left = new Map(payments.map(({ onlinePaymentId, cents }) => [onlinePaymentId, cents]));
  for (const { onlinePaymentId, cents } of await findRefundsOf(queries, [...left.keys()]))
    left.set(onlinePaymentId, (left.get(onlinePaymentId) ?? 0) - cents);
  return left;
}

/** The refunds of those online payments, the oldest first. */
export async function findRefundsOf(queries: Queries, onlinePaymentIds: readonly Uuid[]): Promise<Refund[]> {
  return queries.all<Refund>(
    `SELECT ${SELECTED} FROM refunds WHERE online_payment_id IN ? ORDER BY refund_id`,
    [onlinePaymentIds],
  );
}

/** What is owed to the buyers of those orders and not paid back yet, in cents, by order. */
export async function findOwed(queries: Queries, orderIds: readonly Uuid[]): Promise<Map<Uuid, number>> {
  const rows = await queries.all<{ orderId: Uuid; owed: number }>(
    `SELECT order_id AS "orderId", sum(amount_cents) AS owed FROM refunds
      WHERE payment_id IS NULL AND order_id IN ? GROUP BY order_id`,
    [orderIds],
  );
  return new Map(rows.map(({ orderId, owed }) => [orderId, Number(owed)]));
}

/** A refund, with what it is for. */
export interface SaleRefund extends Pick<Refund, 'orderId' | 'cents' | 'reason' | 'dueAt' | 'paymentId'> {
  /** The order whose payment it is. */
  readonly paidFor: Uuid;
  /** What was called off. */
  readonly date: NonNullable<RefundTerms['date']> | null;
}

/** The refunds of what was paid online for those orders, the oldest first. */
export async function findSaleRefunds(queries: Queries, orderIds: readonly Uuid[]): Promise<SaleRefund[]> {
  const rows = await queries.all<Refund & { paidFor: Uuid; product: string | null; day: CalendarDay }>(
    `SELECT ${SELECTED}, online_payments.order_id AS "paidFor", refunds.event_id AS "product", refunds.event_day AS "day"
       FROM refunds JOIN online_payments ON online_payments.online_payment_id = refunds.online_payment_id
      WHERE online_payments.order_id IN ? ORDER BY refund_id`,
    [orderIds],
  );
  return rows.map(({ orderId, paidFor, cents, reason, paymentId, product, day, dueAt }) => {
    const date = product === null ? null : { product, day };
    return { orderId, paidFor, cents, reason, dueAt, paymentId, date };
  });
}

/** The refunds whose provider is to be asked now, at most `limit`. */
export async function findRefundsToMake(queries: Queries, now: number, limit: number): Promise<DueRefund[]> {
  // What is to be asked later than any pause lasts was planned by a clock that was ahead.
  const values = [now, now + LONGEST_PAUSE_MS];
  return queries.all<DueRefund>(
    `${DUE} AND (next_at <= ? OR next_at > ?) ORDER BY next_at LIMIT ${limit}`,
    values,
  );
}

/** All refunds that were not made yet, the oldest first. */
export async function findDueRefunds(queries: Queries): Promise<DueRefund[]> {
  return queries.all<DueRefund>(`${DUE} ORDER BY refund_id`);
}

/** A refund that was not made an hour after it was due is late. */
const LATE_MS = 3_600_000;

export interface DueRefundFigures {
  /** How many were not made yet, and how much money that is. */
  readonly due: number;
  readonly dueCents: number;
  /** Those among them that have failed or are late. */
  readonly troubled: number;
}

/** Refunds that were not made yet. Cheap: it reads no others. */
export async function countDueRefunds(queries: Queries, now: number): Promise<DueRefundFigures> {
  const row = await queries.get<{ due: number; dueCents: number }>(
    `SELECT count(*) AS due, coalesce(sum(amount_cents), 0) AS "dueCents" FROM refunds WHERE payment_id IS NULL`,
  );
  return {
    due: Number(row?.due ?? 0),
    dueCents: Number(row?.dueCents ?? 0),
    troubled: await countTroubledRefunds(queries, now),
  };
}

/** How many refunds have failed or are late. */
export async function countTroubledRefunds(queries: Queries, now: number): Promise<number> {
  const row = await queries.get<{ count: number }>(
    'SELECT count(*) AS count FROM refunds WHERE payment_id IS NULL AND (failure IS NOT NULL OR due_at < ?)',
    [now - LATE_MS],
  );
  return Number(row?.count ?? 0);
}

/** Between two tries: a minute at first, then twice as long each time, but not longer than this. */
const LONGEST_PAUSE_MS = 6 * 3_600_000;

function pauseAfter(tries: number): number {
  return Math.min(60_000 * 2 ** tries, LONGEST_PAUSE_MS);
}

/** It was tried and is not made yet. @param failure null: the provider is about to make it */
export async function postponeRefund(
  tx: Transaction,
  { refundId, tries }: Refund,
  failure: string | null,
  now: number,
): Promise<void> {
  await tx.run(
    'UPDATE refunds SET tries = tries + 1, next_at = ?, failure = ? WHERE refund_id = ? AND payment_id IS NULL',
    [now + pauseAfter(tries), failure, refundId],
  );
}

/** The money was paid back: `payment` records it. When that was recorded already, it does nothing. */
export async function completeRefund(
  tx: Transaction,
  actor: Actor,
  { refundId }: Pick<Refund, 'refundId'>,
  payment: Payment,
): Promise<void> {
  const due = await tx.get(
    `SELECT refund_id FROM refunds WHERE refund_id = ? AND payment_id IS NULL${tx.dialect.lockForUpdate}`,
    [refundId],
  );
  if (due === undefined) return;
  await addPayments(tx, actor, [payment]);
  await tx.run(
    'UPDATE refunds SET tries = tries + 1, next_at = NULL, failure = NULL, payment_id = ? WHERE refund_id = ?',
    [payment.paymentId, refundId],
  );
}

/** Lets the refund be tried now. */
export async function hurryRefund(tx: Transaction, refundId: Uuid, now: number): Promise<void> {
  await tx.run('UPDATE refunds SET next_at = ? WHERE refund_id = ? AND payment_id IS NULL', [now, refundId]);
}
