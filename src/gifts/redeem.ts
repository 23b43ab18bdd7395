import type { CalendarDay } from '../core/calendar-day.ts';
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
  const asked = sumsByHash(uses, codes);
  const gifts = await lockGiftsByCode(context.tx, [...asked.keys()]);
  const terms = { currency, today: localOf(context.now).day };
  for (const [hash, cents] of asked) {
    const fault = faultOf(gifts.get(hash), cents, terms);
    if (fault !== undefined) throw fault;
  }
  for (const [hash, cents] of asked) {
    const gift = gifts.get(hash) as Gift;
    const isTaken = await addGiftEntry(context, gift, { kind: 'redeemed', cents: -cents, orderId }, localOf);
    if (!isTaken) throw tooLow(gift, cents);
  }
}

/**
 * Why gift vouchers can't pay for some of those sales, which are made in one transaction: of two that need the same money, the
 * first gets it. The gift vouchers are locked.
 */
export async function findGiftFaults<Sale>(
  { tx, now }: Pick<ActionContext, 'tx' | 'now'>,
  sales: ReadonlyMap<Sale, readonly GiftUse[]>,
  currency: string,
  { codes, localOf }: GiftTerms,
): Promise<Map<Sale, Refusal>> {
  const asked = [...sales].map(([sale, uses]) => [sale, sumsByHash(uses, codes)] as const);
  const hashes = new Set(asked.flatMap(([, sums]) => [...sums.keys()]));
  const gifts = await lockGiftsByCode(tx, [...hashes]);
  const terms = { currency, today: localOf(now).day };
  const faults = new Map<Sale, Refusal>();
  for (const [sale, sums] of asked) {
    const refusals = [...sums].map(([hash, cents]) => faultOf(gifts.get(hash), cents, terms));
    const fault = refusals.find((each) => each !== undefined);
    if (fault !== undefined) faults.set(sale, fault);
    else
      for (const [hash, cents] of sums) {
        const gift = gifts.get(hash) as Gift;
        gifts.set(hash, { ...gift, balanceCents: gift.balanceCents - cents });
      }
  }
  return faults;
}

/** What is asked of each gift voucher, by the hash of its code. */
function sumsByHash(uses: readonly GiftUse[], codes: GiftTerms['codes']): Map<string, number> {
  const asked = new Map<string, number>();
  for (const { code, cents } of uses) {
    const hash = codes.hashOf(readGiftCode(code) ?? '');
    asked.set(hash, (asked.get(hash) ?? 0) + cents);
  }
  return asked;
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

/** Why it can't pay that; undefined: it can. */
export function faultOf(
  gift: Gift | undefined,
  cents: number,
  { currency, today }: { readonly currency: string; readonly today: CalendarDay },
): Refusal | undefined {
  if (gift === undefined) return new Refusal('gift-not-found', {});
  const { validTo } = gift;
  if (gift.currency !== currency)
    return new Refusal('gift-not-valid', { because: 'other-currency', currency: gift.currency });
  if (today > validTo) return new Refusal('gift-not-valid', { because: 'expired', validTo });
  return cents > gift.balanceCents ? tooLow(gift, cents) : undefined;
}

function tooLow({ balanceCents: balance, currency }: Gift, asked: number): Refusal {
  return new Refusal('gift-balance-too-low', { balance, asked, currency });
}
