import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { dropGift, findPlannedGifts, hasGifts, type PlannedGift, planGift } from '../gifts/index.ts';
import {
  awaitsConfirmation,
  type GiftPart,
  lockOrder,
  type Order,
  payableByGifts,
  totalOf,
  type VoidOptions,
} from '../orders/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import type { PayingOptions } from './paying-options.ts';

/** How a held order is to be paid: gift vouchers first, and the rest in another way. */
export interface GiftPlan {
  readonly gifts: readonly PlannedGift[];
  /** What they don't pay, in hundredths. */
  readonly restCents: number;
  /** Whether one more could pay some of that. */
  readonly takesMore: boolean;
}

type PaidOrder = Pick<Order, 'orderId' | 'currency' | 'items' | 'goods'>;
type GiftSelling = Pick<VoidOptions, 'clock' | 'terms' | 'giftCodes'>;

export async function giftPlanOf(
  queries: Queries,
  order: PaidOrder,
  selling: GiftSelling,
): Promise<GiftPlan> {
  const [total, most] = [totalOf(order), payableByGifts(order)];
  if (most === 0 || !(await hasGifts(queries))) return { gifts: [], restCents: total, takesMore: false };
  const gifts = await findGiftsFor(queries, order, most, selling);
  const paid = sumOfGifts(gifts);
  return { gifts, restCents: total - paid, takesMore: paid < most };
}

/** What the gift vouchers that were chosen for it pay, as much as `most` together. */
export function findGiftsFor(
  queries: Queries,
  order: PaidOrder,
  most: number,
  { clock, terms: { localOf }, giftCodes: codes }: GiftSelling,
): Promise<PlannedGift[]> {
  const { orderId, currency } = order;
  const limited = Math.min(most, payableByGifts(order));
  const terms = { codes, localOf, now: clock.now() };
  return findPlannedGifts(queries, { orderId, currency, most: limited }, terms);
}

export function sumOfGifts(gifts: readonly PlannedGift[]): number {
  return gifts.reduce((sum, { cents }) => sum + cents, 0);
}

/** As parts of what an order is paid with. */
export function giftParts(gifts: readonly PlannedGift[]): GiftPart[] {
  return gifts.map(({ code, cents }) => ({ method: 'gift', code, cents }));
}

/**
 * Remembers that a held order is to be paid with the gift voucher.
 * @throws Refusal order-not-found, order-sold, order-void, order-cancelled, hold-expired, gift-not-found, gift-not-valid or gift-for-gift
 */
export async function planGiftFor(
  tx: Transaction,
  orderId: Uuid,
  code: string,
  { shop, selling }: Pick<PayingOptions, 'shop' | 'selling'>,
): Promise<void> {
  const order = await lockOrder(tx, shop, 'own', orderId);
  requireHeld(order, selling);
  const { currency } = order;
  const { clock, terms, giftCodes: codes } = selling;
  await planGift({ tx, now: clock.now() }, { orderId, currency, code }, { codes, localOf: terms.localOf });
  if (payableByGifts(order) === 0)
    throw new Refusal('gift-for-gift', { most: 0, asked: totalOf(order), currency });
}

/** Leaves the gift voucher out again. @throws Refusal order-not-found */
export async function dropGiftFor(
  tx: Transaction,
  orderId: Uuid,
  giftId: Uuid,
  { shop }: Pick<PayingOptions, 'shop'>,
): Promise<void> {
  await lockOrder(tx, shop, 'own', orderId);
  await dropGift({ tx }, { orderId, giftId });
}

/**
 * Sells a held order for the gift vouchers that were chosen for it, which pay for all of it. For one that is sold already, it does
 * nothing.
 * @throws Refusal order-not-found, order-void, order-cancelled, hold-expired, order-unconfirmed; gift-balance-too-low when they don't pay
 * for all of it by now
 */
export function payByGifts(
  orderId: Uuid,
  { till, shop, selling }: Pick<PayingOptions, 'till' | 'shop' | 'selling'>,
): Promise<Order> {
  return till.selling(orderId, async (tx, confirm) => {
    const order = await lockOrder(tx, shop, 'own', orderId);
    if (order.state === 'sold') return order;
    requireHeld(order, selling);
    if (awaitsConfirmation(order)) throw new Refusal('order-unconfirmed', { orderId, isLate: false });
    const { gifts, restCents } = await giftPlanOf(tx, order, selling);
    const { currency } = order;
    if (restCents > 0)
      throw new Refusal('gift-balance-too-low', {
        balance: sumOfGifts(gifts),
        asked: totalOf(order),
        currency,
      });
    return confirm(shop, { payments: giftParts(gifts) });
  });
}

function requireHeld(
  { orderId, state, releasedBy, expiresAt }: Order,
  { holds }: Pick<VoidOptions, 'holds'>,
): void {
  if (state === 'sold') throw new Refusal('order-sold', { orderId });
  if (state === 'void') throw new Refusal('order-void', { orderId });
  if (releasedBy === 'buyer') throw new Refusal('order-cancelled', { orderId });
  if (state === 'released' || (expiresAt ?? 0) <= holds.now())
    throw new Refusal('hold-expired', { orderId, left: [] });
}
