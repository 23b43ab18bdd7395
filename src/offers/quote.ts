import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Transaction } from '../store/index.ts';
import type { Demand, PlacesSold, Quote, Wanted } from './demand.ts';
import type { Rules } from './offer-rules.ts';
import { type OfferTerms, salesUntil } from './offer-terms.ts';
import type { Price } from './prices.ts';
import type { Slot } from './slot.ts';
import { type Taken, takePlaces } from './slots.ts';

/** The terms of each ticket that is wanted, or why it is not sold at any time of that day. */
export function quotesFor(
  { wanted }: Demand,
  prices: readonly Price[],
  { categories }: Pick<Rules, 'categories'>,
  { vat }: OfferTerms,
): (Quote | Refusal)[] {
  return wanted.map(({ category }) => {
    const found = categories.find((each) => each.category === category);
    if (found === undefined) {
      const unknown = [{ category, pointer: '/category' }];
      return new Refusal('category-unknown', { unknown, known: categories.map((each) => each.category) });
    }
    const price = prices.find((each) => each.category === category);
    if (price === undefined || !found.onSale)
      return new Refusal('category-not-sold', { category, name: found.name });
    const { number: categoryNumber, places } = found;
    return { category, categoryNumber, places, priceCents: price.priceCents, vat: price.vat ?? vat };
  });
}

/** Why no ticket for that day is sold now; undefined: they are. */
export function dayRefusal(day: CalendarDay, terms: OfferTerms): Refusal | undefined {
  const today = terms.calendar.today();
  if (day < today) return new Refusal('date-past', { day, today });
  const last = salesUntil(terms);
  return day > last ? new Refusal('too-far-ahead', { day, last }) : undefined;
}

/** None is sold, for that reason; what was malformed itself is told so. */
export function allRefused(quotes: readonly (Quote | Refusal)[], refusal: Refusal): PlacesSold {
  const isUnknown = (quote: Quote | Refusal) => quote instanceof Refusal && quote.kind === 'category-unknown';
  return {
    outcomes: quotes.map((quote) => (isUnknown(quote) ? (quote as Refusal) : refusal)),
    takesLast: false,
  };
}

/** Those whose seller may not sell a time that is over are refused. */
export function refuseLate(
  quotes: readonly (Quote | Refusal)[],
  wanted: readonly Wanted[],
  refusal: Refusal,
): (Quote | Refusal)[] {
  return quotes.map((quote, index) =>
    quote instanceof Refusal || wanted[index]?.mayBeLate ? quote : refusal,
  );
}

/**
 * Takes the places of the tickets that are not refused already.
 * @returns undefined when the slot is not on sale (any more)
 */
export async function takeQuoted(
  tx: Transaction,
  slot: Slot,
  quotes: readonly (Quote | Refusal)[],
  soldOut: () => Promise<Refusal>,
): Promise<(Pick<PlacesSold, 'outcomes'> & Pick<Taken, 'isLast'>) | undefined> {
  const accepted = quotes.filter((quote): quote is Quote => !(quote instanceof Refusal));
  if (accepted.length === 0) return { outcomes: quotes, isLast: false };
  const taken = await takePlaces(tx, { slot, places: accepted.map(({ places }) => places) });
  if (taken === undefined) return undefined;
  const { fits, isLast } = taken;
  const refusal = fits.includes(false) ? await soldOut() : undefined;
  let next = 0;
  const outcomes = quotes.map((quote) => {
    if (quote instanceof Refusal || fits[next++]) return quote;
    return refusal as Refusal;
  });
  return { outcomes, isLast };
}
