import { isAmountOf } from '../../core/money.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';

/** A price in a body, and the JSON pointer to it. */
type Amount = readonly [pointer: string, price: number | undefined];

/** @throws HttpRefusal invalid-request when a currency without minor units has no such amounts */
export function requireAmounts(currency: string, amounts: readonly Amount[]): void {
  const wrong = amounts.filter(([, price]) => price !== undefined && !isAmountOf(currency, price));
  if (wrong.length === 0) return;
  const faults = wrong.map(([pointer]) => {
    const detail = `${pointer.slice(1)} must be a whole amount: ${currency} has no minor units.`;
    return { in: 'body' as const, pointer, detail };
  });
  throw new HttpRefusal('invalid-request', { faults });
}
