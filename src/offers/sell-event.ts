import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal, type RefusalFacts } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Transaction } from '../store/index.ts';
import { STANDARD } from './category.ts';
import type { Demand, PlacesSold, Quote } from './demand.ts';
import { type EventOnSale, findEventOnSale, findPlacesLeft } from './event-on-sale.ts';
import type { Rules } from './offer-rules.ts';
import type { OfferTerms } from './offer-terms.ts';
import { findPrices } from './prices.ts';
import { allRefused, dayRefusal, quotesFor } from './quote.ts';
import { sellInSlot } from './sell-in-slot.ts';
import { findSoldAt, takePlaces } from './slots.ts';
import { eventTimesForSale, timeOffers } from './time-offers.ts';

/** Sells an event to the category standard, and for no entry time: what most tickets are, in one round trip. */
export async function sellPlainEvent(
  tx: Transaction,
  eventId: Uuid,
  { slot, wanted }: Demand,
  terms: OfferTerms,
): Promise<PlacesSold> {
  const { day } = slot;
  const unsold = dayRefusal(day, terms);
  // Taking places locks the slot, so that the event can't be changed or cancelled any more. Both statements are sent
  // together. If fewer places were left, only a second attempt has locked the slot, so the event is read again after it.
  const [taken, read] = await Promise.all([
    unsold ? undefined : takePlaces(tx, { slot, places: wanted.map(({ categories }) => categories.length) }),
    findEventOnSale(tx, eventId),
  ]);
  const isPartial = taken?.fits.includes(true) && taken.fits.includes(false);
  const found = isPartial ? await findEventOnSale(tx, eventId) : read;
  const none = (refusal: Refusal) => ({ outcomes: wanted.map(() => refusal), takesLast: false });
  if (found === undefined) return none(new Refusal('event-not-found', { eventId }));
  const { event, price } = found;
  if (unsold) return none(unsold);
  if (taken === undefined) return none(await notForWholeDay(tx, event, day, terms));
  const { priceCents, vat } = price;
  const quote: Quote = {
    category: STANDARD,
    categoryNumber: 0,
    places: 1,
    priceCents,
    vat: vat ?? terms.vat,
  };
  const refusal = taken.fits.includes(false) ? await soldOut(tx, event, day, terms) : undefined;
  const outcomes = wanted.map(({ categories }, index) =>
    taken.fits[index] ? categories.map(() => quote) : (refusal as Refusal),
  );
  return { outcomes, takesLast: taken.isLast, eventName: event.name };
}

/**
 * Sells an event that has entry times, or is sold to other categories too.
 * @param locked the event and the rules, whose locks have been asked for
 */
export async function sellEvent(
  tx: Transaction,
  eventId: Uuid,
  demand: Demand,
  locked: { readonly event: Promise<EventOnSale | undefined>; readonly rules: Promise<Rules> },
  terms: OfferTerms,
): Promise<PlacesSold> {
  const { day } = demand.slot;
  const [event, prices, rules] = await Promise.all([locked.event, findPrices(tx, eventId), locked.rules]);
  const quotes = quotesFor(demand, prices, rules, terms);
  if (event === undefined) return allRefused(quotes, new Refusal('event-not-found', { eventId }));
  const unsold = dayRefusal(day, terms) ?? (event.dates.includes(day) ? undefined : notOn(event, day));
  if (unsold !== undefined) return allRefused(quotes, unsold);
  const sold = await sellInSlot(tx, demand, quotes, {
    forSale: event.times.length === 0 ? undefined : eventTimesForSale(event, day, terms),
    findTimes: () => findTimes(tx, event, day, terms),
    soldOut: (atTime) => soldOut(tx, event, day, terms, atTime),
  });
  if (sold === undefined) throw new Error(`Event ${eventId} has no slot on ${day}.`);
  return { ...sold, eventName: event.name };
}

/** Why there is no slot of a whole day for sale. */
async function notForWholeDay(
  tx: Transaction,
  event: EventOnSale,
  day: CalendarDay,
  terms: OfferTerms,
): Promise<Refusal> {
  // Without times, the day was off when places were asked for, and is on again.
  if (!event.dates.includes(day) || event.times.length === 0) return notOn(event, day);
  const times = (await findTimes(tx, event, day, terms)).map(({ entryTime, left }) => ({ entryTime, left }));
  return new Refusal('entry-time-needed', { day, times });
}

function notOn({ name, dates }: EventOnSale, day: CalendarDay): Refusal {
  return new Refusal('not-an-event-day', { eventName: name, day, dates });
}

async function findTimes(tx: Transaction, event: EventOnSale, day: CalendarDay, terms: OfferTerms) {
  const soldAt = await findSoldAt(tx, event.eventId, day);
  return timeOffers(eventTimesForSale(event, day, terms), event.capacity, soldAt);
}

async function soldOut(
  tx: Transaction,
  event: EventOnSale,
  day: CalendarDay,
  { calendar, localOf }: OfferTerms,
  atTime: Pick<RefusalFacts['sold-out'], 'entryTime' | 'times'> = {},
): Promise<Refusal> {
  const left = await findPlacesLeft(tx, event, calendar.today(), localOf);
  const { eventId, name } = event;
  const otherDates = left.filter(({ date }) => date !== day);
  return new Refusal('sold-out', { day, ...atTime, event: { eventId, name, otherDates } });
}
