import type { Uuid } from '../core/uuid.ts';
import type { Job, Lease } from '../jobs/index.ts';
import {
  completeRefund,
  type DueRefund,
  findRefundsToMake,
  makePayments,
  ProviderFailure,
  postponeRefund,
} from '../payments/index.ts';
import type { Queries } from '../store/index.ts';
import type { PayingOptions } from './paying-options.ts';
import { settle } from './settle.ts';

const EVERY_MS = 1_000;
/** How many are looked at or paid back at once. */
const AT_ONCE = 8;
/** Between two looks at an order while it is young; later, a tenth of its age. */
const PAUSE_MS = 60_000;

/** An order with an open payment, or one that is held for a payment. */
interface Unsettled {
  readonly orderId: Uuid;
  readonly createdAt: number;
  readonly state: string;
  readonly expiresAt: number | null;
}

/**
 * The job that settles orders: now and then while somebody may pay, since a notification may get lost, and as soon as the
 * hold is over.
 */
export function settlingJob(options: PayingOptions): Job {
  const { store, selling } = options;
  const { clock } = selling;
  /** When each was looked at last, by the clock's `elapsed`, and whether it could be paid then. */
  const looked = new Map<Uuid, { readonly at: number; readonly mayPay: boolean }>();
  const mayPay = ({ state, expiresAt }: Unsettled) =>
    state === 'held' && (expiresAt ?? 0) > selling.holds.now();
  const isDue = (order: Unsettled) => {
    const last = looked.get(order.orderId);
    const age = clock.now() - order.createdAt;
    if (!mayPay(order) && last?.mayPay !== false) return true;
    return last === undefined ? age >= PAUSE_MS : clock.elapsed() - last.at >= Math.max(PAUSE_MS, age / 10);
  };
  const findDue = async () => {
    const unsettled = await findUnsettled(store);
    const ids = new Set(unsettled.map(({ orderId }) => orderId));
    for (const id of looked.keys()) if (!ids.has(id)) looked.delete(id);
    return unsettled.filter(isDue);
  };
  return {
    name: 'settle-payments',
    everyMs: EVERY_MS,
    hasWork: async () => (await findDue()).length > 0,
    step: async () => {
      const due = await findDue();
      const now = due.slice(0, AT_ONCE);
      for (const order of now) looked.set(order.orderId, { at: clock.elapsed(), mayPay: mayPay(order) });
      await Promise.all(now.map(({ orderId }) => settle(orderId, options)));
      return due.length > AT_ONCE;
    },
  };
}

function findUnsettled(queries: Queries): Promise<Unsettled[]> {
  return queries.all<Unsettled>(
    `SELECT order_id AS "orderId", created_at AS "createdAt", state, expires_at AS "expiresAt" FROM orders
      WHERE order_id IN (SELECT order_id FROM online_payments WHERE state = 'open'
                   UNION SELECT order_id FROM orders WHERE state = 'held' AND held_for = 'provider')
      ORDER BY order_id`,
  );
}

/** The job that pays back what is owed to buyers. What a provider does not do is tried again after growing pauses. */
export function refundingJob(options: PayingOptions): Job {
  const { store, selling } = options;
  const findDue = () => findRefundsToMake(store, selling.clock.now(), AT_ONCE);
  return {
    name: 'pay-back',
    everyMs: EVERY_MS,
    hasWork: async () => (await findDue()).length > 0,
    step: async (lease) => {
      const due = await findDue();
      await Promise.all(due.map((refund) => payBack(refund, lease, options)));
      return due.length === AT_ONCE;
    },
  };
}

async function payBack(refund: DueRefund, lease: Lease, options: PayingOptions): Promise<void> {
  const { shop, selling } = options;
  const { orderId, reference, cents, currency } = refund;
  const outcome = await askForRefund(refund, options);
  const now = selling.clock.now();
  await lease.transaction(async (tx) => {
    if (outcome !== 'done')
      return postponeRefund(tx, refund, outcome === 'pending' ? null : outcome.message, now);
    const made = {
      orderId,
      method: 'online',
      cents: -cents,
      currency,
      at: now,
      providerReference: reference,
    } as const;
    for (const payment of makePayments(shop, selling.terms.localOf, [made]))
      await completeRefund(tx, shop, refund, payment);
  });
}

async function askForRefund(
  { refundId: id, provider, reference, cents, currency }: DueRefund,
  { requests }: PayingOptions,
): Promise<'done' | 'pending' | ProviderFailure> {
  return requests.refund(provider, { id, reference, cents, currency }).catch((error) => {
    if (error instanceof ProviderFailure) return error;
    throw error;
  });
}
