/**
 * Prices are numbers with at most two decimals in the interface and whole hundredths ("cents") inside,
 * so that no binary fraction is ever stored or added up.
 */

export const HIGHEST_PRICE = 1_000_000;

/** Whether `price` is exactly some number of hundredths: 25, 12.5 and 0.07 are, 0.001 is not. */
export function hasWholeCents(price: number): boolean {
  return Math.round(price * 100) / 100 === price;
}

/** Those of ISO 4217 without minor units. */
const WITHOUT_MINOR_UNITS = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
);

/** The smallest amount of that currency, in cents. */
export function smallestAmount(currency: string): number {
  return WITHOUT_MINOR_UNITS.has(currency) ? 100 : 1;
}

/** Whether `price` can be paid in that currency: one without minor units takes whole amounts only. */
export function isAmountOf(currency: string, price: number): boolean {
  return hasWholeCents(price) && toCents(price) % smallestAmount(currency) === 0;
}

/** `price` in cents. The caller has checked `hasWholeCents`. */
export function toCents(price: number): number {
  return Math.round(price * 100) + 0; // + 0: minus zero is zero
}

/** The number whose shortest decimal form is `cents` hundredths. */
export function fromCents(cents: number): number {
  return cents / 100;
}
