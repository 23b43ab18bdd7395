import type { Uuid } from '../core/uuid.ts';
import { uuidV7 } from '../core/uuid.ts';
import { findMove, holdUntil, lockOrder, type Order, totalOf } from '../orders/index.ts';
import {
  addOnlinePayment,
  endOnlinePayment,
  keepSession,
  lockOnlinePayments,
  type OnlinePayment,
  type Provider,
  type ProviderName,
  ProviderRefused,
  ProviderUnavailable,
} from '../payments/index.ts';
import type { Transaction } from '../store/index.ts';
import { giftPlanOf } from './pay-with-gifts.ts';
import type { PayingOptions } from './paying-options.ts';
import { REPEATED_MS, settle } from './settle.ts';

const MINUTE_MS = 60_000;
/** For how long can be paid at the provider: half an hour at Stripe at least. It ends before the hold does. */
const SESSION_MS = 30 * MINUTE_MS + REPEATED_MS;
/** For how long places are held when a payment is started, and how long after the order was placed at most. */
const HOLD_MS = 36 * MINUTE_MS;
const MOST_HELD_MS = 60 * MINUTE_MS;

/**
 * Starts a payment of the order and extends the hold, or goes on with one that is open.
 * @returns the address of the provider's page; `returnTo` when it turns out that the order is paid
 * @throws Refusal order-not-found, order-sold, order-cancelled or hold-expired
 * @throws ProviderUnavailable, ProviderRefused: nothing can be paid; trying again does no harm
 */
export async function startPayment(
  orderId: Uuid,
  name: ProviderName,
  returnTo: string,
  options: PayingOptions,
): Promise<string> {
  const { requests, by, network } = options;
  if (!requests.has(name)) throw new Error(`Nothing is paid through ${name} here.`);
  for (;;) {
    const { order, payment } = await options.store.transaction((tx) => begin(tx, orderId, name, options));
    const asked = { id: payment.onlinePaymentId, provider: name, by, network };
    if (payment.session === null)
      return requests.start(asked, (provider) => open(order, payment, provider, returnTo, options));
    const seen = await requests.look(asked, payment.session);
    if (seen.state === 'open') return seen.address ?? returnTo;
    const { state } = await settle(orderId, options);
    if (state !== 'held') return returnTo;
  }
}

/** Finds the payment that is open; or writes one down, and holds the order while its buyer pays. */
async function begin(tx: Transaction, orderId: Uuid, provider: ProviderName, options: PayingOptions) {
  const { shop, selling } = options;
  const before = await lockOrder(tx, shop, 'own', orderId);
  const now = selling.clock.now();
  const cents = (await findMove(tx, orderId))?.cents ?? (await restOf(tx, before, options));
  const known = (await lockOnlinePayments(tx, [orderId])).find(
    (each) =>
      each.state === 'open' &&
      each.provider === provider &&
      each.cents === cents &&
      (each.session !== null || now - each.startedAt < REPEATED_MS),
  );
  // It was held for long enough when the payment was started.
  const until = ({ expiresAt, createdAt }: Order) =>
    Math.max(
      expiresAt ?? 0,
      known === undefined ? Math.min(selling.holds.now() + HOLD_MS, createdAt + MOST_HELD_MS) : 0,
    );
  // One that is reserved until the visit stays so.
  const heldFor = before.heldFor === 'desk' ? 'desk' : 'provider';
  const order = await holdUntil(tx, shop, orderId, { heldFor, until }, selling);
  if (known !== undefined) return { order, payment: known };
  const payment: OnlinePayment = {
    ...{ onlinePaymentId: uuidV7(now), orderId, provider, cents, currency: order.currency },
    ...{ startedAt: now, state: 'open', session: null, paymentId: null },
  };
  await addOnlinePayment(tx, shop, payment);
  return { order, payment };
}

/** What gift vouchers don't pay of it. If they pay all of it by now, the provider is asked for all: that was promised. */
async function restOf(tx: Transaction, order: Order, { selling }: PayingOptions): Promise<number> {
  return (await giftPlanOf(tx, order, selling)).restCents || totalOf(order);
}

/** Asks the provider for the session. Its address is told only after the session is written down. */
async function open(
  { orderCode, language, email }: Order,
  { onlinePaymentId: id, provider: name, cents, currency, startedAt }: OnlinePayment,
  provider: Provider,
  returnTo: string,
  { store, selling, publicUrl }: PayingOptions,
): Promise<string> {
  const asked = {
    ...{ id, cents, currency, language, email, returnTo },
    description: `${selling.terms.settings.now.name}: ${orderCode}`,
    notifyAt: `${publicUrl()}/payments/${name}`,
    endsAt: startedAt + SESSION_MS,
  };
  const { session, address } = await provider.start(asked).catch(async (error) => {
    if (error instanceof ProviderRefused) await store.transaction((tx) => endOnlinePayment(tx, id));
    throw error;
  });
  if (await store.transaction((tx) => keepSession(tx, id, session))) return address;
  throw new ProviderUnavailable('the provider answered too late');
}
