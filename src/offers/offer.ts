import type { CalendarDay } from '../core/calendar-day.ts';
import { timeFault } from '../core/entry-time.js';
import type { TimedTicket } from '../core/entry-time-types.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Opening } from '../hours/index.ts';
import type { NumberedCategory } from './category.ts';
import {
  type EntryTime,
  type EventTimes,
  eventTimesOn,
  type GeneralTimes,
  generalTimesOn,
} from './entry-times.ts';
import type { OfferTerms } from './offer-terms.ts';
import { inOrder, type Price } from './prices.ts';
import { type Product, placesLeft } from './slots.ts';

/** What is for sale of general entry, or of one event, on a day: in one slot, or in one for each entry time. */
export interface Offer {
  readonly product: Product;
  readonly day: CalendarDay;
  /** Undefined for general entry. */
  readonly event: OfferedEvent | undefined;
  /** Present for general entry on a day on which the museum is closed. */
  readonly closed: { readonly reason: string | null } | undefined;
  /** When the museum is open: for general entry on every other day. */
  readonly opening: Opening | undefined;
  /** What it costs in the category standard. */
  readonly priceCents: number;
  /** What it costs in each category that is sold, in their order; standard is the first where it is sold. */
  readonly prices: readonly OfferPrice[];
  /** Null: no limit. Of all entry times together, where there are any. */
  readonly capacity: number | null;
  /** Places, also those for entry times that there are no more. */
  readonly sold: number;
  /** Null: no limit. Of all entry times together, where there are any. */
  readonly left: number | null;
  /** In order; undefined: it is sold for the whole day. */
  readonly times: readonly TimeOffer[] | undefined;
  /** Whether a ticket can be bought now. */
  readonly onSale: boolean;
}

export interface OfferedEvent {
  readonly eventId: Uuid;
  readonly name: string;
  readonly location: string;
  /** How long it takes from an entry time. */
  readonly minutes: number;
  /** Only who knows its id finds it. */
  readonly isUnlisted: boolean;
  /** Whether it is sold only with a code that opens it; then it is unlisted too. */
  readonly needsCode: boolean;
  /** Whether tickets that are sold now include general entry of their day. */
  readonly includesEntry: boolean;
}

export interface OfferPrice {
  /** Slug and name of the category. */
  readonly category: string;
  readonly name: string;
  /** Its name in other languages. */
  readonly names: NumberedCategory['names'];
  /** Null: none. */
  readonly shortName: string | null;
  /** In years. */
  readonly minAge: number | null;
  readonly maxAge: number | null;
  /** What is to be shown for it; null: nothing. */
  readonly proof: string | null;
  /** How many places one ticket takes. */
  readonly places: number;
  readonly priceCents: number;
  /** Hundredths of a percent of value added tax that are in it; null: as usual in the museum. */
  readonly vat: number | null;
}

/** The places at an entry time. */
export interface TimeOffer {
  readonly entryTime: string;
  /** The instant. */
  readonly at: number;
  /** Null: no limit. */
  readonly capacity: number | null;
  readonly sold: number;
  /** Null: no limit. */
  readonly left: number | null;
  /** Whether it is too late to come in: then only staff sell it. */
  readonly isOver: boolean;
  /** Where they differ from those of the day. */
  readonly prices?: readonly OfferPrice[];
}

/** What it costs at one of its entry times, or for the whole day. */
export function pricesAt(
  { prices, times }: Pick<Offer, 'prices' | 'times'>,
  entryTime: string | null | undefined,
): readonly OfferPrice[] {
  return times?.find((time) => time.entryTime === entryTime)?.prices ?? prices;
}

/** Every price of the day: first those of the day itself, then those of its times that have others. */
export function everyPrice({ prices, times = [] }: Pick<Offer, 'prices' | 'times'>): readonly OfferPrice[] {
  const others = times.flatMap((time) => time.prices ?? []);
  return others.length === 0 ? prices : [...prices, ...others];
}

/** A price for each category that is sold for the day or at any of its times: that of the day, or of the first such time. */
export function pricesOfDay(offer: Pick<Offer, 'prices' | 'times'>): readonly OfferPrice[] {
  const every = everyPrice(offer);
  if (every === offer.prices) return every;
  const first = new Map<string, OfferPrice>();
  for (const price of every) if (!first.has(price.category)) first.set(price.category, price);
  return [...first.values()];
}

/** What a ticket costs in each category that is on sale and has a price, in the order of the categories. */
export function offerPrices(prices: readonly Price[], categories: readonly NumberedCategory[]): OfferPrice[] {
  const onSale = categories.filter(({ onSale }) => onSale);
  return onSale.flatMap(({ category, name, names, shortName, minAge, maxAge, proof, places }) =>
    inOrder(prices, [{ category }])
      .filter((price) => price.onSale !== false)
      .map(({ priceCents, vat }) => {
        return { category, name, names, shortName, minAge, maxAge, proof, places, priceCents, vat };
      }),
  );
}

/** The places of a day: of its entry times together, or of the day itself when it is sold whole. */
export function placesOn(
  { capacity, sold }: Pick<Offer, 'capacity' | 'sold'>,
  times: readonly TimeOffer[] | undefined,
): Pick<Offer, 'capacity' | 'sold' | 'left'> {
  if (times === undefined) return { capacity, sold, left: placesLeft({ capacity, sold }) };
  return { capacity: total(times, 'capacity'), sold, left: total(times, 'left') };
}

function total(times: readonly TimeOffer[], member: 'capacity' | 'left'): number | null {
  return times.reduce<number | null>((sum, { [member]: places }) => {
    return sum === null || places === null ? null : sum + places;
  }, 0);
}

/** Whether any place can be bought in any category, by somebody who may sell times that are over or not. */
export function hasPlaces(
  { left, prices, times }: Pick<Offer, 'left' | 'prices' | 'times'>,
  sellsLate: boolean,
): boolean {
  if (times === undefined) return left !== 0 && prices.length > 0;
  return times.some(
    (time) => time.left !== 0 && (time.prices ?? prices).length > 0 && (sellsLate || !time.isOver),
  );
}

const NONE: ReadonlyMap<string, number> = new Map();

/** An entry time of a day, and whether a ticket for it would be too late at the gate now. */
export interface TimeForSale extends EntryTime {
  readonly isOver: boolean;
}

/** The entry times of general entry on an open day. */
export function generalTimesForSale(
  times: GeneralTimes,
  day: CalendarDay,
  opening: Opening,
  terms: OfferTerms,
): TimeForSale[] {
  return forSale(generalTimesOn(times, day, opening, terms.localOf), { eventId: null }, terms);
}

/** The entry times of an event on one of its dates. */
export function eventTimesForSale(
  { eventId, times, minutes }: EventTimes & { readonly eventId: Uuid },
  day: CalendarDay,
  terms: OfferTerms,
): TimeForSale[] {
  return forSale(eventTimesOn(times, day, terms.localOf), { eventId, minutes }, terms);
}

function forSale(
  times: readonly EntryTime[],
  of: Omit<TimedTicket, 'entryAt'>,
  { clock, settings }: OfferTerms,
): TimeForSale[] {
  const now = clock.now();
  const { late } = settings.now.entry;
  return times.map((time) => {
    const isOver = timeFault({ ...of, entryAt: time.at }, { early: 0, late }, now) === 'too-late';
    return { ...time, isOver };
  });
}

/**
 * @param soldAt places by entry time
 * @param pricesAt what each costs, where it differs from the day
 */
export function timeOffers(
  times: readonly TimeForSale[],
  capacity: number | null,
  soldAt: ReadonlyMap<string, number> = NONE,
  pricesAt: (time: TimeForSale) => readonly OfferPrice[] | undefined = () => undefined,
): TimeOffer[] {
  return times.map((time) => {
    const { entryTime, at, isOver } = time;
    const sold = soldAt.get(entryTime) ?? 0;
    const prices = pricesAt(time);
    const places = { capacity, sold, left: placesLeft({ capacity, sold }) };
    return { entryTime, at, ...places, isOver, ...(prices && { prices }) };
  });
}
