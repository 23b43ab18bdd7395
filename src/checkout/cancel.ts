import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { lockOrder, type Order, releaseOrder, type Seller } from '../orders/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { findBought } from './buyers-tickets.ts';
import {
  findReturnable,
  giveBack,
  isInTheWay,
  type MoneyReturned,
  moneyGoingBack,
  NOTHING_BACK,
  type Returnable,
} from './give-back.ts';
import { findMovable, type Movable } from './movable.ts';
import type { VisitRules } from './visit.ts';

/** What its buyer can do with an order by themselves. */
export interface BuyersOptions {
  /** Its tickets that are not void. */
  readonly tickets: readonly Returnable[];
  /** Whether those can be moved, in their order. */
  readonly movable: readonly Movable[];
  /** Undefined: the order can't be cancelled as a whole. */
  readonly cancellation: MoneyReturned | undefined;
}

export async function buyersOptions(
  queries: Queries,
  { orderId, state }: Pick<Order, 'orderId' | 'state'>,
  rules: VisitRules,
): Promise<BuyersOptions> {
  if (state !== 'sold')
    return { tickets: [], movable: [], cancellation: state === 'held' ? NOTHING_BACK : undefined };
  const bought = await findBought(queries, orderId, rules);
  const [tickets, movable] = await Promise.all([
    findReturnable(queries, bought, rules),
    findMovable(queries, bought, rules),
  ]);
  // Articles are given back with tickets.
  if (tickets.length === 0 || tickets.some((each) => isInTheWay(each, true)))
    return { tickets, movable, cancellation: undefined };
  const ids = tickets.map(({ ticket }) => ticket.ticketId);
  return { tickets, movable, cancellation: await moneyGoingBack(queries, orderId, bought.account, ids) };
}

/**
 * Cancels an order for its buyer: a held one is released; all tickets of a sold one are given back.
 * @param shown what its page said would go back; left out: it said nothing
 * @returns false when other money would go back by now: nothing was done
 * @throws Refusal order-not-found, order-void or too-late-to-void
 */
export async function cancelByBuyer(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  rules: VisitRules,
  shown?: MoneyReturned,
): Promise<boolean> {
  const { state } = await lockOrder(tx, seller, 'own', orderId);
  if (state === 'sold') return giveBack(tx, seller, orderId, { shown }, rules);
  if (state !== 'held') throw new Refusal('order-void', { orderId });
  await releaseOrder(tx, seller, orderId, 'buyer', rules.selling);
  return true;
}
