import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { ActionContext } from '../store/index.ts';
import { reviveIfOver } from './expire.ts';
import { type Gift, lockGifts, lockGiftsByCode } from './gift.ts';
import { readGiftCode } from './gift-code.ts';
import { addGiftEntry, findGiftShares, type GiftShare } from './gift-entry.ts';
import type { GiftTerms } from './terms.ts';

/** A gift voucher that pays for an order, or for some of it. */
export interface GiftUse {
  /** Its code, as it was typed. */
  readonly code: string;
  /** Hundredths, above zero. */
  readonly cents: number;
}

/**
 * Pays for an order with gift vouchers, in the transaction of the sale. Nothing is written where one of them can't pay.
 * @throws Refusal gift-not-found, gift-not-valid or gift-balance-too-low
 */
export async function redeemGifts(
  context: ActionContext,
  {
    orderId,
    currency,
    uses,
  }: {
    readonly orderId: Uuid;
    /** ISO 4217. */
    readonly currency: string;
    readonly uses: readonly GiftUse[];
  },
  { codes, localOf }: GiftTerms,
): Promise<void> {
  const asked = new Map<string, number>();
  for (const { code, cents } of uses) {
    const hash = codes.hashOf(readGiftCode(code) ?? '');
    asked.set(hash, (asked.get(hash) ?? 0) + cents);
  }
  const gifts = await lockGiftsByCode(context.tx, [...asked.keys()]);
  const today = localOf(context.now).day;
  const taken = [...asked].map(([hash, cents]) => ({ gift: requireGift(gifts.get(hash)), cents }));
  for (const { gift, cents } of taken) requireMoney(gift, { cents, currency, today });
  for (const { gift, cents } of taken) {
    const isTaken = await addGiftEntry(context, gift, { kind: 'redeemed', cents: -cents, orderId }, localOf);
    if (!isTaken) throw tooLow(gift, cents);
  }
}

/** What goes back to which gift voucher: first to the one that was used last, to each as much as it paid at most. */
export function splitGiveBack(shares: readonly GiftShare[], cents: number): GiftShare[] {
  let rest = cents;
  return shares
    .map(({ giftId, cents: paid }) => {
      const back = Math.min(rest, paid);
      rest -= back;
      return { giftId, cents: back };
    })
    .filter((share) => share.cents > 0);
}

/**
 * Gives back to the gift vouchers that paid for an order, in the transaction of the refund. One that is no longer
 * valid is valid for a year again, with that money alone.
 * @returns how much went back to them: what is left of `cents` goes back in another way
 */
export async function giveBackToGifts(
  context: ActionContext,
  { orderId, cents }: { readonly orderId: Uuid; readonly cents: number },
  { localOf }: Pick<GiftTerms, 'localOf'>,
): Promise<number> {
  const { tx } = context;
  const paid = (await findGiftShares(tx, orderId)).map(({ giftId }) => giftId);
  const gifts = new Map((await lockGifts(tx, paid)).map((gift) => [gift.giftId, gift]));
  // Read again, now that nobody else gives back for the same order.
  const back = splitGiveBack(await findGiftShares(tx, orderId), cents);
  for (const share of back) {
    const gift = await reviveIfOver(context, gifts.get(share.giftId) as Gift, localOf);
    await addGiftEntry(context, gift, { kind: 'given-back', cents: share.cents, orderId }, localOf);
  }
  return back.reduce((sum, share) => sum + share.cents, 0);
}

function requireGift(gift: Gift | undefined): Gift {
  if (gift === undefined) throw new Refusal('gift-not-found', {});
  return gift;
}

function requireMoney(
  gift: Gift,
  { cents, currency, today }: { readonly cents: number; readonly currency: string; readonly today: string },
): void {
  const { validTo } = gift;
  if (gift.currency !== currency)
    throw new Refusal('gift-not-valid', { because: 'other-currency', currency: gift.currency });
  if (today > validTo) throw new Refusal('gift-not-valid', { because: 'expired', validTo });
  if (cents > gift.balanceCents) throw tooLow(gift, cents);
}

function tooLow({ balanceCents: balance, currency }: Gift, asked: number): Refusal {
  return new Refusal('gift-balance-too-low', { balance, asked, currency });
}
