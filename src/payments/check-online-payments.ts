import type { Queries } from '../store/index.ts';

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
