import type { Uuid } from '../core/uuid.ts';
import { uuidV7 } from '../core/uuid.ts';
import { holdUntil, lockOrder, type Order, totalOf } from '../orders/index.ts';
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
import type { PayingOptions } from './paying-options.ts';
import { REPEATED_MS, settle } from './settle.ts';

const MINUTE_MS = 60_000;
/** For how long can be paid at the provider: half an hour at Stripe at least. It ends before the hold does. */
const SESSION_MS = 30 * MINUTE_MS + REPEATED_MS;
/** For how long places are held when a payment is started, and how long after the order was placed at most. */
const HOLD_MS = 36 * MINUTE_MS;
const MOST_HELD_MS = 60 * MINUTE_MS;

/**
 * Starts a payment of the order, or goes on with one that is open, and extends the hold.
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
  const provider = options.providers[name];
  if (provider === undefined) throw new Error(`Nothing is paid through ${name} here.`);
  for (;;) {
    const { order, payment } = await options.store.transaction((tx) => begin(tx, orderId, name, options));
    if (payment.session === null) return open(order, payment, provider, returnTo, options);
    const seen = await options.outages.watch(name, provider.look(payment.session));
    if (seen.state === 'open') return seen.address ?? returnTo;
    const { state } = await settle(orderId, options);
    if (state !== 'held') return returnTo;
  }
}

/** Writes the payment down, or finds the one that is open. */
async function begin(tx: Transaction, orderId: Uuid, provider: ProviderName, options: PayingOptions) {
  const order = await hold(tx, orderId, options);
  const now = options.selling.clock.now();
  const cents = totalOf(order);
  const known = (await lockOnlinePayments(tx, [orderId])).find(
    (each) =>
      each.state === 'open' &&
      each.provider === provider &&
      each.cents === cents &&
      (each.session !== null || now - each.startedAt < REPEATED_MS),
  );
  if (known !== undefined) return { order, payment: known };
  const payment: OnlinePayment = {
    ...{ onlinePaymentId: uuidV7(now), orderId, provider, cents, currency: order.currency },
    ...{ startedAt: now, state: 'open', session: null, paymentId: null },
  };
  await addOnlinePayment(tx, options.shop, payment);
  return { order, payment };
}

/** Holds the order while its buyer pays. One that is reserved until the visit stays so. */
async function hold(tx: Transaction, orderId: Uuid, { shop, selling }: PayingOptions): Promise<Order> {
  const { heldFor } = await lockOrder(tx, shop, 'own', orderId);
  const until = ({ expiresAt, createdAt }: Order) => {
    const extended = Math.min(selling.holds.now() + HOLD_MS, createdAt + MOST_HELD_MS);
    return Math.max(expiresAt ?? 0, extended);
  };
  return holdUntil(tx, shop, orderId, { heldFor: heldFor === 'desk' ? 'desk' : 'provider', until }, selling);
}

/** Asks the provider for the session. Its address is told only after the session is written down. */
async function open(
  { orderCode, language, email }: Order,
  { onlinePaymentId: id, provider: name, cents, currency, startedAt }: OnlinePayment,
  provider: Provider,
  returnTo: string,
  { store, museumName, publicUrl, outages }: PayingOptions,
): Promise<string> {
  const asked = {
    ...{ id, cents, currency, language, email, returnTo },
    description: `${museumName}: ${orderCode}`,
    notifyAt: `${publicUrl}/payments/${name}`,
    endsAt: startedAt + SESSION_MS,
  };
  const start = provider.start(asked).catch(async (error) => {
    if (error instanceof ProviderRefused) await store.transaction((tx) => endOnlinePayment(tx, id));
    throw error;
  });
  const { session, address } = await outages.watch(name, start);
  if (await store.transaction((tx) => keepSession(tx, id, session))) return address;
  throw new ProviderUnavailable('the provider answered too late');
}
