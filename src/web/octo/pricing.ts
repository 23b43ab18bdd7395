import { smallestAmount } from '../../core/money.ts';
import { type OfferPrice, type OfferTerms, usualVat } from '../../offers/index.ts';
import { shareOf } from '../../orders/index.ts';
import type { OctoOutput } from './operations.ts';

/** Tickets of one price. */
interface TicketsAtPrice {
  readonly priceCents: number;
  /** Hundredths of a percent of value added tax that are in it; null: none is known. */
  readonly vat: number | null;
  readonly quantity: number;
}

/** What they cost together, in whole units of the currency's smallest amount. */
export function pricingOf(
  tickets: readonly TicketsAtPrice[],
  currency: string,
): NonNullable<OctoOutput<'getBooking'>['pricing']> {
  const unit = smallestAmount(currency);
  const total = tickets.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0) / unit;
  const rates = new Map<number, number>();
  for (const { priceCents, vat, quantity } of tickets)
    if (vat !== null) rates.set(vat, (rates.get(vat) ?? 0) + priceCents * quantity);
  return {
    original: total,
    retail: total,
    net: total,
    currency,
    currencyPrecision: unit === 1 ? 2 : 0,
    includedTaxes: [...rates].map(([rate, sum]) => {
      const tax = shareOf(rate, sum, currency).tax / unit;
      return { name: `VAT ${rate / 100} %`, retail: tax, original: tax, net: tax };
    }),
  };
}

/** What so many tickets of each of these prices cost together now. */
export function pricingNow(
  prices: readonly (Pick<OfferPrice, 'priceCents' | 'vat'> & { readonly quantity?: number })[],
  terms: Pick<OfferTerms, 'currency' | 'settings'>,
) {
  const tickets = prices.map(({ priceCents, vat, quantity = 1 }) => ({
    priceCents,
    vat: vat ?? usualVat(terms),
    quantity,
  }));
  return pricingOf(tickets, terms.currency);
}
