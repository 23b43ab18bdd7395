import type { Language } from '../core/language.ts';
import { toCents } from '../core/money.ts';
import { Refusal } from '../core/refusal.ts';
import type { OfferTerms } from '../offers/index.ts';

/** A gift voucher that somebody wants to buy. */
export interface WantedGift {
  /** Hundredths: what it is worth. */
  readonly cents: number;
  readonly message?: string | undefined;
  /** The address that it is mailed to; left out: that of the buyer. */
  readonly to?: string | undefined;
  /** Left out: that of the order. */
  readonly language?: Language | undefined;
  /** Where it stands among all items that were asked for. */
  readonly position: number;
}

/** A gift voucher in an order. What was written, and to whom, is in it until it is sold: then the gift voucher has that. */
export interface GiftItem {
  readonly kind: 'gift';
  readonly quantity: 1;
  /** Hundredths: what it is worth, and costs. */
  readonly priceCents: number;
  /** It may be spent on what has other rates: the tax is due when it is. */
  readonly vat: null;
  readonly message?: string;
  readonly to?: string;
  readonly language?: Language;
  /** Where it stands among all items that were asked for. */
  readonly position: number;
}

/** The gift vouchers that are wanted, or why they are not sold: each is worth what staff have set. */
export function giftItems(
  wanted: readonly WantedGift[],
  { settings, currency }: Pick<OfferTerms, 'settings' | 'currency'>,
): readonly GiftItem[] | Refusal {
  const { least, most } = settings.now.gift;
  const bounds = { least: toCents(least), most: toCents(most) };
  const positions = wanted
    .filter(({ cents }) => cents < bounds.least || cents > bounds.most)
    .map(({ position }) => position);
  if (positions.length > 0) return new Refusal('gift-amount-invalid', { positions, ...bounds, currency });
  return wanted.map(({ cents: priceCents, message, to, language, position }) => {
    const words = { ...(message && { message }), ...(to && { to }), ...(language && { language }) };
    return { kind: 'gift', quantity: 1, priceCents, vat: null, ...words, position };
  });
}

/** What stays in an order of a gift voucher that is sold, or whose buyer is erased. */
export function withoutWords({ message: _, to: __, ...item }: GiftItem): GiftItem {
  return item;
}
