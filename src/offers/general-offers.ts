import { type DayRange, eachDay, isoWeekday } from '../core/calendar-day.ts';
import { findSpecialDays, findWeek } from '../hours/index.ts';
import type { Queries } from '../store/index.ts';
import { findGeneralLedger } from './general-days.ts';
import { hasPlaces, type Offer, offerPrices, placesOn } from './offer.ts';
import type { OfferQuestion } from './offer-question.ts';
import { GENERAL } from './product.ts';
import { generalTimesForSale, timeOffers } from './time-offers.ts';

/** General entry on each day of the range, also on closed ones. */
export async function listGeneralOffers(
  queries: Queries,
  { from, to }: DayRange,
  { terms, rules, isSoldOn, sellsLate }: OfferQuestion,
): Promise<Offer[]> {
  const [week, specialDays, ledger] = await Promise.all([
    findWeek(queries),
    findSpecialDays(queries, from, to),
    findGeneralLedger(queries, from, to),
  ]);
  return eachDay(from, to).map((date): Offer => {
    const special = specialDays.get(date);
    const opening = special === undefined ? week[isoWeekday(date) - 1] : special.opening;
    const { own, sold = 0, soldAt } = ledger.get(date) ?? {};
    const forSale = opening && rules.times && generalTimesForSale(rules.times, date, opening, terms);
    const times = forSale ? timeOffers(forSale, rules.times?.places ?? null, soldAt) : undefined;
    const places = placesOn({ capacity: own === undefined ? rules.capacity : own, sold }, times);
    const prices = offerPrices(rules.pricesOn(date), rules.categories);
    return {
      product: GENERAL,
      date,
      event: undefined,
      closed: opening ? undefined : { reason: special?.reason ?? null },
      priceCents: prices[0]?.priceCents ?? 0,
      prices,
      ...places,
      times,
      onSale: isSoldOn(date) && !!opening && hasPlaces(places, times, sellsLate),
    };
  });
}
