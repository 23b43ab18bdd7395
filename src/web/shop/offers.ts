import { addDays, type CalendarDay, type DayRange } from '../../core/calendar-day.ts';
import { isolated } from '../../core/name.js';
import { findSayings, type SaidEvent, type SayEvent } from '../../events/index.ts';
import { closingOf, isNight } from '../../hours/index.ts';
import {
  everyPrice,
  listOffers,
  type Offer,
  type OfferedEvent,
  type OfferFilter,
  type OfferPrice,
  placesOn,
  STANDARD,
  salesUntil,
  type TimeOffer,
} from '../../offers/index.ts';
import { type Html, html } from '../../pages/html.ts';
import type { ShopOptions } from './shop-options.ts';
import { shopTexts } from './shop-texts.ts';
import type { Visitor } from './visitor.ts';

/** For how many days the first page says what is on. */
export const DAYS_SHOWN = 28;

/** What is for sale, as visitors may buy it: no general entry for which the museum has closed. */
export async function shopOffers(shop: ShopOptions, filter: OfferFilter): Promise<Offer[]> {
  const offers = await listOffers(shop.store, shop.seller, filter, shop.terms);
  return offers.map((offer) => (hasClosed(shop, offer) ? { ...offer, onSale: false } : offer));
}

/** Whether the museum has closed for general entry of that day. */
export function hasClosed(
  { clock, terms }: ShopOptions,
  { day, opening }: Pick<Offer, 'day' | 'opening'>,
): boolean {
  const { day: today, time } = terms.localOf(clock.now());
  if (opening === undefined || day > today) return false;
  if (day === today) return !isNight(opening) && time >= opening.timeClose;
  return clock.now() >= closingOf(terms.localOf, day, opening);
}

/** What is for sale, as a visitor reads it. */
export interface ShownOffer extends Offer {
  readonly event: SaidEvent<OfferedEvent> | undefined;
}

/** The offers, with their events as this visitor reads them. */
export async function inReadersLanguage(
  visitor: Pick<Visitor, 'shop' | 'language'>,
  offers: readonly Offer[],
): Promise<ShownOffer[]> {
  return saidOffers(offers, await sayingsOf(visitor, offers));
}

/** How their events are said to this visitor. */
export function sayingsOf(
  { shop, language }: Pick<Visitor, 'shop' | 'language'>,
  offers: readonly Offer[],
): Promise<SayEvent> {
  const eventIds = offers.flatMap(({ event }) => event?.eventId ?? []);
  return findSayings(shop.store, eventIds, [language, shop.settings.now.language]);
}

export function saidOffers(offers: readonly Offer[], say: SayEvent): ShownOffer[] {
  return offers.map((offer) => ({ ...offer, event: offer.event && say(offer.event.eventId, offer.event) }));
}

/** What is for sale for four weeks, from today on. */
export function offersAhead(shop: ShopOptions): Promise<Offer[]> {
  return shopOffers(shop, weeksFrom(shop.terms.calendar.today()));
}

/** Four weeks, with that day as the first. */
export function weeksFrom(from: CalendarDay): DayRange {
  return { from, to: addDays(from, DAYS_SHOWN - 1) };
}

type Places = Pick<Offer, 'capacity' | 'left'>;

/** The entry times that are not over, and are sold to anybody; undefined: it is sold for the whole day. */
export function timesToCome({ times, prices: ofDay }: Offer): readonly TimeOffer[] | undefined {
  return times?.filter(({ isOver, prices = ofDay }) => !isOver && prices.length > 0);
}

/** The places of the day, or of the entry times to come together. */
function placesToCome(offer: Offer): Places {
  return placesOn(offer, timesToCome(offer));
}

/** Less than a tenth is left. */
export function isNearlyFull({ capacity, left }: Places): boolean {
  return capacity !== null && left !== null && left > 0 && left * 10 < capacity;
}

/** What is left of an offer, if that is not much. */
export function placesIfFew(visitor: Visitor, offer: Offer): Html | undefined {
  const places = placesToCome(offer);
  return isNearlyFull(places) ? placesLeftInWords(visitor, places) : undefined;
}

/** "12 places left"; undefined: there is no limit. */
export function placesLeftInWords({ language }: Visitor, places: Places): Html | undefined {
  const say = shopTexts(language);
  if (places.left === null) return undefined;
  if (places.left === 0) return html`<span class="full">${say('soldOut')}</span>`;
  if (isNearlyFull(places))
    return html`<strong class="few">${say('fewLeft', { count: places.left })}</strong>`;
  return html`<span class="quiet">${say('placesLeft', { count: places.left })}</span>`;
}

/** What is left of an offer, or why it can't be bought. */
export function offerInWords(visitor: Visitor, offer: Offer): Html | undefined {
  const say = shopTexts(visitor.language);
  const places = placesToCome(offer);
  if (offer.onSale) return placesLeftInWords(visitor, places);
  if (offer.closed !== undefined) return html`<span class="full">${say('closed')}</span>`;
  if (everyPrice(offer).length === 0) return html`<span class="full">${say('notSold')}</span>`;
  if (places.left === 0 && timesToCome(offer)?.length !== 0)
    return html`<span class="full">${say('soldOut')}</span>`;
  const key = offer.day > salesUntil(visitor.shop.terms) ? 'notYet' : 'over';
  return html`<span class="full">${say(key)}</span>`;
}

export function categoryName(
  { language }: Visitor,
  { name, names }: Pick<OfferPrice, 'name' | 'names'>,
): string {
  return names[language] ?? name;
}

/** "Adults €12.00 · Students €8.00"; the price alone where only standard is sold. */
export function categoryPricesInWords(visitor: Visitor, prices: readonly OfferPrice[]): string {
  const { words } = visitor;
  const [first] = prices;
  if (prices.length === 1 && first?.category === STANDARD) return words.price(first);
  return prices.map((price) => `${isolated(categoryName(visitor, price))} ${words.price(price)}`).join(' · ');
}

/** Each category with its price. */
export function pricesList(visitor: Visitor, prices: readonly OfferPrice[]): Html {
  const { words } = visitor;
  const items = prices.map(
    (price) =>
      html`<div><dt dir="auto">${categoryName(visitor, price)}</dt><dd>${words.price(price)}</dd></div>\n`,
  );
  return html`<dl class="price-list">${items}</dl>`;
}

/** "from €8.00", where it costs different prices; what is free for some has the least of the others. Nothing: it is not sold. */
export function priceFrom({ language, words }: Visitor, offer: Offer): string | undefined {
  const prices = everyPrice(offer);
  if (prices.length === 0) return undefined;
  const [only] = prices;
  if (prices.length === 1 && only !== undefined) return words.price(only);
  const dearest = Math.max(...prices.map((price) => price.priceCents));
  if (dearest === 0) return words.price({ priceCents: 0 });
  const least = Math.min(...prices.map((price) => price.priceCents).filter((cents) => cents > 0));
  return shopTexts(language)('from', { price: words.price({ priceCents: least }) });
}
