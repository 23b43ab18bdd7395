import type { CalendarDay, DayRange } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';
import { hasPlaces, type Offer, offerPrices, placesOn } from './offer.ts';
import type { OfferQuestion } from './offer-question.ts';
import { type Price, USUAL_DAYS, usualPrice, WITH_PRICE } from './prices.ts';
import { WHOLE_DAY } from './slot.ts';
import { LISTED, SOLD_ON_DAY } from './slots.ts';
import { eventTimesForSale, timeOffers } from './time-offers.ts';

/** Each event on each of its dates in the range; one event when its id is given. */
export async function listEventOffers(
  queries: Queries,
  range: DayRange,
  eventId: Uuid | undefined,
  { terms, rules, isSoldOn, sellsLate }: OfferQuestion,
): Promise<Offer[]> {
  const rows = await findEventDays(queries, range, eventId);
  const timed = rows.filter(({ times }) => times !== '[]').map(({ event_id }) => event_id);
  const priced = rules.categories.length > 1 ? rows.map(({ event_id }) => event_id) : [];
  const [soldAt, pricesOf] = await Promise.all([
    findSoldAt(queries, range, [...new Set(timed)]),
    findEventPrices(queries, [...new Set(priced)]),
  ]);
  return rows.map((row): Offer => {
    const { event_id, name, location, date, minutes } = row;
    const entry = { eventId: event_id, times: JSON.parse(row.times) as string[], minutes };
    const forSale = entry.times.length === 0 ? undefined : eventTimesForSale(entry, date, terms);
    const times = forSale && timeOffers(forSale, row.capacity, soldAt.get(`${event_id} ${date}`));
    const places = placesOn(row, times);
    const prices = pricesOf.get(event_id) ?? [{ ...usualPrice(row.price_cents), vat: row.vat }];
    return {
      product: event_id,
      date,
      event: { eventId: event_id, name, location, minutes },
      closed: undefined,
      priceCents: row.price_cents,
      prices: offerPrices(prices, rules.categories),
      ...places,
      times,
      onSale: isSoldOn(date) && hasPlaces(places, times, sellsLate),
    };
  });
}

interface EventDay {
  readonly event_id: Uuid;
  readonly name: string;
  readonly location: string;
  readonly price_cents: number;
  readonly vat: number | null;
  readonly times: string;
  readonly minutes: number;
  readonly date: CalendarDay;
  readonly capacity: number | null;
  readonly sold: number;
}

function findEventDays(queries: Queries, { from, to }: DayRange, eventId?: Uuid): Promise<EventDay[]> {
  return queries.all<EventDay>(
    `SELECT event_id, name, location, price_cents, vat, times, minutes, slots.day AS date, slots.capacity AS capacity,
            ${SOLD_ON_DAY} AS sold
       FROM slots JOIN special_events ON event_id = slots.product ${WITH_PRICE}
      WHERE ${LISTED} AND slots.day BETWEEN ? AND ?
            ${eventId === undefined ? '' : 'AND slots.product = ?'}`,
    eventId === undefined ? [from, to] : [from, to, eventId],
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
  const rows = await queries.all<Price & { eventId: Uuid }>(
    `SELECT product AS "eventId", category AS "category", price_cents AS "priceCents", vat AS "vat"
       FROM prices WHERE product IN ? AND day = '${USUAL_DAYS}'`,
    [eventIds],
  );
  return Map.groupBy(rows, ({ eventId }) => eventId);
}
