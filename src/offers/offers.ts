import { isDeepStrictEqual } from 'node:util';
import type { TicketType } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import { type CalendarDay, type DayRange, eachDay, isoWeekday } from '../core/calendar-day.ts';
import { may, requirePermission } from '../core/permissions.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import { findClosedDays, findSpecialDays, findWeek } from '../hours/index.ts';
import type { Queries } from '../store/index.ts';
import type { UsualTimes } from './entry-times.ts';
import { findGeneralLedger } from './general-days.ts';
import { EVERY_TICKET } from './included-entry.ts';
import {
  eventTimesForSale,
  generalTimesForSale,
  hasPlaces,
  type Offer,
  type OfferPrice,
  offerPrices,
  placesOn,
  timeOffers,
} from './offer.ts';
import { minutesOfSale, type OfferTerms, type Rules, salesUntil, timesOn } from './offer-terms.ts';
import {
  PRICE_COLUMNS,
  type Price,
  readPrice,
  type StoredPrice,
  USUAL_DAYS,
  usualPrice,
  WITH_PRICE,
} from './prices.ts';
import { GENERAL, IS_PUBLIC, LISTED, placesLeft, SOLD_ON_DAY, WHOLE_DAY } from './slots.ts';

/** A range of days, both included, optionally for one ticket type or one event. */
export interface OfferFilter extends DayRange {
  readonly ticketType?: TicketType;
  readonly eventId?: Uuid;
  /** The days of general entry, where they are others. */
  readonly generalEntry?: DayRange;
}

/**
 * Everything that is for sale from day to day, sold out or not: by date; general entry first, also on closed days; then by
 * the event's name and id.
 * @throws Refusal forbidden
 */
export async function listOffers(
  queries: Queries,
  actor: Actor,
  { ticketType, eventId, generalEntry, ...range }: OfferFilter,
  terms: OfferTerms,
): Promise<Offer[]> {
  requirePermission(actor, 'read-programme');
  const rules = await terms.rules.current(queries);
  const [from, to] = [terms.calendar.today(), salesUntil(terms)];
  const isSoldOn = (day: CalendarDay) => day >= from && day <= to;
  const sellsLate = may(actor.role, 'sell-past-times');
  const asked = { rules, terms, isSoldOn, sellsLate, findsUnlisted: may(actor.role, 'read-unlisted') };
  const found = await Promise.all([
    ticketType === 'event' || eventId !== undefined
      ? []
      : listGeneralOffers(queries, generalEntry ?? range, asked),
    ticketType === 'general' ? [] : listEventOffers(queries, range, eventId, asked),
  ]);
  return found.flat().sort(compareOffers);
}

/**
 * What general entry costs on usual days, in each category that is sold, its entry times on usual days, and whether it has such
 * on any day.
 * @throws Refusal forbidden
 */
export async function getGeneralOffer(
  queries: Queries,
  actor: Actor,
  { rules }: OfferTerms,
): Promise<{
  readonly prices: readonly OfferPrice[];
  readonly times: UsualTimes | null;
  readonly isTimed: boolean;
}> {
  requirePermission(actor, 'read-programme');
  const { categories, times, dayTimes, pricesOn } = await rules.current(queries);
  const isTimed = times !== null || [...dayTimes.values()].some((own) => own !== null);
  return { prices: offerPrices(pricesOn(), categories), times, isTimed };
}

function compareOffers(one: Offer, other: Offer): number {
  return (
    compareText(one.day, other.day) ||
    compareText(one.event?.name ?? '', other.event?.name ?? '') ||
    compareText(one.event?.eventId ?? '', other.event?.eventId ?? '')
  );
}

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
  return eachDay(from, to).map((day): Offer => {
    const special = specialDays.get(day);
    const opening = special === undefined ? week[isoWeekday(day) - 1] : special.opening;
    const { own, sold = 0, soldAt } = ledger.get(day) ?? {};
    const timed = opening && timesOn(rules, day);
    const minutes = timed ? undefined : minutesOfSale(terms, day, sellsLate);
    const prices = offerPrices(rules.pricesOn(day, minutes), rules.categories);
    const times =
      opening && timed
        ? timeOffers(
            generalTimesForSale(timed, day, opening, terms),
            timed.places,
            soldAt,
            otherPrices(rules, day, prices),
          )
        : undefined;
    const places = placesOn({ capacity: own === undefined ? rules.capacity : own, sold }, times);
    return {
      product: GENERAL,
      day,
      event: undefined,
      closed: opening ? undefined : { reason: special?.reason ?? null },
      opening: opening ?? undefined,
      priceCents: prices[0]?.priceCents ?? 0,
      prices,
      ...places,
      times,
      onSale: isSoldOn(day) && !!opening && hasPlaces({ ...places, prices, times }, sellsLate),
    };
  });
}

/** For an entry time of general entry: what it costs, where that differs from the prices of the day. */
function otherPrices({ categories, pricesOn }: Rules, day: CalendarDay, prices: readonly OfferPrice[]) {
  const usual = pricesOn(day);
  return ({ minutes }: { readonly minutes: number }): OfferPrice[] | undefined => {
    const at = pricesOn(day, minutes);
    if (at === usual) return undefined;
    const other = offerPrices(at, categories);
    return isDeepStrictEqual(other, prices) ? undefined : other;
  };
}

/** Each event on each of its dates in the range; one event when its id is given. */
export async function listEventOffers(
  queries: Queries,
  range: DayRange,
  eventId: Uuid | undefined,
  { terms, rules, isSoldOn, sellsLate, findsUnlisted }: OfferQuestion,
): Promise<Offer[]> {
  const rows = await findEventDays(queries, range, eventId ?? (findsUnlisted ? 'all' : 'public'));
  const timed = rows.filter(({ times }) => times !== '[]').map(({ event_id }) => event_id);
  const priced = rules.categories.length > 1 ? rows.map(({ event_id }) => event_id) : [];
  const taking = rows.filter(({ takes_place }) => takes_place === 1).map(({ day }) => day);
  const [soldAt, pricesOf, entryLeft] = await Promise.all([
    findSoldAt(queries, range, [...new Set(timed)]),
    findEventPrices(queries, [...new Set(priced)]),
    findEntryLeft(queries, [...new Set(taking)], rules),
  ]);
  return rows.map((row): Offer => {
    const { event_id, name, location, day, minutes, visibility } = row;
    const entry = { eventId: event_id, times: JSON.parse(row.times) as string[], minutes };
    const forSale = entry.times.length === 0 ? undefined : eventTimesForSale(entry, day, terms);
    const limit = row.takes_place === 1 ? entryLeft.get(day) : undefined;
    const ofTimes = forSale && timeOffers(forSale, row.capacity, soldAt.get(`${event_id} ${day}`));
    const times = ofTimes?.map((time) => within(time, limit));
    const places = within(placesOn(row, times), limit);
    const stored = pricesOf.get(event_id) ?? [{ ...usualPrice(row.price_cents), vat: row.vat }];
    const prices = offerPrices(stored, rules.categories);
    return {
      product: event_id,
      day,
      event: {
        ...{ eventId: event_id, name, location, minutes },
        ...{
          isUnlisted: visibility === 'unlisted' || visibility === 'code',
          needsCode: visibility === 'code',
        },
        includesEntry: row.entry_through === EVERY_TICKET,
      },
      closed: undefined,
      opening: undefined,
      priceCents: row.price_cents,
      prices,
      ...places,
      times,
      onSale: isSoldOn(day) && hasPlaces({ ...places, prices, times }, sellsLate),
    };
  });
}

/** No more is left than of general entry, of which it takes places too; undefined: no limit. */
function within<Places extends { readonly left: number | null }>(
  places: Places,
  entryLeft: number | undefined,
): Places {
  if (entryLeft === undefined) return places;
  return { ...places, left: Math.min(places.left ?? entryLeft, entryLeft) };
}

/** The places of general entry that are left for tickets for events on those days, where they are limited. */
async function findEntryLeft(
  queries: Queries,
  days: readonly CalendarDay[],
  rules: Rules,
): Promise<Map<CalendarDay, number>> {
  const [first, ...others] = days.toSorted();
  if (first === undefined) return new Map();
  const [ledger, closed] = await Promise.all([
    findGeneralLedger(queries, first, others.at(-1) ?? first),
    findClosedDays(queries, days),
  ]);
  const entries = days.flatMap((day) => {
    if (closed.has(day) || timesOn(rules, day) !== null) return [];
    const { own = rules.capacity, sold = 0, soldAt = new Map<string, number>() } = ledger.get(day) ?? {};
    const atTimes = [...soldAt.values()].reduce((sum, each) => sum + each, 0);
    const left = placesLeft({ capacity: own, sold: sold - atTimes });
    return left === null ? [] : [[day, left] as const];
  });
  return new Map(entries);
}

interface EventDay {
  readonly event_id: Uuid;
  readonly name: string;
  readonly location: string;
  readonly price_cents: number;
  readonly vat: number | null;
  readonly times: string;
  readonly minutes: number;
  readonly visibility: string;
  readonly entry_through: Uuid | null;
  readonly takes_place: number;
  readonly day: CalendarDay;
  readonly capacity: number | null;
  readonly sold: number;
}

/** @param which all of them, those that everybody finds, or one event */
function findEventDays(
  queries: Queries,
  { from, to }: DayRange,
  which: 'all' | 'public' | Uuid,
): Promise<EventDay[]> {
  const isOne = which !== 'all' && which !== 'public';
  const condition = isOne ? 'AND slots.product = ?' : which === 'public' ? `AND ${IS_PUBLIC}` : '';
  return queries.all<EventDay>(
    `SELECT event_id, name, location, price_cents, vat, coalesce(own_times, times) AS times, minutes, visibility,
            entry_through, takes_place, slots.day AS day, slots.capacity AS capacity, ${SOLD_ON_DAY} AS sold
       FROM slots JOIN special_events ON event_id = slots.product ${WITH_PRICE}
      WHERE ${LISTED} AND slots.day BETWEEN ? AND ?
            ${condition}`,
    isOne ? [from, to, which] : [from, to],
  );
}

/** Places by entry time, by `<eventId> <day>`. */
async function findSoldAt(
  queries: Queries,
  { from, to }: DayRange,
  eventIds: readonly Uuid[],
): Promise<Map<string, Map<string, number>>> {
  const rows = await queries.all<{ product: Uuid; day: CalendarDay; starts_at: string; sold: number }>(
    `SELECT product, day, starts_at, sold FROM slots
      WHERE product IN ? AND day BETWEEN ? AND ? AND starts_at <> '${WHOLE_DAY}'`,
    [eventIds, from, to],
  );
  const days = Map.groupBy(rows, ({ product, day }) => `${product} ${day}`);
  return new Map(
    [...days].map(([key, slots]) => [key, new Map(slots.map(({ starts_at, sold }) => [starts_at, sold]))]),
  );
}

async function findEventPrices(queries: Queries, eventIds: readonly Uuid[]): Promise<Map<Uuid, Price[]>> {
  const rows = await queries.all<StoredPrice & { eventId: Uuid }>(
    `SELECT product AS "eventId", ${PRICE_COLUMNS} FROM prices WHERE product IN ? AND day = '${USUAL_DAYS}'`,
    [eventIds],
  );
  const byEvent = Map.groupBy(rows, ({ eventId }) => eventId);
  return new Map([...byEvent].map(([eventId, prices]) => [eventId, prices.map(readPrice)]));
}

/** What offers depend on beside what is stored for each day. */
export interface OfferQuestion {
  readonly terms: OfferTerms;
  readonly rules: Rules;
  /** Whether tickets for that day are sold now. */
  isSoldOn(day: CalendarDay): boolean;
  /** Whether who asks may sell entry times that are over. */
  readonly sellsLate: boolean;
  /** Whether who asks finds events that are not public without knowing their ids. */
  readonly findsUnlisted: boolean;
}
