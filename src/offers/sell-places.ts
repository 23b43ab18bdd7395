import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal, type RefusalFacts } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { openDays } from '../hours/index.ts';
import type { Transaction } from '../store/index.ts';
import { STANDARD } from './category.ts';
import { eventTimesForSale, generalTimesForSale, timeOffers } from './offer.ts';
import { minutesOfSale, type OfferTerms, type Rules, timesOn, usualVat } from './offer-terms.ts';
import { type EventOnSale, findEventOnSale, findPlacesLeft, lockEventOnSale } from './on-sale.ts';
import { findPrices } from './prices.ts';
import {
  allRefused,
  dayRefusal,
  draftRefusals,
  freedFor,
  type Granted,
  granted,
  placesTogether,
  type Quote,
  quotesFor,
  sellInSlot,
  type Want,
  withAccess,
} from './quote.ts';
import {
  addPlaces,
  entrySlotOf,
  findOwnTimes,
  findSoldAt,
  GENERAL,
  giveBackPlaces,
  lockSlots,
  takePlaces,
  WHOLE_DAY,
} from './slots.ts';

/**
 * Sells places in one slot or several: in each to as many as fit, in the order in which they are wanted. All locks of what has
 * rows are asked for before the first place is taken, in the order of slots.ts. Independent statements are sent together,
 * which saves round trips to PostgreSQL.
 * @returns for each that wanted some, in order: what was granted, or why all was refused
 */
export async function sellPlaces(
  tx: Transaction,
  wants: readonly Want[],
  terms: OfferTerms,
): Promise<(Granted | Refusal)[]> {
  const slots = bySlot(wants);
  let reading: Promise<Rules> | undefined;
  const lockRules = () => {
    reading ??= terms.rules.lock(tx);
    return reading;
  };
  const events = new Map<Uuid, Promise<EventOnSale | undefined>>();
  for (const { slot, isPlain } of slots) {
    const { product } = slot;
    if (product !== GENERAL && isPlain) continue;
    lockRules();
    if (product !== GENERAL && !events.has(product)) events.set(product, lockEventOnSale(tx, product));
  }
  const keys = slots.map(({ slot }) => slot);
  const locking = [reading, ...events.values(), lockSlots(tx, keys)];
  const selling = slots.map(({ slot: { product }, isPlain, wants: some }) => {
    if (product === GENERAL) return sellGeneralEntry(tx, some, lockRules(), terms);
    const event = events.get(product);
    if (event === undefined || isPlain) return sellPlainEvent(tx, product, some, terms);
    return sellEvent(tx, product, some, { event, rules: lockRules() }, terms);
  });
  const [sold] = await Promise.all([Promise.all(selling), ...locking]);
  const outcomes = new Map(
    slots.flatMap(({ wants: some }, slot) =>
      some.map((want, index) => [want, sold[slot]?.[index] as Granted | Refusal] as const),
    ),
  );
  await takeEntry(tx, outcomes, lockRules);
  return wants.map((want) => outcomes.get(want) as Granted | Refusal);
}

/**
 * Takes places of general entry for tickets for events that take such too, on days on which the museum is open. Where general
 * entry has entry times, its places of the whole day are not limited. Which events do is known only now; slots of general entry
 * come after all others in the order of locks.
 */
async function takeEntry(
  tx: Transaction,
  outcomes: Map<Want, Granted | Refusal>,
  lockRules: () => Promise<Rules>,
): Promise<void> {
  const taking = [...outcomes].filter(
    (each): each is [Want, Granted] => !(each[1] instanceof Refusal) && each[1].event?.takesPlace === true,
  );
  if (taking.length === 0) return;
  const rules = await lockRules();
  const byDay = Map.groupBy(taking, ([{ slot }]) => slot.day);
  for (const [day, some] of [...byDay].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const [opening] = await openDays(tx, day, day);
    if (opening !== undefined) await takeEntryOn(tx, day, some, outcomes, timesOn(rules, day) !== null);
  }
}

async function takeEntryOn(
  tx: Transaction,
  day: CalendarDay,
  taking: readonly (readonly [Want, Granted])[],
  outcomes: Map<Want, Granted | Refusal>,
  isUnlimited: boolean,
): Promise<void> {
  const places = taking.map(([, { quotes }]) => placesTogether(quotes));
  const freed = taking.reduce((sum, [{ freedEntry = 0 }]) => sum + freedEntry, 0);
  const slot = entrySlotOf(day);
  if (isUnlimited)
    await addPlaces(
      tx,
      slot,
      places.reduce((sum, count) => sum + count, 0),
    );
  const limited = isUnlimited ? undefined : await takePlaces(tx, slot, places, freed);
  const last = limited?.isLast ? limited.fits.lastIndexOf(true) : -1;
  for (const [index, [want, sold]] of taking.entries()) {
    const quotes = sold.quotes.map((quote) => ({ ...quote, entryPlaces: quote.places }));
    outcomes.set(
      want,
      isUnlimited || limited?.fits[index]
        ? { ...sold, quotes, takesLastEntry: index === last }
        : { ...sold, noEntry: new Refusal('sold-out', { day }) },
    );
  }
}

/** In the order in which slots are locked. A slot is plain if all want the category standard in it, and no entry time. */
function bySlot(wants: readonly Want[]) {
  return [...Map.groupBy(wants, ({ key }) => key).values()]
    .sort(([one], [other]) => ((one as Want).key < (other as Want).key ? -1 : 1))
    .map((some) => {
      const [{ slot }] = some as [Want];
      const isStandard = (category: string) => category === STANDARD;
      const isPlain =
        slot.startsAt === WHOLE_DAY && some.every(({ categories }) => categories.every(isStandard));
      return { slot, isPlain, wants: some };
    });
}

/** @param reading the rules, locked, so that a day that is being closed or limited is not sold meanwhile */
async function sellGeneralEntry(
  tx: Transaction,
  wants: readonly Want[],
  reading: Promise<Rules>,
  terms: OfferTerms,
): Promise<(Granted | Refusal)[]> {
  const { day, startsAt } = (wants[0] as Want).slot;
  // Sent together, and done in this order.
  const [rules, [opening]] = await Promise.all([reading, openDays(tx, day, day)]);
  const times = timesOn(rules, day);
  const forSale = opening && times ? generalTimesForSale(times, day, opening, terms) : undefined;
  const at = forSale?.find(({ entryTime }) => entryTime === startsAt);
  const pricesFor = ({ mayBeLate }: Want) =>
    rules.pricesOn(day, forSale ? at?.minutes : minutesOfSale(terms, day, mayBeLate));
  const quotes = quotesFor(wants, pricesFor, rules, terms);
  const unsold = dayRefusal(day, terms);
  if (unsold !== undefined) return allRefused(quotes, unsold);
  const closed = new Refusal('museum-closed', { day });
  if (opening === undefined) return allRefused(quotes, closed);
  const sold = await sellInSlot(tx, wants, quotes, {
    forSale,
    findTimes: async () =>
      timeOffers(forSale ?? [], times?.places ?? null, await findSoldAt(tx, GENERAL, day)),
    soldOut: (atTime) => new Refusal('sold-out', { day, ...atTime }),
  });
  return sold ?? allRefused(quotes, closed);
}

/** Sells an event to the category standard, and for no entry time: what most tickets are, in one round trip. */
async function sellPlainEvent(
  tx: Transaction,
  eventId: Uuid,
  wants: readonly Want[],
  terms: OfferTerms,
): Promise<(Granted | Refusal)[]> {
  const [{ slot }] = wants as readonly [Want];
  const { day } = slot;
  const unsold = dayRefusal(day, terms);
  // Taking places locks the slot, so that the event can't be changed or cancelled any more. Both statements are sent
  // together. If fewer places were left, only a second attempt has locked the slot, so the event is read again after it.
  const [taken, read] = await Promise.all([
    unsold
      ? undefined
      : takePlaces(
          tx,
          slot,
          wants.map(({ categories }) => categories.length),
          freedFor(wants),
        ),
    findEventOnSale(tx, eventId),
  ]);
  const isPartial = taken?.fits.includes(true) && taken.fits.includes(false);
  const found = isPartial ? await findEventOnSale(tx, eventId) : read;
  const none = (refusal: Refusal) => wants.map(() => refusal);
  if (found === undefined) return none(new Refusal('event-not-found', { eventId }));
  const { event, price } = found;
  if (event.isDraft) return draftRefusals(wants, eventId);
  if (unsold) return none(unsold);
  if (taken === undefined) return none(await notForWholeDay(tx, event, day, terms));
  if (price.onSale === false) {
    const counts = wants.map(({ categories }, index) => (taken.fits[index] ? categories.length : 0));
    await giveBackPlaces(tx, [{ slot, places: counts.reduce((sum, count) => sum + count, 0) }]);
    return none(await standardNotSold(tx, terms));
  }
  const quote: Quote = {
    category: STANDARD,
    categoryNumber: 0,
    places: 1,
    priceCents: price.priceCents,
    vat: price.vat ?? usualVat(terms),
  };
  const refusal = taken.fits.includes(false) ? await soldOut(tx, event, day, terms) : undefined;
  const got = wants.map(({ categories }, index) =>
    taken.fits[index] ? categories.map(() => quote) : (refusal as Refusal),
  );
  const sold = withAccess(got, wants, event);
  const refused = got.flatMap((each, index) =>
    each instanceof Refusal || !(sold[index] instanceof Refusal) ? [] : { slot, places: each.length },
  );
  await giveBackPlaces(tx, refused);
  return granted(sold, taken.isLast && refused.length === 0, event);
}

async function standardNotSold(tx: Transaction, { rules }: OfferTerms): Promise<Refusal> {
  const [{ category, name }] = (await rules.current(tx)).categories as readonly [Rules['categories'][number]];
  return new Refusal('category-not-sold', { category, name });
}

/**
 * Sells an event that has entry times, or is sold to other categories too.
 * @param locked the event and the rules, whose locks have been asked for
 */
async function sellEvent(
  tx: Transaction,
  eventId: Uuid,
  wants: readonly Want[],
  locked: { readonly event: Promise<EventOnSale | undefined>; readonly rules: Promise<Rules> },
  terms: OfferTerms,
): Promise<(Granted | Refusal)[]> {
  const { day } = (wants[0] as Want).slot;
  const [event, prices, rules, own] = await Promise.all([
    locked.event,
    findPrices(tx, eventId),
    locked.rules,
    findOwnTimes(tx, eventId, day),
  ]);
  const known = quotesFor(wants, () => prices, rules, terms);
  if (event === undefined) return allRefused(known, new Refusal('event-not-found', { eventId }));
  if (event.isDraft) return draftRefusals(wants, eventId);
  const quotes = withAccess(known, wants, event);
  const unsold = dayRefusal(day, terms) ?? (event.dates.includes(day) ? undefined : notOn(event, day));
  if (unsold !== undefined) return allRefused(quotes, unsold);
  const onDay = { ...event, times: own ?? event.times };
  const sold = await sellInSlot(tx, wants, quotes, {
    event,
    forSale: onDay.times.length === 0 ? undefined : eventTimesForSale(onDay, day, terms),
    findTimes: () => findTimes(tx, onDay, day, terms),
    soldOut: (atTime) => soldOut(tx, event, day, terms, atTime),
  });
  if (sold === undefined) throw new Error(`Event ${eventId} has no slot on ${day}.`);
  return sold;
}

/** Why there is no slot of a whole day for sale. */
async function notForWholeDay(
  tx: Transaction,
  event: EventOnSale,
  day: CalendarDay,
  terms: OfferTerms,
): Promise<Refusal> {
  const onDay = { ...event, times: (await findOwnTimes(tx, event.eventId, day)) ?? event.times };
  // Without times, the day was off when places were asked for, and is on again.
  if (!event.dates.includes(day) || onDay.times.length === 0) return notOn(event, day);
  const times = (await findTimes(tx, onDay, day, terms)).map(({ entryTime, left }) => ({ entryTime, left }));
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
