import type { Article } from '../../articles/index.ts';
import { type BasketForm, mostOf } from '../../basket/index.ts';
import { addDays, type CalendarDay } from '../../core/calendar-day.ts';
import type { Uuid } from '../../core/uuid.ts';
import { type Offer, type OfferPrice, salesUntil } from '../../offers/index.ts';
import { shopArticles } from './articles.ts';
import { isOpened } from './code.ts';
import {
  inReadersLanguage,
  offersAhead,
  type ShownOffer,
  shopOffers,
  timesToCome,
  weeksFrom,
} from './offers.ts';
import type { ShopOptions } from './shop-options.ts';
import type { Visitor } from './visitor.ts';

/** A day, and what is for sale on it: general entry first, unless the day is over; then the events by name. */
export interface VisitDay {
  readonly day: CalendarDay;
  readonly offers: readonly ShownOffer[];
  /** An event on it that only who knows its id finds, and who looks at the day does. */
  readonly unlisted: Uuid | undefined;
  /** General entry on the days around it. */
  readonly around: readonly Offer[];
  /** What is sold beside tickets. */
  readonly articles: readonly Article[];
  /** Where nothing is on sale: the next day on which something is. */
  readonly next: CalendarDay | undefined;
}

/**
 * @param eventId an event that the visitor knows of, listed or not
 * @param code opens events that are sold only with one
 */
export async function readVisitDay(
  visitor: Visitor,
  day: CalendarDay,
  eventId?: Uuid,
  code?: string,
): Promise<VisitDay> {
  const { shop } = visitor;
  const [found, unlisted, articles] = await Promise.all([
    shopOffers(shop, { from: day, to: day, generalEntry: daysAround(shop, day) }),
    eventId === undefined ? undefined : findUnlisted(visitor, day, eventId, code),
    shopArticles(shop),
  ]);
  const offers = found.filter((offer) => offer.day === day);
  const around = found.filter(({ event }) => event === undefined);
  const isOnSale = offers.some(({ event, onSale }) => onSale && event === undefined);
  return {
    ...{ day, around, articles },
    offers: await inReadersLanguage(visitor, unlisted === undefined ? offers : [...offers, unlisted]),
    unlisted: unlisted?.event?.eventId,
    next: isOnSale ? undefined : (nextIn(around, day) ?? (await nextDay(shop, day))),
  };
}

async function findUnlisted(
  visitor: Visitor,
  day: CalendarDay,
  eventId: Uuid,
  code: string | undefined,
): Promise<Offer | undefined> {
  const [offer] = await shopOffers(visitor.shop, { from: day, to: day, eventId });
  if (!offer?.event?.isUnlisted) return undefined;
  return !offer.event.needsCode || (await isOpened(visitor, eventId, code)) ? offer : undefined;
}

/** A week: from today, or with the day in its middle. */
function daysAround({ terms }: ShopOptions, day: CalendarDay) {
  const today = terms.calendar.today();
  const from = day <= addDays(today, 6) ? today : addDays(day, -3);
  return { from, to: addDays(from, 6) };
}

/** The first day, from today on, on which something is on sale. */
export async function firstDay(shop: ShopOptions): Promise<CalendarDay> {
  const ahead = await offersAhead(shop);
  return ahead.find(({ onSale }) => onSale)?.day ?? shop.terms.calendar.today();
}

/** The first day after `day` for which general entry is on sale. */
async function nextDay(shop: ShopOptions, day: CalendarDay): Promise<CalendarDay | undefined> {
  const today = shop.terms.calendar.today();
  if (day < today || day > salesUntil(shop.terms)) return firstDay(shop);
  return nextIn(await shopOffers(shop, { ...weeksFrom(day), ticketType: 'general' }), day);
}

function nextIn(general: readonly Offer[], after: CalendarDay): CalendarDay | undefined {
  return general.find(({ day, onSale }) => onSale && day > after)?.day;
}

/** The form of a visit. Category slugs hold no dot. */
export const VISIT_FORM: BasketForm = {
  most: 10,
  isForVisitors: true,
  countField: (product, category) => `${product}.${category}`,
  countIn: (text) => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN),
};

/** How many tickets of that category one order can have. */
export function mostInOrder(
  offer: Offer,
  { places, priceCents }: OfferPrice,
  { checkout: { ways } }: ShopOptions,
): number {
  if (priceCents > 0 && ways.length === 0) return 0;
  const open = timesToCome(offer) ?? [offer];
  return Math.max(0, ...open.map(({ left }) => mostOf(VISIT_FORM.most, left, places)));
}
