import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal, type RefusalFacts, type TimeLeft } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Transaction } from '../store/index.ts';
import type { TimeForSale, TimeOffer } from './offer.ts';
import { type OfferTerms, type Rules, salesUntil, usualVat } from './offer-terms.ts';
import type { EventOnSale } from './on-sale.ts';
import type { Price } from './prices.ts';
import { type Slot, takePlaces, WHOLE_DAY } from './slots.ts';

/** Tickets that somebody wants together in one slot: all or none. */
export interface Want {
  readonly slot: Slot;
  /** The slot as `slotKey` writes it. */
  readonly key: string;
  /** The slug of each ticket's category. */
  readonly categories: readonly string[];
  /** Whether staff sell it: also an entry time that is over, and a whole day of general entry at the prices of this minute. */
  readonly mayBeLate: boolean;
  /** Whether who sells it knows of drafts. */
  readonly seesDrafts: boolean;
  /** Whether events are sold to it that need a code. */
  readonly hasAccess: boolean;
  /** Places in the slot that were just given back for it: no more than these are had whatever the capacity is. */
  readonly freed?: number;
  /** Places of general entry that were just given back for it, if it is for an event. */
  readonly freedEntry?: number;
}

/** On what terms a ticket is sold. */
export interface Quote {
  /** Slug of its category, and the number that stands for it. */
  readonly category: string;
  readonly categoryNumber: number;
  /** How many places it takes, and how many persons it admits. */
  readonly places: number;
  readonly priceCents: number;
  /** Hundredths of a percent of value added tax that are in the price; null: none is known. */
  readonly vat: number | null;
  /** How many places of general entry it takes beside those of its event; left out: none. */
  readonly entryPlaces?: number;
}

/** The places that somebody got, for all tickets that were wanted. */
export interface Granted {
  /** The terms of each ticket. */
  readonly quotes: readonly Quote[];
  /** Undefined: general entry. */
  readonly event: EventOnSale | undefined;
  /** Whether the last place of that day is among them. */
  readonly takesLast: boolean;
  /** Whether the last place of general entry of that day is. */
  readonly takesLastEntry?: boolean;
  /** Why they are in vain: they take places of general entry too, of which too few are left. */
  readonly noEntry?: Refusal;
}

/** For each that wants tickets in a slot: the terms of each ticket, or why none of them is sold. */
type Quoted = readonly (readonly Quote[] | Refusal)[];

/** The terms of the tickets that are wanted, or why they are not sold then. */
export function quotesFor(
  wants: readonly Want[],
  pricesFor: (want: Want) => readonly Price[],
  rules: Pick<Rules, 'categories'>,
  terms: OfferTerms,
): Quoted {
  return wants.map((want) => {
    const prices = pricesFor(want);
    const quotes = want.categories.map((category) => quoteFor(category, prices, rules, terms));
    return quotes.find((quote) => quote instanceof Refusal) ?? (quotes as Quote[]);
  });
}

function quoteFor(
  category: string,
  prices: readonly Price[],
  { categories }: Pick<Rules, 'categories'>,
  terms: OfferTerms,
): Quote | Refusal {
  const found = categories.find((each) => each.category === category);
  if (found === undefined) {
    const unknown = [{ category, pointer: '/category' }];
    return new Refusal('category-unknown', { unknown, known: categories.map((each) => each.category) });
  }
  const price = prices.find((each) => each.category === category);
  if (price === undefined || price.onSale === false || !found.onSale)
    return new Refusal('category-not-sold', { category, name: found.name });
  const { number: categoryNumber, places } = found;
  return {
    category,
    categoryNumber,
    places,
    priceCents: price.priceCents,
    vat: price.vat ?? usualVat(terms),
  };
}

/** Why no ticket for that day is sold now; undefined: they are. */
export function dayRefusal(day: CalendarDay, terms: OfferTerms): Refusal | undefined {
  const today = terms.calendar.today();
  if (day < today) return new Refusal('date-past', { day, today });
  const last = salesUntil(terms);
  return day > last ? new Refusal('too-far-ahead', { day, last }) : undefined;
}

/** Why a draft is not sold: most don't know of it. */
export function draftRefusals(wants: readonly Want[], eventId: Uuid): Refusal[] {
  return wants.map(
    ({ seesDrafts }) => new Refusal(seesDrafts ? 'not-announced' : 'event-not-found', { eventId }),
  );
}

/** Those who need a code for the event and have none are refused; what was malformed itself is told so. */
export function withAccess(
  quotes: Quoted,
  wants: readonly Want[],
  { eventId, needsCode }: Pick<EventOnSale, 'eventId' | 'needsCode'>,
): Quoted {
  if (!needsCode) return quotes;
  const refused = allRefused(quotes, new Refusal('code-needed', { eventId }));
  return quotes.map((quoted, index) => (wants[index]?.hasAccess ? quoted : (refused[index] as Refusal)));
}

/** None is sold, for that reason; what was malformed itself is told so. */
export function allRefused(quotes: Quoted, refusal: Refusal): Refusal[] {
  return quotes.map((quoted) =>
    quoted instanceof Refusal && quoted.kind === 'category-unknown' ? quoted : refusal,
  );
}

/** @param takesLast whether the last place of the day is among those that are granted: then the last of them has got it */
export function granted(quotes: Quoted, takesLast: boolean, event?: EventOnSale): (Granted | Refusal)[] {
  const last = takesLast ? quotes.findLastIndex((quoted) => !(quoted instanceof Refusal)) : -1;
  return quotes.map((quoted, index) =>
    quoted instanceof Refusal ? quoted : { quotes: quoted, event, takesLast: index === last },
  );
}

/** How many places the tickets take together. */
export function placesTogether(tickets: readonly Pick<Quote, 'places'>[]): number {
  return tickets.reduce((sum, { places }) => sum + places, 0);
}

/** What a day has for sale. */
interface DayForSale {
  /** Its entry times; undefined: it is sold whole. */
  readonly forSale: readonly TimeForSale[] | undefined;
  /** Left out: general entry. */
  readonly event?: EventOnSale;
  /** What is left at each of the times. */
  findTimes(): Promise<readonly TimeOffer[]>;
  /** Why those are refused for whom no place is left. */
  soldOut(atTime: Pick<RefusalFacts['sold-out'], 'entryTime' | 'times'>): Promise<Refusal> | Refusal;
}

/**
 * Sells the tickets that are not refused already, at the entry time that the slot names, or for the whole day.
 * @returns undefined when the slot is not on sale (any more)
 */
export async function sellInSlot(
  tx: Transaction,
  wants: readonly Want[],
  quotes: Quoted,
  { forSale, event, findTimes, soldOut }: DayForSale,
): Promise<(Granted | Refusal)[] | undefined> {
  const [{ slot }] = wants as readonly [Want];
  const timesLeft = async () => (await findTimes()).map(({ entryTime, left }) => ({ entryTime, left }));
  const time = await chosenTime(slot, forSale, timesLeft);
  if (time instanceof Refusal) return allRefused(quotes, time);
  const inTime = time?.isOver ? refuseLate(quotes, wants, time) : quotes;
  const accepted = inTime.filter((quoted): quoted is readonly Quote[] => !(quoted instanceof Refusal));
  if (accepted.length === 0) return granted(inTime, false);
  const taken = await takePlaces(tx, slot, accepted.map(placesTogether), freedFor(wants));
  if (taken === undefined) return undefined;
  const { fits, isLast } = taken;
  const atTime = async () =>
    time === undefined ? {} : { entryTime: time.entryTime, times: await timesLeft() };
  const refusal = fits.includes(false) ? await soldOut(await atTime()) : undefined;
  const fitting = fits.values();
  const sold = inTime.map((quoted) =>
    quoted instanceof Refusal || fitting.next().value ? quoted : (refusal as Refusal),
  );
  const isDayFull = async () => (await timesLeft()).every(({ left }) => left === 0);
  return granted(sold, isLast && (time === undefined || (await isDayFull())), event);
}

/** How many places were just given back for them. */
export function freedFor(wants: readonly Want[]): number {
  return wants.reduce((sum, { freed = 0 }) => sum + freed, 0);
}

/** Those whose seller may not sell a time that is over are refused. */
function refuseLate(quotes: Quoted, wants: readonly Want[], { entryTime }: TimeForSale): Quoted {
  return quotes.map((quoted, index) => {
    const { slot, mayBeLate } = wants[index] as Want;
    return quoted instanceof Refusal || mayBeLate
      ? quoted
      : new Refusal('time-over', { day: slot.day, entryTime });
  });
}

/** The entry time that a slot names; undefined: none, and none is needed. Or why that can't be. */
async function chosenTime(
  { day, startsAt }: Slot,
  forSale: readonly TimeForSale[] | undefined,
  timesLeft: () => Promise<readonly TimeLeft[]>,
): Promise<TimeForSale | Refusal | undefined> {
  if (startsAt === WHOLE_DAY)
    return forSale && new Refusal('entry-time-needed', { day, times: await timesLeft() });
  const chosen = forSale?.find(({ entryTime }) => entryTime === startsAt);
  return chosen ?? new Refusal('no-such-entry-time', { day, entryTime: startsAt, times: await timesLeft() });
}
