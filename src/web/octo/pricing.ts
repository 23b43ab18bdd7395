import type { Static } from 'typebox';
import { smallestAmount } from '../../core/money.ts';
import { shareOf } from '../../orders/index.ts';
import type { Pricing } from './contract/shapes.ts';

/** Tickets of one price. */
export interface Priced {
  readonly priceCents: number;
  /** Hundredths of a percent of value added tax that are in it; null: none is known. */
  readonly vat: number | null;
  readonly quantity: number;
}

/** What they cost together, in whole units of the currency's smallest amount. */
export function pricingOf(priced: readonly Priced[], currency: string): Static<typeof Pricing> {
  const unit = smallestAmount(currency);
  const total = priced.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0) / unit;
  const rates = new Map<number, number>();
  for (const { priceCents, vat, quantity } of priced)
    if (vat !== null) rates.set(vat, (rates.get(vat) ?? 0) + priceCents * quantity);
  return {
    ...{ original: total, retail: total, net: total, currency },
    currencyPrecision: unit === 1 ? 2 : 0,
    includedTaxes: [...rates].map(([rate, sum]) => {
      const tax = shareOf(rate, sum, currency).tax / unit;
      return { name: `VAT ${rate / 100} %`, retail: tax, original: tax, net: tax };
    }),
  };
}
