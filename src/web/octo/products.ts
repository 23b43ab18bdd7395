import type { Actor } from '../../core/actor.ts';
import { addDays } from '../../core/calendar-day.ts';
import type { Language } from '../../core/language.ts';
import type { Uuid } from '../../core/uuid.ts';
import { isUuid } from '../../core/uuid.ts';
import { findEventTitles } from '../../events/index.ts';
import {
  findCategories,
  GENERAL,
  getGeneralOffer,
  listOffers,
  type NumberedCategory,
  type Offer,
  type OfferPrice,
  type OfferTerms,
  salesUntil,
} from '../../offers/index.ts';
import { BOOKING_CUTOFF_HOURS, type Order } from '../../orders/index.ts';
import { wordTexts } from '../../pages/texts.ts';
import type { Store } from '../../store/index.ts';
import { productOf } from './booking-ids.ts';
import { type AnswerOf, DEFAULT_OPTION } from './contract/index.ts';
import { pricingOf } from './pricing.ts';

type Product = AnswerOf<'getProduct'>;
type Unit = Product['options'][number]['units'][number];

export interface ProductsOptions {
  readonly store: Store;
  readonly terms: OfferTerms;
  readonly language: Language;
}

/** What is told of a product. */
interface Facts {
  readonly id: string;
  readonly name: string;
  /** HH:mm; undefined: it is sold for whole days. */
  readonly times: readonly string[] | undefined;
  readonly prices: readonly Pick<OfferPrice, 'category' | 'priceCents' | 'vat'>[];
}

const HIGHEST_AGE = 150;
/** The start time of whole days: OCTO needs at least one. */
const MIDNIGHT = '00:00';

/** Products as OCTO has them. */
export class Products {
  readonly #options: ProductsOptions;

  constructor(options: ProductsOptions) {
    this.#options = options;
  }

  /** General entry first, then the events with a day to come, by their next one. */
  async list(actor: Actor, withPricing: boolean): Promise<Product[]> {
    const [facts, categories] = await Promise.all([this.#factsOf(actor), this.#categories()]);
    return facts.map((each) => this.#show(each, categories, withPricing));
  }

  /** @returns undefined when it is not offered */
  async find(actor: Actor, id: string, withPricing: boolean): Promise<Product | undefined> {
    if (id !== GENERAL && !isUuid(id)) return undefined;
    const [facts, categories] = await Promise.all([
      this.#factsOf(actor, id.toLowerCase()),
      this.#categories(),
    ]);
    return facts[0] && this.#show(facts[0], categories, withPricing);
  }

  /** The products of bookings, by id: also those, and those units, that are not offered any more, as far as they are known. */
  async ofBookings(
    actor: Actor,
    orders: readonly Order[],
    withPricing: boolean,
  ): Promise<Map<string, Product>> {
    const ids = [...new Set(orders.map(productOf))];
    const offered: Facts[] = [];
    for (const id of ids) offered.push(...(await this.#factsOf(actor, id)));
    const categories = await this.#categories();
    const gone = ids.filter((id): id is Uuid => id !== GENERAL && !offered.some((facts) => facts.id === id));
    const titles = await findEventTitles(this.#options.store, gone);
    const booked = Map.groupBy(
      orders.flatMap((order) => order.items),
      ({ eventId }): string => eventId ?? GENERAL,
    );
    const known = gone.map((id): Facts => {
      const items = booked.get(id) ?? [];
      const times = [...new Set(items.flatMap(({ entryTime }) => entryTime ?? []))].sort();
      return {
        id,
        name: titles.get(id)?.name ?? '',
        times: times.length > 0 ? times : undefined,
        prices: [],
      };
    });
    return new Map(
      [...offered, ...known].map((facts) => {
        const prices = new Map((booked.get(facts.id) ?? []).map((item) => [item.category, item]));
        for (const { category } of facts.prices) prices.delete(category);
        const withBooked = { ...facts, prices: [...facts.prices, ...prices.values()] };
        return [facts.id, this.#show(withBooked, categories, withPricing)];
      }),
    );
  }

  #categories(): Promise<NumberedCategory[]> {
    return findCategories(this.#options.store);
  }

  async #factsOf(actor: Actor, id?: string): Promise<Facts[]> {
    const { store, terms, language } = this.#options;
    const from = terms.calendar.today();
    const last = salesUntil(terms);
    const general =
      id === undefined || id === GENERAL ? await getGeneralOffer(store, actor, terms) : undefined;
    const [ofGeneral, ofEvents] = await Promise.all([
      general?.times
        ? listOffers(store, actor, { from, to: addDays(from, 365), ticketType: 'general' }, terms)
        : [],
      id === GENERAL
        ? []
        : listOffers(
            store,
            actor,
            { from, to: last, ticketType: 'event', ...(id !== undefined && { eventId: id as Uuid }) },
            terms,
          ),
    ]);
    const byEvent = Map.groupBy(ofEvents, ({ event }) => event?.eventId as Uuid);
    const name = wordTexts(language)('generalEntry');
    return [
      ...(general
        ? [
            {
              id: GENERAL,
              name,
              times: general.times ? timesIn(ofGeneral) : undefined,
              prices: general.prices,
            },
          ]
        : []),
      ...[...byEvent].map(([eventId, offers]) => {
        const [{ event, prices, times }] = offers as [Offer];
        return { id: eventId, name: event?.name ?? '', times: times && timesIn(offers), prices };
      }),
    ];
  }

  #show(facts: Facts, categories: readonly NumberedCategory[], withPricing: boolean): Product {
    const { terms, language } = this.#options;
    const { id, name, times, prices } = facts;
    const { currency, timeZone } = terms;
    const units = prices.map(({ category, priceCents, vat }): Unit => {
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
        ...(withPricing && {
          pricingFrom: [pricingOf([{ priceCents, vat: vat ?? terms.vat, quantity: 1 }], currency)],
        }),
      };
    });
    return {
      id,
      internalName: name,
      reference: null,
      locale: language,
      timeZone,
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
          internalName: name,
          reference: null,
          availabilityLocalStartTimes: times?.length ? [...times] : [MIDNIGHT],
          cancellationCutoff: `${BOOKING_CUTOFF_HOURS} hours`,
          cancellationCutoffAmount: BOOKING_CUTOFF_HOURS,
          cancellationCutoffUnit: 'hour',
          requiredContactFields: [],
          restrictions: { minUnits: 1, maxUnits: null },
          units,
        },
      ],
      ...(withPricing && {
        defaultCurrency: currency,
        availableCurrencies: [currency],
        pricingPer: 'UNIT' as const,
      }),
    };
  }
}

/** Every entry time of the offers. */
function timesIn(offers: readonly Offer[]): string[] {
  return [...new Set(offers.flatMap(({ times = [] }) => times.map(({ entryTime }) => entryTime)))].sort();
}
