import { Refusal } from '../core/refusal.ts';
import { openDays } from '../hours/index.ts';
import type { Transaction } from '../store/index.ts';
import type { Demand, PlacesSold } from './demand.ts';
import type { Rules } from './offer-rules.ts';
import type { OfferTerms } from './offer-terms.ts';
import { GENERAL } from './product.ts';
import { allRefused, dayRefusal, quotesFor } from './quote.ts';
import { sellInSlot } from './sell-in-slot.ts';
import { findSoldAt } from './slots.ts';
import { generalTimesForSale, timeOffers } from './time-offers.ts';

/** @param reading the rules, locked, so that a day that is being closed or limited is not sold meanwhile */
export async function sellGeneralEntry(
  tx: Transaction,
  demand: Demand,
  reading: Promise<Rules>,
  terms: OfferTerms,
): Promise<PlacesSold> {
  const { day } = demand.slot;
  // Sent together, and done in this order.
  const [rules, [opening]] = await Promise.all([reading, openDays(tx, day, day)]);
  const quotes = quotesFor(demand, rules.pricesOn(day), rules, terms);
  const unsold = dayRefusal(day, terms);
  if (unsold !== undefined) return allRefused(quotes, unsold);
  const closed = new Refusal('museum-closed', { day });
  if (opening === undefined) return allRefused(quotes, closed);
  const { times } = rules;
  const forSale = times === null ? undefined : generalTimesForSale(times, day, opening, terms);
  const sold = await sellInSlot(tx, demand, quotes, {
    forSale,
    findTimes: async () =>
      timeOffers(forSale ?? [], times?.places ?? null, await findSoldAt(tx, GENERAL, day)),
    soldOut: (atTime) => new Refusal('sold-out', { day, ...atTime }),
  });
  return sold ?? allRefused(quotes, closed);
}
