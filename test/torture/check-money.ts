import type { Snapshot } from '../../src/store/index.ts';
import type { History } from './history.ts';
import type { ProviderServer } from './provider-server.ts';

/**
 * Compares the shop's money with that at the providers: no order is sold without money, and what was paid back is what was owed,
 * once. That what was taken is kept for a sold order, paid back or owed is what `museum check` says.
 * @param before what was paid back before the snapshot was taken; the service goes on meanwhile
 */
export async function checkMoney(
  snapshot: Snapshot,
  provider: ProviderServer,
  before: ReturnType<typeof paidBack>,
  history: History,
): Promise<void> {
  const { fakes } = provider;
  const sold = await snapshot.all<{ orderCode: string; session: string | null; cents: number | null }>(
    `SELECT order_code AS "orderCode", session, amount_cents AS cents
       FROM orders LEFT JOIN online_payments
            ON online_payments.order_id = orders.order_id AND online_payments.state = 'paid'
      WHERE orders.state IN ('sold', 'void') AND reference IS NULL`,
  );
  for (const { orderCode, session, cents } of sold) {
    const paid = fakes.having(session ?? '')?.find(session ?? '');
    if (paid?.state !== 'paid' || paid.cents !== cents)
      history.addViolation(`${orderCode} was sold for ${cents} cents, and ${JSON.stringify(paid)} was paid`);
  }
  history.soldOnline = new Set(sold.map(({ orderCode }) => orderCode)).size;
  const refunds = await snapshot.all<{
    id: string;
    session: string;
    cents: number;
    paymentId: string | null;
  }>(
    `SELECT refund_id AS id, session, refunds.amount_cents AS cents, refunds.payment_id AS "paymentId"
       FROM refunds JOIN online_payments USING (online_payment_id)`,
  );
  const owed = new Map(refunds.map((refund) => [refund.id, refund]));
  for (const { session, tag = '', cents } of before) {
    const refund = owed.get(tag);
    if (refund?.session !== session || refund.cents !== cents)
      history.addViolation(`${session} was paid back ${cents}, which is not owed, or twice`);
    owed.delete(tag);
  }
  const made = new Set(paidBack(provider, history).map(({ tag }) => tag));
  for (const { id, paymentId } of refunds)
    if (paymentId !== null && !made.has(id))
      history.addViolation(`the refund ${id} was not made by its provider`);
}

/** What the providers have paid back. */
export function paidBack({ fakes }: ProviderServer, history: History) {
  return history.paidOnline.flatMap((session) =>
    (fakes.having(session)?.find(session)?.refunds ?? []).map((refund) => ({ session, ...refund })),
  );
}

/** Checks, once every notification has arrived, that all that was paid is known. */
export async function checkTaken(snapshot: Snapshot, history: History): Promise<void> {
  const rows = await snapshot.all<{ session: string }>(
    "SELECT session FROM online_payments WHERE state = 'paid'",
  );
  const taken = new Set(rows.map(({ session }) => session));
  for (const session of history.paidOnline)
    if (!taken.has(session)) history.addViolation(`${session} was paid, and the museum does not know it`);
}
