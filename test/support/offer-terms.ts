import type { Clock } from '../../src/core/clock.ts';
import { type OfferTerms, offerTerms } from '../../src/offers/index.ts';

/** The terms of a museum in Berlin, where general entry costs 12 EUR. */
export function termsIn(clock: Clock, changes: Partial<Parameters<typeof offerTerms>[0]> = {}): OfferTerms {
  return offerTerms({
    clock,
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    generalPriceCents: 1_200,
    vat: null,
    salesDays: 730,
    entryLate: 30,
    ...changes,
  });
}
