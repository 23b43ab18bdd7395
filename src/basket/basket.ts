import { type Offer, type Product, pricesAt, pricesOfDay, STANDARD } from '../offers/index.ts';
import type { WantedItem } from '../orders/index.ts';

/** How a form asks for tickets: so many of each category, and for each product with entry times one of them. */
export interface BasketForm {
  /** The most tickets that can be asked for together. */
  readonly most: number;
  /**
   * Whether it is for visitors themselves. They buy no entry time that is over; and where there are no times any more
   * they get the whole day, whatever time they chose.
   */
  readonly isForVisitors: boolean;
  /** The name of the field for the number of tickets of a category. */
  countField(product: Offer['product'], category: string): string;
  /** NaN: that is no number of tickets. */
  countIn(text: string): number;
}

/** What was typed, by the names of the fields. */
export type TypedValues = Readonly<Record<string, string | undefined>>;

/** Some tickets of one category, of a product on a day. */
export interface Chosen {
  readonly offer: Pick<Offer, 'product' | 'day'>;
  readonly category: string;
  readonly count: number;
  readonly entryTime?: string | null | undefined;
}

/** The number that was typed into one field of a form. It is NaN where that was none. */
export interface Choice extends Chosen {
  readonly field: string;
  readonly offer: Offer;
  readonly priceCents: number;
  readonly entryTime: string | undefined;
}

/** The name of the field for the entry time. */
export function timeFieldOf(product: Offer['product']): `time.${string}` {
  return `time.${product}`;
}

/** A choice for each category of each offer, of which most have the count 0. Fields that name no offer are ignored. */
export function choicesIn(form: BasketForm, offers: readonly Offer[], typed: TypedValues): Choice[] {
  return offers.flatMap((offer) => {
    const isTimed = offer.times !== undefined || !form.isForVisitors;
    const entryTime = (isTimed && typed[timeFieldOf(offer.product)]) || undefined;
    return pricesOfDay(offer).map((price) => {
      const { category } = price;
      const field = form.countField(offer.product, category);
      const { priceCents } = pricesAt(offer, entryTime).find((each) => each.category === category) ?? price;
      return { field, offer, category, priceCents, count: form.countIn(typed[field] || '0'), entryTime };
    });
  });
}

/** For the script of the form: what a ticket of the category costs at those times that have prices of their own, as JSON. */
export function centsAtTimes({ times = [] }: Offer, category: string): string | undefined {
  const cents = times.flatMap(({ entryTime, prices }) => {
    const price = prices?.find((each) => each.category === category);
    return price === undefined ? [] : [[entryTime, price.priceCents] as const];
  });
  return cents.length === 0 ? undefined : JSON.stringify(Object.fromEntries(cents));
}

/** What is to be sold, or held. */
export function wantedItems(chosen: readonly Chosen[]): WantedItem[] {
  return chosen
    .filter(({ count }) => count > 0)
    .map(({ offer: { product, day }, category, entryTime, count }) => ({
      product,
      day,
      ...(category !== STANDARD && { category }),
      ...(entryTime != null && { entryTime }),
      quantity: count,
    }));
}

/** What it costs, without what is not on sale. */
export function priceOfAll(choices: readonly Choice[]): number {
  return choices
    .filter(({ offer, count }) => offer.onSale && count > 0)
    .reduce((sum, { priceCents, count }) => sum + priceCents * count, 0);
}

/** How many tickets of one category fit into what is left; null: there is no limit. */
export function mostOf(most: number, left: number | null, placesEach = 1): number {
  return left === null ? most : Math.min(most, Math.floor(left / placesEach));
}

interface Bought {
  readonly product: Product;
  readonly category: string;
  readonly entryTime: string | null;
  readonly count: number;
}

/** What to type into the form for the same tickets again. */
export function fieldsForAgain(form: BasketForm, bought: readonly Bought[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { product, category, entryTime, count } of bought) {
    const field = form.countField(product, category);
    fields[field] = `${Number(fields[field] ?? 0) + count}`;
    if (entryTime !== null) fields[timeFieldOf(product)] = entryTime;
  }
  return fields;
}
