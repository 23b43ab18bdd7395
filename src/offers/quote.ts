import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Transaction } from '../store/index.ts';
import type { Demand, PlacesSold, Quote, Quoted, Wanted } from './demand.ts';
import type { Rules } from './offer-rules.ts';
import { type OfferTerms, salesUntil } from './offer-terms.ts';
import type { Price } from './prices.ts';
import type { Slot } from './slot.ts';
import { type Taken, takePlaces } from './slots.ts';

/** The terms of the tickets that are wanted, or why they are not sold at any time of that day. */
export function quotesFor(
  { wanted }: Demand,
  prices: readonly Price[],
  rules: Pick<Rules, 'categories'>,
  terms: OfferTerms,
): Quoted[] {
  return wanted.map(({ categories }) => {
    const quotes = categories.map((category) => quoteFor(category, prices, rules, terms));
    return quotes.find((quote) => quote instanceof Refusal) ?? (quotes as Quote[]);
  });
}

function quoteFor(
  category: string,
  prices: readonly Price[],
  { categories }: Pick<Rules, 'categories'>,
  { vat }: OfferTerms,
): Quote | Refusal {
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
}

/** Why no ticket for that day is sold now; undefined: they are. */
export function dayRefusal(day: CalendarDay, terms: OfferTerms): Refusal | undefined {
  const today = terms.calendar.today();
  if (day < today) return new Refusal('date-past', { day, today });
  const last = salesUntil(terms);
  return day > last ? new Refusal('too-far-ahead', { day, last }) : undefined;
}

/** None is sold, for that reason; what was malformed itself is told so. */
export function allRefused(quotes: readonly Quoted[], refusal: Refusal): PlacesSold {
  const isUnknown = (quoted: Quoted) => quoted instanceof Refusal && quoted.kind === 'category-unknown';
  return { outcomes: quotes.map((quoted) => (isUnknown(quoted) ? quoted : refusal)), takesLast: false };
}

/** Those whose seller may not sell a time that is over are refused. */
export function refuseLate(quotes: readonly Quoted[], wanted: readonly Wanted[], refusal: Refusal): Quoted[] {
  return quotes.map((quoted, index) =>
    quoted instanceof Refusal || wanted[index]?.mayBeLate ? quoted : refusal,
  );
}

/**
 * Takes the places of the tickets that are not refused already.
 * @returns undefined when the slot is not on sale (any more)
 */
export async function takeQuoted(
  tx: Transaction,
  slot: Slot,
  quotes: readonly Quoted[],
  soldOut: () => Promise<Refusal>,
): Promise<(Pick<PlacesSold, 'outcomes'> & Pick<Taken, 'isLast'>) | undefined> {
  const accepted = quotes.filter((quoted): quoted is readonly Quote[] => !(quoted instanceof Refusal));
  if (accepted.length === 0) return { outcomes: quotes, isLast: false };
  const taken = await takePlaces(tx, { slot, places: accepted.map(placesOf) });
  if (taken === undefined) return undefined;
  const { fits, isLast } = taken;
  const refusal = fits.includes(false) ? await soldOut() : undefined;
  let next = 0;
  const outcomes = quotes.map((quoted) => {
    if (quoted instanceof Refusal || fits[next++]) return quoted;
    return refusal as Refusal;
  });
  return { outcomes, isLast };
}

/** How many places the tickets take together. */
export function placesOf(tickets: readonly Pick<Quote, 'places'>[]): number {
  return tickets.reduce((sum, { places }) => sum + places, 0);
}
