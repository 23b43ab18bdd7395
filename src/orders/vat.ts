import { smallestAmount } from '../core/money.ts';
import type { Order } from './order.ts';

/** The value added tax of one rate in a sum, in cents. */
export interface VatShare {
  /** Hundredths of a percent. */
  readonly rate: number;
  readonly net: number;
  readonly tax: number;
}

/** The value added tax in the order, by rate, the lowest first: reckoned on the sum, and rounded half up. */
export function vatIn({ items, currency }: Pick<Order, 'items' | 'currency'>): VatShare[] {
  const gross = new Map<number, number>();
  for (const { priceCents, vat, ticketIds } of items)
    if (vat !== null) gross.set(vat, (gross.get(vat) ?? 0) + priceCents * ticketIds.length);
  return [...gross].sort(([one], [other]) => one - other).map(([rate, sum]) => shareOf(rate, sum, currency));
}

/** The value added tax in a sum of one rate. */
export function shareOf(rate: number, sum: number, currency: string): VatShare {
  const unit = smallestAmount(currency);
  const whole = (10_000 + rate) * unit;
  const tax = unit * Math.floor((2 * sum * rate + whole) / (2 * whole));
  return { rate, net: sum - tax, tax };
}
