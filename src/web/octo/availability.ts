import { mostOf } from '../../basket/index.ts';
import type { Actor } from '../../core/actor.ts';
import { addDays, type CalendarDay, type DayRange, parseCalendarDay } from '../../core/calendar-day.ts';
import { isUuid, type Uuid } from '../../core/uuid.ts';
import { openDays } from '../../hours/index.ts';
import {
  findCategories,
  GENERAL,
  listOffers,
  type NumberedCategory,
  type Offer,
  type OfferPrice,
  type OfferTerms,
  salesUntil,
} from '../../offers/index.ts';
import { MOST_TICKETS, type Order } from '../../orders/index.ts';
import {
  type Bookable,
  bookableHours,
  bookablePrices,
  bookablesOf,
  bookedId,
  bookedProduct,
  dayInId,
  idOf,
} from './bookable.ts';
import { OctoError } from './errors.ts';
import type { Octo, OctoHandlers } from './octo-options.ts';
import { DEFAULT_OPTION, type OctoInput, type OctoOutput } from './operations.ts';
import { pricingNow } from './pricing.ts';

type Availability = OctoOutput<'checkAvailability'>[number];
type AvailabilityDay = OctoOutput<'getCalendar'>[number];
type Search = OctoInput<'checkAvailability' | 'getCalendar'>['body'];
/** What is read of offers. */
type Offered = Pick<Octo, 'store' | 'terms'>;

/** What is left of something that can be booked. */
export type Vacancies = Pick<Availability, 'available' | 'status' | 'vacancies' | 'capacity' | 'maxUnits'>;

/** Units that are wanted together. */
interface WantedUnits {
  readonly category: NumberedCategory;
  readonly quantity: number;
}

const MOST_DAYS = 366;

export const availabilityHandlers: OctoHandlers<'checkAvailability' | 'getCalendar'> = {
  async checkAvailability(octo, { seller, body, withPricing }) {
    const { found, wanted } = await search(octo, seller, body);
    const ids = body.availabilityIds && new Set(body.availabilityIds);
    return found
      .filter((bookable) => !ids || ids.has(idOf(bookable)))
      .map((bookable) => show(octo, bookable, wanted, withPricing));
  },

  async getCalendar(octo, { seller, body, withPricing }) {
    const { found, wanted } = await search(octo, seller, body);
    const days = Map.groupBy(found, ({ offer }) => offer.day);
    return [...days].map(([day, ofDay]) => showDay(octo, day, ofDay, wanted, withPricing));
  },
};

async function search(octo: Octo, actor: Actor, body: Search) {
  requireCurrency(octo, body.currency);
  const range = rangeIn(body);
  const found = await findBookables(octo, actor, body, range);
  return { found, wanted: await wantedIn(octo, body.units) };
}

/**
 * What is booked under that id.
 * @throws OctoError INVALID_PRODUCT_ID, INVALID_OPTION_ID or INVALID_AVAILABILITY_ID
 */
export async function getBookable(
  octo: Octo,
  actor: Actor,
  asked: Pick<OctoInput<'reserve'>['body'], 'productId' | 'optionId' | 'availabilityId'>,
): Promise<Bookable> {
  const { availabilityId } = asked;
  const day = parseCalendarDay(dayInId(availabilityId) ?? '');
  const found = await findBookables(octo, actor, asked, day && { from: day, to: day });
  const bookable = found.find((each) => idOf(each) === availabilityId);
  if (bookable !== undefined) return bookable;
  throw new OctoError(
    'INVALID_AVAILABILITY_ID',
    'The product is not offered then: use an id that was found to be available.',
    { availabilityId },
  );
}

/** What is left now of what each order is for. */
export async function vacanciesFor(
  octo: Offered,
  actor: Actor,
  orders: readonly Pick<Order, 'items'>[],
): Promise<(order: Pick<Order, 'items'>) => Vacancies> {
  const offered = new Map<string, Bookable>();
  for (const [product, booked] of Map.groupBy(orders, bookedProduct)) {
    const days = booked.flatMap(({ items }) => items.map(({ day }) => day)).sort();
    const [from, to] = [days[0], days.at(-1)];
    if (from === undefined || to === undefined) continue;
    const offers = await findOffers(octo, actor, product, soldWithin(octo, { from, to }));
    for (const each of offers.flatMap((offer) => bookablesOf(offer, undefined)))
      offered.set(`${product} ${idOf(each)}`, each);
  }
  return (order) => {
    const bookable = offered.get(`${bookedProduct(order)} ${bookedId(order)}`);
    return bookable === undefined ? NOT_OFFERED : vacanciesOf(bookable);
  };
}

/** @param range undefined: no day, so that only product and option are checked */
async function findBookables(
  octo: Octo,
  actor: Actor,
  { productId, optionId }: { readonly productId: string; readonly optionId: string },
  range: DayRange | undefined,
): Promise<Bookable[]> {
  const noSuchProduct = () => new OctoError('INVALID_PRODUCT_ID', 'There is no such product.', { productId });
  if (productId !== GENERAL && !isUuid(productId)) throw noSuchProduct();
  const within = range && soldWithin(octo, range);
  const offers = within ? await findOffers(octo, actor, productId, within) : [];
  if (offers.length === 0 && productId !== GENERAL)
    if ((await findOffers(octo, actor, productId, soldDays(octo))).length === 0) throw noSuchProduct();
  if (optionId !== DEFAULT_OPTION)
    throw new OctoError('INVALID_OPTION_ID', `The only option is ${DEFAULT_OPTION}.`, { optionId });
  if (within === undefined || offers.length === 0) return [];
  const open = new Map((await openDays(octo.store, within.from, within.to)).map((day) => [day.date, day]));
  return offers.flatMap((offer) => bookablesOf(offer, open.get(offer.day)));
}

async function findOffers(
  { store, terms }: Offered,
  actor: Actor,
  productId: string,
  days: DayRange,
): Promise<Offer[]> {
  if (days.from > days.to) return [];
  const product =
    productId === GENERAL ? { ticketType: 'general' as const } : { eventId: productId.toLowerCase() as Uuid };
  return listOffers(store, actor, { ...days, ...product }, terms);
}

function soldWithin(octo: Offered, range: DayRange): DayRange {
  const sold = soldDays(octo);
  return {
    from: range.from < sold.from ? sold.from : range.from,
    to: range.to > sold.to ? sold.to : range.to,
  };
}

function soldDays({ terms }: { readonly terms: OfferTerms }): DayRange {
  return { from: terms.calendar.today(), to: salesUntil(terms) };
}

/** @throws OctoError BAD_REQUEST */
export function requireCurrency({ terms }: Octo, currency: string | null | undefined): void {
  if (currency && currency !== terms.currency)
    throw new OctoError('BAD_REQUEST', `The only currency is ${terms.currency}.`);
}

/** @throws OctoError INVALID_UNIT_ID */
async function wantedIn({ store }: Octo, units: Search['units']): Promise<WantedUnits[] | undefined> {
  if (!units) return undefined;
  const categories = await findCategories(store);
  return units.map(({ id, quantity }) => {
    const category = categories.find((each) => each.category === id);
    if (category === undefined) throw noSuchUnit(id);
    return { category, quantity };
  });
}

function show(
  octo: Octo,
  bookable: Bookable,
  wanted: readonly WantedUnits[] | undefined,
  withPricing: boolean,
): Availability {
  const { start, end, hours } = octo.times.visitOf(bookable);
  const prices = bookablePrices(bookable);
  return {
    id: idOf(bookable),
    localDateTimeStart: start,
    localDateTimeEnd: end,
    utcCutoffAt: utc(octo.times.soldUntil(bookable)),
    allDay: bookable.time === undefined,
    ...vacanciesOf(bookable, wanted),
    openingHours: [...hours],
    ...(withPricing && {
      unitPricing: unitPricing(octo, prices),
      ...(wanted && { pricing: pricingNow(pricesFor(wanted, prices), octo.terms) }),
    }),
  };
}

function showDay(
  octo: Octo,
  day: CalendarDay,
  ofDay: readonly Bookable[],
  wanted: readonly WantedUnits[] | undefined,
  withPricing: boolean,
): AvailabilityDay {
  const [first] = ofDay as [Bookable];
  const most = ofDay.reduce((one, other) => (roomIn(other) > roomIn(one) ? other : one));
  const isUnlimited = ofDay.some(({ capacity }) => capacity === null);
  const prices = leastPrices(ofDay);
  return {
    localDate: day,
    available: ofDay.some((bookable) => isAvailable(bookable, wanted)),
    status: statusOf(most),
    vacancies: most.left,
    capacity: isUnlimited ? null : ofDay.reduce((sum, { capacity }) => sum + (capacity ?? 0), 0),
    openingHours: first.time === undefined ? [bookableHours(first)] : [],
    ...(withPricing && {
      unitPricingFrom: unitPricing(octo, prices),
      ...(wanted && { pricingFrom: pricingNow(pricesFor(wanted, prices), octo.terms) }),
    }),
  };
}

/** The least that each category costs at any of the times. */
function leastPrices(ofDay: readonly Bookable[]): readonly OfferPrice[] {
  const least = new Map<string, OfferPrice>();
  for (const price of ofDay.flatMap(bookablePrices)) {
    const known = least.get(price.category);
    if (known === undefined || price.priceCents < known.priceCents) least.set(price.category, price);
  }
  return [...least.values()];
}

function unitPricing({ terms }: Octo, prices: readonly OfferPrice[]) {
  return prices.map((price) => ({ unitId: price.category, ...pricingNow([price], terms) }));
}

/** What is not sold then costs nothing. */
function pricesFor(wanted: readonly WantedUnits[], prices: readonly OfferPrice[]) {
  return wanted.flatMap(({ category: { category }, quantity }) =>
    prices.filter((price) => price.category === category).map((price) => ({ ...price, quantity })),
  );
}

export function noSuchUnit(unitId: string): OctoError {
  return new OctoError('INVALID_UNIT_ID', 'There is no such unit, or it is not sold then.', { unitId });
}

/** An instant, to the second. */
export function utc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** The days that are asked for. @throws OctoError BAD_REQUEST */
function rangeIn(body: Partial<Search & OctoInput<'checkAvailability'>['body']>): DayRange | undefined {
  const { localDate, localDateStart, localDateEnd, availabilityIds } = body;
  const ways = [localDate, localDateStart ?? localDateEnd, availabilityIds].filter((way) => way != null);
  if (ways.length !== 1 || (localDateStart == null) !== (localDateEnd == null))
    throw new OctoError(
      'BAD_REQUEST',
      'Send one of localDate, localDateStart with localDateEnd, and availabilityIds.',
    );
  const days = availabilityIds
    ? availabilityIds.flatMap((id) => parseCalendarDay(dayInId(id) ?? '') ?? []).sort()
    : ([localDate ?? localDateStart, localDate ?? localDateEnd] as CalendarDay[]);
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return undefined;
  if (to < from) throw new OctoError('BAD_REQUEST', 'localDateEnd must not be before localDateStart.');
  if (!availabilityIds && to > addDays(from, MOST_DAYS))
    throw new OctoError('BAD_REQUEST', 'The days must be within a year.');
  return { from, to };
}

/** It is over, was cancelled, or is on a day that is closed. */
const NOT_OFFERED: Vacancies = {
  available: false,
  status: 'CLOSED',
  vacancies: 0,
  capacity: null,
  maxUnits: 0,
};

function vacanciesOf(bookable: Bookable, wanted?: readonly WantedUnits[]): Vacancies {
  const { capacity, left } = bookable;
  return {
    available: isAvailable(bookable, wanted),
    status: statusOf(bookable),
    vacancies: left,
    capacity,
    maxUnits: mostOf(MOST_TICKETS, left),
  };
}

function statusOf(bookable: Bookable): Availability['status'] {
  const { capacity, left } = bookable;
  if (bookablePrices(bookable).length === 0) return 'CLOSED';
  if (capacity === null || left === null) return 'FREESALE';
  if (left === 0) return 'SOLD_OUT';
  return left * 2 < capacity ? 'LIMITED' : 'AVAILABLE';
}

/** Whether there are places, for all the units that are wanted. */
function isAvailable(bookable: Bookable, wanted: readonly WantedUnits[] | undefined): boolean {
  const { left } = bookable;
  if (wanted === undefined) return left !== 0;
  const isSold = ({ category }: WantedUnits) =>
    bookablePrices(bookable).some((price) => price.category === category.category);
  const places = wanted.reduce((sum, { category, quantity }) => sum + category.places * quantity, 0);
  return wanted.every(isSold) && (left === null || (left > 0 && places <= left));
}

function roomIn({ left }: Bookable): number {
  return left ?? Number.POSITIVE_INFINITY;
}
