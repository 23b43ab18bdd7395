import type { Actor } from '../../core/actor.ts';
import { addDays } from '../../core/calendar-day.ts';
import { isUuid, type Uuid } from '../../core/uuid.ts';
import { findEventTitles, findSayings } from '../../events/index.ts';
import {
  findCategories,
  GENERAL,
  getGeneralOffer,
  listOffers,
  type NumberedCategory,
  type Offer,
  type OfferPrice,
  salesUntil,
} from '../../offers/index.ts';
import { BOOKING_CUTOFF_HOURS, type Order } from '../../orders/index.ts';
import { wordTexts } from '../../pages/texts.ts';
import { factTexts } from '../../tickets/index.ts';
import { bookedProduct } from './bookable.ts';
import { findContents, type ProductContent } from './content.ts';
import { OctoError } from './errors.ts';
import type { Octo, OctoHandlers, View } from './octo-options.ts';
import { DEFAULT_OPTION, type OctoOutput } from './operations.ts';
import { pricingNow } from './pricing.ts';

type ShownProduct = OctoOutput<'getProduct'>;
type ShownUnit = ShownProduct['options'][number]['units'][number];
/** What is read of offers and their names. */
type Offered = Pick<Octo, 'store' | 'terms'> & Pick<View, 'language'>;

/** What is told of a product. */
interface ProductFacts {
  readonly id: string;
  readonly name: string;
  readonly includesEntry?: boolean | undefined;
  /** HH:mm; undefined: it is sold for whole days. */
  readonly times: readonly string[] | undefined;
  readonly prices: readonly Pick<OfferPrice, 'category' | 'priceCents' | 'vat'>[];
}

const HIGHEST_AGE = 150;
/** The start time of whole days: OCTO needs at least one. */
const MIDNIGHT = '00:00';
/** Which entry times general entry has is looked up for so many days. */
const TIMES_WITHIN_DAYS = 365;

export const productHandlers: OctoHandlers<'getProducts' | 'getProduct'> = {
  /** General entry first, then the events with a day to come, by their next one. */
  async getProducts(octo, { seller, ...view }) {
    const offered = { ...octo, language: view.language };
    return showAll(offered, await findProducts(offered, seller), view);
  },

  async getProduct(octo, { seller, path: { id }, ...view }) {
    const offered = { ...octo, language: view.language };
    const isOne = id === GENERAL || isUuid(id);
    const facts = isOne ? await findProducts(offered, seller, id.toLowerCase()) : [];
    const [product] = await showAll(offered, facts, view);
    if (product !== undefined) return product;
    throw new OctoError('INVALID_PRODUCT_ID', 'There is no such product.', { productId: id });
  },
};

/** The products of bookings, by id, also those and the units that are offered no more, as far as they are known. */
export async function productsOfBookings(
  { store, terms }: Pick<Octo, 'store' | 'terms'>,
  actor: Actor,
  orders: readonly Pick<Order, 'items'>[],
  view: View,
): Promise<Map<string, ShownProduct>> {
  const octo = { store, terms, language: view.language };
  const booked = Map.groupBy(
    orders.flatMap(({ items }) => items),
    ({ product }): string => product,
  );
  const offered: ProductFacts[] = [];
  for (const id of new Set(orders.map(bookedProduct))) offered.push(...(await findProducts(octo, actor, id)));
  const gone = [...booked.keys()].filter((id) => id !== GENERAL && !offered.some((facts) => facts.id === id));
  const [titles, say] = await Promise.all([
    findEventTitles(store, gone as Uuid[]),
    findSayings(store, gone as Uuid[], [view.language, terms.settings.now.language]),
  ]);
  const known = gone.map((id): ProductFacts => {
    const times = [...new Set(booked.get(id)?.flatMap(({ entryTime }) => entryTime ?? []))].sort();
    const { name } = say(id as Uuid, { name: titles.get(id as Uuid)?.name ?? '', location: '' });
    return { id, name, times: times.length > 0 ? times : undefined, prices: [] };
  });
  const withBooked = [...offered, ...known].map((facts) => {
    const prices = new Map(booked.get(facts.id)?.map((item) => [item.category, item]));
    for (const { category } of facts.prices) prices.delete(category);
    return { ...facts, prices: [...facts.prices, ...prices.values()] };
  });
  return new Map((await showAll(octo, withBooked, view)).map((product) => [product.id, product]));
}

async function showAll(
  octo: Offered,
  facts: readonly ProductFacts[],
  view: Pick<View, 'origin' | 'language' | 'withPricing' | 'withContent'>,
): Promise<ShownProduct[]> {
  const ids = facts.map(({ id }) => id);
  const [categories, contents] = await Promise.all([
    findCategories(octo.store),
    view.withContent ? findContents(octo, view, ids) : undefined,
  ]);
  return facts.map((each) => {
    const product = show(octo, each, categories, view.withPricing);
    return contents === undefined ? product : withContent(product, contents.get(each.id));
  });
}

/** With the names that visitors read. */
function withContent(product: ShownProduct, content: ProductContent | undefined): ShownProduct {
  const titled = <Named extends { readonly internalName: string }>(named: Named) => ({
    ...named,
    title: named.internalName,
  });
  const options = product.options.map((option) => ({ ...titled(option), units: option.units.map(titled) }));
  return { ...titled(product), options, ...content };
}

/** What is offered, or one product of it. */
async function findProducts(octo: Offered, actor: Actor, id?: string): Promise<ProductFacts[]> {
  const [general, events] = await Promise.all([
    id === undefined || id === GENERAL ? findGeneralEntry(octo, actor) : undefined,
    id === GENERAL ? [] : findEvents(octo, actor, id as Uuid | undefined),
  ]);
  return general === undefined ? events : [general, ...events];
}

async function findGeneralEntry({ store, terms, language }: Offered, actor: Actor): Promise<ProductFacts> {
  const { prices, isTimed } = await getGeneralOffer(store, actor, terms);
  const from = terms.calendar.today();
  const days = { from, to: addDays(from, TIMES_WITHIN_DAYS), ticketType: 'general' } as const;
  return {
    id: GENERAL,
    name: wordTexts(language)('generalEntry'),
    times: isTimed ? timesIn(await listOffers(store, actor, days, terms)) : undefined,
    prices,
  };
}

async function findEvents(
  { store, terms, language }: Offered,
  actor: Actor,
  eventId?: Uuid,
): Promise<ProductFacts[]> {
  const days = { from: terms.calendar.today(), to: salesUntil(terms) };
  const filter = { ...days, ticketType: 'event', ...(eventId !== undefined && { eventId }) } as const;
  const byEvent = Map.groupBy(await listOffers(store, actor, filter, terms), ({ product }) => product);
  const say = await findSayings(store, [...byEvent.keys()] as Uuid[], [
    language,
    terms.settings.now.language,
  ]);
  return [...byEvent].map(([id, offers]) => {
    const [{ event, prices, times }] = offers as [Offer];
    const name = event === undefined ? '' : say(event.eventId, event).name;
    return { id, name, includesEntry: event?.includesEntry, times: times && timesIn(offers), prices };
  });
}

/** Every entry time of the offers. */
function timesIn(offers: readonly Offer[]): string[] {
  return [...new Set(offers.flatMap(({ times = [] }) => times.map(({ entryTime }) => entryTime)))].sort();
}

function show(
  octo: Offered,
  { id, name, includesEntry, times, prices }: ProductFacts,
  categories: readonly NumberedCategory[],
  withPricing: boolean,
): ShownProduct {
  const { terms, language } = octo;
  return {
    id,
    internalName: name,
    reference: null,
    locale: language,
    timeZone: terms.timeZone,
    allowFreesale: false,
    instantConfirmation: true,
    instantDelivery: true,
    availabilityRequired: true,
    availabilityType: times === undefined ? 'OPENING_HOURS' : 'START_TIME',
    deliveryFormats: ['QRCODE', 'PDF_URL'],
    deliveryMethods: ['TICKET', 'VOUCHER'],
    redemptionMethod: 'DIGITAL',
    options: [
      {
        id: DEFAULT_OPTION,
        default: true,
        internalName: includesEntry ? `${name} (${factTexts(language)('entryIncluded')})` : name,
        reference: null,
        availabilityLocalStartTimes: times?.length ? [...times] : [MIDNIGHT],
        cancellationCutoff: `${BOOKING_CUTOFF_HOURS} hours`,
        cancellationCutoffAmount: BOOKING_CUTOFF_HOURS,
        cancellationCutoffUnit: 'hour',
        requiredContactFields: [],
        restrictions: { minUnits: 1, maxUnits: null },
        units: prices.map((price) => showUnit(octo, price, categories, withPricing)),
      },
    ],
    ...(withPricing && {
      defaultCurrency: terms.currency,
      availableCurrencies: [terms.currency],
      pricingPer: 'UNIT',
    }),
  };
}

function showUnit(
  { terms, language }: Offered,
  price: ProductFacts['prices'][number],
  categories: readonly NumberedCategory[],
  withPricing: boolean,
): ShownUnit {
  const { category } = price;
  const known = categories.find((each) => each.category === category);
  return {
    id: category,
    internalName: known?.names[language] ?? known?.name ?? category,
    reference: null,
    type: known?.unitType ?? 'OTHER',
    restrictions: {
      minAge: known?.minAge ?? 0,
      maxAge: known?.maxAge ?? HIGHEST_AGE,
      idRequired: (known?.proof ?? null) !== null,
      minQuantity: null,
      maxQuantity: null,
      paxCount: known?.places ?? 1,
      accompaniedBy: [],
    },
    requiredContactFields: [],
    ...(withPricing && { pricingFrom: [pricingNow([price], terms)] }),
  };
}
