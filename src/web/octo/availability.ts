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
import type { Order } from '../../orders/index.ts';
import type { Store } from '../../store/index.ts';
import {
  type Bookable,
  bookablesOf,
  dayIn,
  hoursOf,
  idOf,
  LocalTimes,
  mostUnits,
  visitOf,
} from './bookable.ts';
import { availabilityIdOf, productOf } from './booking-ids.ts';
import { type AnswerOf, type BodyOf, DEFAULT_OPTION } from './contract/index.ts';
import { OctoError } from './errors.ts';
import { pricingOf } from './pricing.ts';

type Shown = AnswerOf<'checkAvailability'>[number];
export type PlacesLeft = Pick<Shown, 'available' | 'status' | 'vacancies' | 'capacity' | 'maxUnits'>;
type ShownDay = AnswerOf<'getCalendar'>[number];

/** Units that are wanted together. */
interface Wanted {
  readonly category: NumberedCategory;
  readonly quantity: number;
}

const MOST_DAYS = 366;

/** What can be booked, as OCTO has it. */
export class Availabilities {
  readonly #store: Store;
  readonly #terms: OfferTerms;
  readonly times: LocalTimes;

  constructor(store: Store, terms: OfferTerms) {
    this.#store = store;
    this.#terms = terms;
    this.times = new LocalTimes(terms);
  }

  async check(actor: Actor, body: BodyOf<'checkAvailability'>, withPricing: boolean): Promise<Shown[]> {
    const { productId, optionId, availabilityIds } = body;
    this.requireCurrency(body.currency);
    const range = rangeIn(body);
    const found = await this.#find(actor, productId, optionId, range);
    const wanted = await this.#wantedIn(body.units);
    const ids = availabilityIds && new Set(availabilityIds);
    return found
      .filter((bookable) => !ids || ids.has(idOf(bookable)))
      .map((bookable) => this.#show(bookable, wanted, withPricing));
  }

  async calendar(actor: Actor, body: BodyOf<'getCalendar'>, withPricing: boolean): Promise<ShownDay[]> {
    this.requireCurrency(body.currency);
    const range = rangeIn(body);
    const found = await this.#find(actor, body.productId, body.optionId, range);
    const wanted = await this.#wantedIn(body.units);
    const days = Map.groupBy(found, ({ offer }) => offer.date);
    return [...days].map(([date, ofDay]) => this.#showDay(date, ofDay, wanted, withPricing));
  }

  /**
   * What is booked under that id.
   * @throws OctoError INVALID_PRODUCT_ID, INVALID_OPTION_ID or INVALID_AVAILABILITY_ID
   */
  async get(
    actor: Actor,
    {
      productId,
      optionId,
      availabilityId,
    }: Readonly<Record<'productId' | 'optionId' | 'availabilityId', string>>,
  ): Promise<Bookable> {
    const day = parseCalendarDay(dayIn(availabilityId) ?? '');
    const found = await this.#find(actor, productId, optionId, day && { from: day, to: day });
    const bookable = found.find((each) => idOf(each) === availabilityId);
    if (bookable === undefined)
      throw new OctoError(
        'INVALID_AVAILABILITY_ID',
        'The product is not offered then: use an id that was found to be available.',
        {
          availabilityId,
        },
      );
    return bookable;
  }

  /** What is left now of what each order is for. */
  async leftFor(
    actor: Actor,
    orders: readonly Order[],
  ): Promise<(order: Pick<Order, 'items'>) => PlacesLeft> {
    const offered = new Map<string, Bookable>();
    for (const [product, booked] of Map.groupBy(orders, productOf)) {
      const days = booked.flatMap(({ items }) => items.map(({ ticketDate }) => ticketDate)).sort();
      const [from, to] = [days[0], days.at(-1)];
      if (from === undefined || to === undefined) continue;
      const offers = await this.#offersOf(actor, product, this.#soldWithin({ from, to }));
      for (const each of offers.flatMap((offer) => bookablesOf(offer, undefined)))
        offered.set(`${product} ${idOf(each)}`, each);
    }
    return (order) => {
      const bookable = offered.get(`${productOf(order)} ${availabilityIdOf(order)}`);
      return bookable === undefined ? NOT_OFFERED : leftIn(bookable);
    };
  }

  /** @param range undefined: no day, so that only product and option are checked */
  async #find(
    actor: Actor,
    productId: string,
    optionId: string,
    range: DayRange | undefined,
  ): Promise<Bookable[]> {
    const noSuchProduct = () =>
      new OctoError('INVALID_PRODUCT_ID', 'There is no such product.', { productId });
    if (productId !== GENERAL && !isUuid(productId)) throw noSuchProduct();
    const within = range && this.#soldWithin(range);
    const offers = within ? await this.#offersOf(actor, productId, within) : [];
    if (offers.length === 0 && productId !== GENERAL)
      if ((await this.#offersOf(actor, productId, this.#soldDays())).length === 0) throw noSuchProduct();
    if (optionId !== DEFAULT_OPTION)
      throw new OctoError('INVALID_OPTION_ID', `The only option is ${DEFAULT_OPTION}.`, { optionId });
    if (within === undefined || offers.length === 0) return [];
    const open = new Map((await openDays(this.#store, within.from, within.to)).map((day) => [day.date, day]));
    return offers.flatMap((offer) => bookablesOf(offer, open.get(offer.date)));
  }

  async #offersOf(actor: Actor, productId: string, days: DayRange): Promise<Offer[]> {
    if (days.from > days.to) return [];
    const which =
      productId === GENERAL
        ? { ticketType: 'general' as const }
        : { eventId: productId.toLowerCase() as Uuid };
    return listOffers(this.#store, actor, { ...days, ...which }, this.#terms);
  }

  #soldWithin(range: DayRange): DayRange {
    const sold = this.#soldDays();
    return {
      from: range.from < sold.from ? sold.from : range.from,
      to: range.to > sold.to ? sold.to : range.to,
    };
  }

  #soldDays(): DayRange {
    return { from: this.#terms.calendar.today(), to: salesUntil(this.#terms) };
  }

  /** @throws OctoError BAD_REQUEST */
  requireCurrency(currency: string | null | undefined): void {
    if (currency && currency !== this.#terms.currency)
      throw new OctoError('BAD_REQUEST', `The only currency is ${this.#terms.currency}.`);
  }

  async #wantedIn(units: BodyOf<'checkAvailability'>['units']): Promise<Wanted[] | undefined> {
    if (!units) return undefined;
    const categories = await findCategories(this.#store);
    return units.map(({ id, quantity }) => {
      const category = categories.find((each) => each.category === id);
      if (category === undefined) throw noSuchUnit(id);
      return { category, quantity };
    });
  }

  #show(bookable: Bookable, wanted: readonly Wanted[] | undefined, withPricing: boolean): Shown {
    const { offer, time } = bookable;
    const isWhole = time === undefined;
    return {
      id: idOf(bookable),
      localDateTimeStart: isWhole ? this.times.midnight(offer.date) : this.times.text(time.at),
      localDateTimeEnd: visitOf(bookable, this.times).end,
      utcCutoffAt: utc(this.times.soldUntil(bookable)),
      allDay: isWhole,
      ...leftIn(bookable, wanted),
      openingHours: isWhole ? [hoursOf(bookable)] : [],
      ...(withPricing && {
        unitPricing: this.#unitPricing(offer.prices),
        ...(wanted && { pricing: this.#total(offer.prices, wanted) }),
      }),
    };
  }

  #showDay(
    date: CalendarDay,
    ofDay: readonly Bookable[],
    wanted: readonly Wanted[] | undefined,
    withPricing: boolean,
  ): ShownDay {
    const [first] = ofDay as [Bookable];
    const most = ofDay.reduce((one, other) => (roomIn(other) > roomIn(one) ? other : one));
    const isUnlimited = ofDay.some(({ capacity }) => capacity === null);
    const capacity = isUnlimited ? null : ofDay.reduce((sum, each) => sum + (each.capacity ?? 0), 0);
    const { status } = placesOf(most.capacity, most.left, true);
    const { prices } = first.offer;
    return {
      localDate: date,
      available: ofDay.some((bookable) => isAvailable(bookable, wanted)),
      status,
      vacancies: most.left,
      capacity,
      openingHours: first.time === undefined ? [hoursOf(first)] : [],
      ...(withPricing && {
        unitPricingFrom: this.#unitPricing(prices),
        ...(wanted && { pricingFrom: this.#total(prices, wanted) }),
      }),
    };
  }

  #unitPricing(prices: readonly OfferPrice[]) {
    const { currency, vat: usual } = this.#terms;
    return prices.map(({ category, priceCents, vat }) => ({
      unitId: category,
      ...pricingOf([{ priceCents, vat: vat ?? usual, quantity: 1 }], currency),
    }));
  }

  #total(prices: readonly OfferPrice[], wanted: readonly Wanted[]) {
    const { currency, vat: usual } = this.#terms;
    const priced = wanted.flatMap(({ category, quantity }) => {
      const price = prices.find((each) => each.category === category.category);
      return price === undefined ? [] : { priceCents: price.priceCents, vat: price.vat ?? usual, quantity };
    });
    return pricingOf(priced, currency);
  }
}

export function noSuchUnit(unitId: string): OctoError {
  return new OctoError('INVALID_UNIT_ID', 'There is no such unit, or it is not sold then.', { unitId });
}

/** An instant, to the second. */
export function utc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** The days that are asked for. @throws OctoError BAD_REQUEST */
function rangeIn(body: {
  readonly localDate?: string | null;
  readonly localDateStart?: string | null;
  readonly localDateEnd?: string | null;
  readonly availabilityIds?: readonly string[] | null;
}): DayRange | undefined {
  const { localDate, localDateStart, localDateEnd, availabilityIds } = body;
  const ways = [localDate, localDateStart ?? localDateEnd, availabilityIds].filter((way) => way != null);
  if (ways.length !== 1 || (localDateStart == null) !== (localDateEnd == null))
    throw new OctoError(
      'BAD_REQUEST',
      'Send one of localDate, localDateStart with localDateEnd, and availabilityIds.',
    );
  const days = availabilityIds
    ? availabilityIds.flatMap((id) => parseCalendarDay(dayIn(id) ?? '') ?? []).sort()
    : ([localDate ?? localDateStart, localDate ?? localDateEnd] as CalendarDay[]);
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return undefined;
  if (to < from) throw new OctoError('BAD_REQUEST', 'localDateEnd must not be before localDateStart.');
  if (!availabilityIds && to > addDays(from, MOST_DAYS))
    throw new OctoError('BAD_REQUEST', 'The days must be within a year.');
  return { from, to };
}

/** Of what is over, was cancelled, or is on a day that is closed. */
const NOT_OFFERED: PlacesLeft = {
  ...{ available: false, status: 'CLOSED', vacancies: 0, capacity: null, maxUnits: 0 },
};

function leftIn(bookable: Bookable, wanted?: readonly Wanted[]): PlacesLeft {
  const { capacity, left } = bookable;
  return { ...placesOf(capacity, left, isAvailable(bookable, wanted)), maxUnits: mostUnits(bookable) };
}

function placesOf(
  capacity: number | null,
  left: number | null,
  available: boolean,
): Pick<Shown, 'available' | 'status' | 'vacancies' | 'capacity'> {
  return { available, status: statusOf(capacity, left), vacancies: left, capacity };
}

function statusOf(capacity: number | null, left: number | null): Shown['status'] {
  if (capacity === null || left === null) return 'FREESALE';
  if (left === 0) return 'SOLD_OUT';
  return left * 2 < capacity ? 'LIMITED' : 'AVAILABLE';
}

/** Whether there are places, for all the units that are wanted. */
function isAvailable({ offer, left }: Bookable, wanted: readonly Wanted[] | undefined): boolean {
  if (wanted === undefined) return left !== 0;
  const isSold = ({ category }: Wanted) => offer.prices.some((price) => price.category === category.category);
  const places = wanted.reduce((sum, { category, quantity }) => sum + category.places * quantity, 0);
  return wanted.every(isSold) && (left === null || (left > 0 && places <= left));
}

function roomIn({ left }: Bookable): number {
  return left ?? Number.POSITIVE_INFINITY;
}
