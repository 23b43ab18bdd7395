import type { Article } from '../../articles/index.ts';
import { type BasketForm, mostOf } from '../../basket/index.ts';
import { addDays, type CalendarDay } from '../../core/calendar-day.ts';
import type { Uuid } from '../../core/uuid.ts';
import {
  type Category,
  listCategories,
  listOffers,
  type Offer,
  type OfferPrice,
  salesUntil,
} from '../../offers/index.ts';
import { shopArticles } from './articles.ts';
import { isOpened } from './code.ts';
import { type DayHours, hoursOn } from './hours.ts';
import { inReadersLanguage, offersAhead, offersBetween, type ShownOffer, timesToCome } from './offers.ts';
import type { ShopOptions } from './shop-options.ts';
import type { Visitor } from './visitor.ts';

/** A day, and what is for sale on it: general entry first, then the events by name. */
export interface VisitDay {
  readonly day: CalendarDay;
  readonly hours: DayHours;
  readonly offers: readonly ShownOffer[];
  /** An event on it that only who knows its id finds, and who looks at the day does. */
  readonly unlisted: Uuid | undefined;
  /** General entry on the days around it. */
  readonly around: readonly Offer[];
  readonly categories: readonly Category[];
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
  const { store, seller, terms } = shop;
  const [hours, offers, unlisted, around, categories, articles] = await Promise.all([
    hoursOn(shop, day),
    offersBetween(shop, day, day),
    eventId === undefined ? undefined : findUnlisted(visitor, day, eventId, code),
    listOffers(store, seller, { ...daysAround(shop, day), ticketType: 'general' }, terms),
    listCategories(store, seller),
    shopArticles(shop),
  ]);
  const isOnSale = offers.some(({ event, onSale }) => onSale && event === undefined);
  return {
    ...{ day, hours, around, categories, articles },
    offers: await inReadersLanguage(visitor, unlisted === undefined ? offers : [...offers, unlisted]),
    unlisted: unlisted?.event?.eventId,
    next: isOnSale ? undefined : await nextDay(shop, day),
  };
}

async function findUnlisted(
  visitor: Visitor,
  day: CalendarDay,
  eventId: Uuid,
  code: string | undefined,
): Promise<Offer | undefined> {
  const [offer] = await offersBetween(visitor.shop, day, day, eventId);
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
  const ahead = await offersAhead(shop, day);
  return ahead.find(({ day: date, event, onSale }) => onSale && event === undefined && date > day)?.day;
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
  { category, priceCents }: OfferPrice,
  { categories }: VisitDay,
  { checkout: { ways } }: ShopOptions,
): number {
  if (priceCents > 0 && ways.length === 0) return 0;
  const places = categories.find((each) => each.category === category)?.places;
  const open = timesToCome(offer) ?? [offer];
  return Math.max(0, ...open.map(({ left }) => mostOf(VISIT_FORM.most, left, places)));
}
