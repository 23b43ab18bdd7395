import type { Actor } from '../core/actor.ts';
import type { CalendarDay, DayRange } from '../core/calendar-day.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import { record } from '../journal/index.ts';
import type { Queries, Transaction } from '../store/index.ts';

/** How money changes hands: `voucher` is one that was redeemed elsewhere. */
export const PAYMENT_METHODS = ['cash', 'card', 'online', 'voucher', 'invoice', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export function isPaymentMethod(text: string | undefined): text is PaymentMethod {
  return (PAYMENT_METHODS as readonly (string | undefined)[]).includes(text);
}

/** How a payment was made: `gift` is with a gift voucher of the museum, which takes its code. */
export const RECORDED_METHODS = [...PAYMENT_METHODS, 'gift'] as const;
export type RecordedMethod = (typeof RECORDED_METHODS)[number];

/** An amount of money, and how it is paid or paid back. */
export interface Amount {
  readonly method: PaymentMethod;
  /** Hundredths, above zero. */
  readonly cents: number;
}

/** Money that was taken for an order, or paid back: a fact that never changes. */
export interface Payment {
  readonly paymentId: Uuid;
  /** The id of the order, or of a ticket that was sold alone. */
  readonly orderId: Uuid;
  readonly method: RecordedMethod;
  /** Hundredths; below zero: paid back. */
  readonly cents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The museum's day. */
  readonly day: CalendarDay;
  /** Instant, milliseconds UTC. */
  readonly at: number;
  /** Who took it; null: the service itself. */
  readonly accountId: Uuid | null;
  /** The payment's number at a payment provider. */
  readonly providerReference: string | null;
  /** 1: it was paid for an exchange, and says nothing of how the sale was paid. */
  readonly forExchange: 1 | null;
}

const COLUMNS = {
  paymentId: 'payment_id',
  orderId: 'order_id',
  method: 'method',
  cents: 'amount_cents',
  currency: 'currency',
  day: 'day',
  at: 'at',
  accountId: 'account_id',
  providerReference: 'provider_reference',
  forExchange: 'for_exchange',
} as const satisfies Record<keyof Payment, string>;

/** The method of a payment. Gift vouchers are stored as vouchers, which version 1.0 knows. */
export const METHOD = "CASE WHEN by_gift = 1 THEN 'gift' ELSE method END";

const SELECT = `SELECT ${Object.entries(COLUMNS)
  .map(([member, column]) => `${member === 'method' ? METHOD : column} AS "${member}"`)
  .join(', ')} FROM payments`;

/** What is told of a payment; all else follows. */
export type NewPayment = Pick<Payment, 'orderId' | 'method' | 'cents' | 'currency' | 'at'> & {
  readonly providerReference?: string;
  readonly isForExchange?: boolean;
};

/** Payments to be recorded; those of nothing are left out. */
export function makePayments(
  { accountId }: Actor,
  localOf: LocalOf,
  payments: readonly NewPayment[],
): Payment[] {
  return payments
    .filter(({ cents }) => cents !== 0)
    .map(({ providerReference = null, isForExchange = false, ...payment }) => {
      const { day } = localOf(payment.at);
      const made = { paymentId: uuidV7(payment.at), ...payment, day, accountId, providerReference };
      return { ...made, forExchange: isForExchange ? 1 : null };
    });
}

/** The methods by which was paid, the first one first. */
export function methodsOf(payments: readonly Payment[]): RecordedMethod[] {
  return [...new Set(payments.filter(({ cents }) => cents > 0).map(({ method }) => method))];
}

/**
 * By which method goes back what did not come from gift vouchers: the one by which most was paid and not paid back; undefined: no
 * such payment is recorded.
 */
export function methodToRefund(payments: readonly Payment[]): PaymentMethod | undefined {
  const methods = methodsOf(payments).filter((method) => method !== 'gift');
  return methods.sort((one, other) => paidWith(payments, other) - paidWith(payments, one))[0];
}

/** What was paid by that method and not paid back by it, in hundredths. */
export function paidWith(payments: readonly Payment[], asked: RecordedMethod): number {
  return payments.filter(({ method }) => method === asked).reduce((sum, { cents }) => sum + cents, 0);
}

/** Records the payments, with an entry in the journal for each. @param why the reason that staff have typed */
export async function addPayments(
  tx: Transaction,
  actor: Actor,
  payments: readonly Payment[],
  why?: string,
): Promise<void> {
  const members = Object.keys(COLUMNS) as (keyof Payment)[];
  const rows = payments.map((payment) => [
    ...members.map((member) => (payment[member] === 'gift' ? 'voucher' : payment[member])),
    payment.method === 'gift' ? 1 : null,
  ]);
  await Promise.all([
    tx.insert('payments', [...Object.values(COLUMNS), 'by_gift'], rows),
    ...payments.map(({ orderId, paymentId, method, cents, currency, at }) => {
      const details = { paymentId, method, cents, currency, ...(why !== undefined && { why }) };
      return record({ tx, actor, now: at }, { kind: 'payment.recorded', subject: orderId, details });
    }),
  ]);
}

/** The payments of those orders, the oldest first. */
export async function findPayments(queries: Queries, orderIds: readonly Uuid[]): Promise<Payment[]> {
  return queries.all<Payment>(`${SELECT} WHERE order_id IN ? ORDER BY payment_id`, [orderIds]);
}

/**
 * Those of the orders whose sale itself recorded a payment: no exchange did, and it was not paid back whole because it came too late,
 * or was not needed.
 */
export async function findPaidSales(queries: Queries, orderIds: readonly Uuid[]): Promise<Set<Uuid>> {
  const rows = await queries.all<{ orderId: Uuid }>(
    `SELECT DISTINCT payments.order_id AS "orderId" FROM payments
      WHERE payments.order_id IN ? AND payments.amount_cents > 0 AND for_exchange IS NULL
        AND NOT EXISTS (SELECT 1 FROM online_payments
          JOIN refunds ON refunds.online_payment_id = online_payments.online_payment_id
         WHERE online_payments.order_id = payments.order_id AND online_payments.payment_id = payments.payment_id
           AND refunds.amount_cents >= payments.amount_cents AND refunds.reason NOT IN ('event', 'void'))`,
    [orderIds],
  );
  return new Set(rows.map(({ orderId }) => orderId));
}

/** The payments on those days of the museum, the oldest first, in pages. */
export async function* paymentsOn(
  queries: Queries,
  { from, to }: DayRange,
  pageSize: number,
): AsyncGenerator<Payment[]> {
  for (let last = ''; ; ) {
    const page = await queries.all<Payment>(
      `${SELECT} WHERE payment_id > ? AND day BETWEEN ? AND ? ORDER BY payment_id LIMIT ?`,
      [last, from, to, pageSize],
    );
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = (page.at(-1) as Payment).paymentId;
  }
}
