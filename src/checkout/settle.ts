import { SERVICE } from '../core/actor.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  type Confirmation,
  findMove,
  findOrdersById,
  lockOrder,
  lockSold,
  type Order,
  type Replace,
  releaseOrders,
  type TicketMove,
  totalOf,
} from '../orders/index.ts';
import {
  addRefund,
  endOnlinePayment,
  findOnlinePayments,
  lockOnlinePayments,
  makePayments,
  type OnlinePayment,
  ProviderFailure,
  type RefundReason,
  type SessionState,
  takeOnlinePayment,
} from '../payments/index.ts';
import type { Transaction } from '../store/index.ts';
import { completeMove } from './paid-move.ts';
import { findGiftsFor, giftParts, sumOfGifts } from './pay-with-gifts.ts';
import type { PayingOptions } from './paying-options.ts';

/** For how long a payment without a session may still get one: its provider is asked for the same session once more. */
export const REPEATED_MS = 60_000;

/** What a provider says of a payment; `payable`: it is open, and may be; `unknown`: the provider gives no answer. */
type Seen = SessionState | { readonly state: 'payable' | 'unknown' };

/** What a payment is for, inside the transaction. */
interface Selling {
  /** Sells the order. */
  readonly confirm: (confirmation: Confirmation) => Promise<Order>;
  /** Replaces tickets of another order by those that this one holds. */
  readonly replace: Replace;
}

/**
 * Asks the providers what became of the order's payments, and does what follows. The return page, notifications, the poll and
 * the end of the hold all call it, at the same time and as often as they like: what was decided is not decided again.
 *
 * Paid: the order is sold, also when its hold has ended and its places can be taken again. Else the money is owed to its
 * buyer. Not paid, and the hold is over: the session is ended at the provider, and the places go back. If the provider gives
 * no answer, they are kept until the job that ends holds waits no longer.
 * @throws Refusal order-not-found
 */
export async function settle(orderId: Uuid, options: PayingOptions): Promise<Order> {
  const { store, till, shop } = options;
  const order = (await findOrdersById(store, [orderId])).get(orderId);
  if (order === undefined) throw new Refusal('order-not-found', { orderId });
  const open = (await findOnlinePayments(store, [orderId])).filter(({ state }) => state === 'open');
  const seen = new Map(
    await Promise.all(
      open.map(async (payment) => [payment.onlinePaymentId, await see(payment, order, options)] as const),
    ),
  );
  const states = new Set([...seen.values()].map(({ state }) => state));
  const isNew = states.has('paid') || states.has('over');
  const isPending = states.has('payable') || states.has('unknown');
  if (!isNew && (isPending || !isAtProvider(order) || !isOver(order, options))) return order;
  const decideNow = () =>
    till.selling(orderId, (tx, confirm, replace) =>
      decide(tx, orderId, seen, { confirm: (confirmation) => confirm(shop, confirmation), replace }, options),
    );
  try {
    return await decideNow();
  } catch (error) {
    // A gift voucher that was to pay some of it was spent elsewhere at this moment: by now that is known.
    if (error instanceof Refusal && error.kind.startsWith('gift-')) return decideNow();
    throw error;
  }
}

/** Whether the hold of the order has ended. */
function isOver({ expiresAt }: Order, { selling }: PayingOptions): boolean {
  return expiresAt !== null && expiresAt <= selling.holds.now();
}

function isAtProvider({ state, heldFor }: Order): boolean {
  return state === 'held' && heldFor === 'provider';
}

/** Looks at the payment, and ends its session if the order can't be paid any more. */
async function see(payment: OnlinePayment, order: Order, options: PayingOptions): Promise<Seen> {
  const { onlinePaymentId: id, provider, session, startedAt } = payment;
  const { requests, by, network, selling } = options;
  // Nobody was told where to pay. The provider may still be about to answer.
  if (session === null) return { state: selling.clock.now() - startedAt < REPEATED_MS ? 'unknown' : 'over' };
  const asked = { id, provider, by, network };
  try {
    const seen = await requests.look(asked, session);
    if (seen.state !== 'open') return seen;
    const mayPay = order.state === 'held' && !isOver(order, options);
    return mayPay ? { state: 'payable' } : await requests.cancel(asked, session);
  } catch (error) {
    if (error instanceof ProviderFailure) return { state: 'unknown' };
    throw error;
  }
}

/** Does what follows from what was seen. @returns the order as it is then */
async function decide(
  tx: Transaction,
  orderId: Uuid,
  seen: ReadonlyMap<Uuid, Seen>,
  selling: Selling,
  options: PayingOptions,
): Promise<Order> {
  const move = await findMove(tx, orderId);
  if (move !== undefined) await lockSold(tx, SERVICE, 'all', move.orderId);
  let order = await lockOrder(tx, SERVICE, 'all', orderId);
  let isPending = false;
  for (const payment of await lockOnlinePayments(tx, [orderId])) {
    if (payment.state !== 'open') continue;
    const now = seen.get(payment.onlinePaymentId) ?? { state: 'unknown' };
    if (now.state === 'paid')
      order = await take(tx, { order, move }, { payment, reference: now.reference }, selling, options);
    else if (now.state === 'over') await endOnlinePayment(tx, payment.onlinePaymentId);
    // It may have been payable a moment ago: then it is asked for once more, and ended.
    else isPending ||= now.state !== 'open';
  }
  if (!isAtProvider(order) || !isOver(order, options) || isPending) return order;
  const releasedAt = options.selling.clock.now();
  await releaseOrders({ tx, actor: SERVICE, now: releasedAt }, [order], 'expiry');
  return { ...order, state: 'released', releasedBy: 'expiry', releasedAt };
}

/**
 * Records the money, and sells the order for it, moves the tickets, or owes it to its buyer. What an order has lost meanwhile is
 * owed too.
 */
async function take(
  tx: Transaction,
  { order, move }: { readonly order: Order; readonly move: TicketMove | undefined },
  { payment, reference }: { readonly payment: OnlinePayment; readonly reference: string },
  { confirm, replace }: Selling,
  options: PayingOptions,
): Promise<Order> {
  if (move !== undefined) {
    const wrong = await moveFailure(tx, { order, move, replace }, payment, options);
    await record(
      tx,
      { payment, reference, orderId: wrong === undefined ? move.orderId : order.orderId },
      options,
    );
    const releasedAt = options.selling.clock.now();
    if (wrong === undefined) return { ...order, state: 'released', releasedBy: 'seller', releasedAt };
    await owe(tx, payment, wrong, options);
    return order;
  }
  await record(tx, { payment, reference, orderId: order.orderId }, options);
  const outcome = await sellFor(tx, order, payment, confirm, options);
  if (typeof outcome === 'string') {
    await owe(tx, payment, outcome, options);
    return order;
  }
  const more = payment.cents - totalOf(outcome);
  if (more > 0) await owe(tx, payment, 'changed', options, more);
  return outcome;
}

/** Writes the money down, for the order whose money it is. */
async function record(
  tx: Transaction,
  {
    payment,
    reference,
    orderId,
  }: { readonly payment: OnlinePayment; readonly reference: string; readonly orderId: Uuid },
  { shop, selling }: PayingOptions,
): Promise<void> {
  const { cents, currency } = payment;
  const known = { orderId, cents, currency, at: selling.clock.now(), providerReference: reference };
  const taken = { ...known, method: 'online', isForExchange: orderId !== payment.orderId } as const;
  for (const each of makePayments(shop, selling.terms.localOf, [taken]))
    await takeOnlinePayment(tx, shop, payment, each);
}

async function owe(
  tx: Transaction,
  payment: OnlinePayment,
  reason: RefundReason,
  { shop, selling }: PayingOptions,
  cents = payment.cents,
): Promise<void> {
  const { orderId } = payment;
  await addRefund({ tx, actor: shop, now: selling.clock.now() }, payment, { orderId, cents, reason });
}

/** @returns undefined when the tickets were moved; else why the money goes back */
async function moveFailure(
  tx: Transaction,
  { order, move, replace }: { readonly order: Order; readonly move: TicketMove; readonly replace: Replace },
  { cents }: OnlinePayment,
  { shop, rules }: PayingOptions,
): Promise<RefundReason | undefined> {
  if (order.state === 'sold' || order.state === 'void') return 'paid-twice';
  if (cents !== move.cents) return 'changed';
  return completeMove(tx, shop, { move, hold: order, replace }, rules);
}

/** Gift vouchers pay what the provider was not asked for. @returns the sold order, or why the money goes back */
async function sellFor(
  tx: Transaction,
  order: Order,
  { cents }: OnlinePayment,
  confirm: Selling['confirm'],
  { selling }: PayingOptions,
): Promise<Order | RefundReason> {
  if (order.state === 'sold' || order.state === 'void') return 'paid-twice';
  const rest = totalOf(order) - cents;
  const gifts = rest > 0 ? await findGiftsFor(tx, order, rest, selling) : [];
  if (sumOfGifts(gifts) < rest) return 'changed';
  try {
    return await confirm(rest > 0 ? { payments: giftParts(gifts), takenCents: cents } : {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind === 'order-cancelled') return 'cancelled';
    if (error.kind === 'hold-expired') return 'late';
    throw error;
  }
}
