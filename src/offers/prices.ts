import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { STANDARD } from './category.ts';
import { GENERAL, type Product } from './slots.ts';

/** What a ticket costs for visitors of a category. */
export interface Price {
  /** Slug. */
  readonly category: string;
  readonly priceCents: number;
  /** Hundredths of a percent of value added tax that are in it; null: as usual in the museum. */
  readonly vat: number | null;
  /** Present when it is not sold, though it has a price: only standard of an event can be so. */
  readonly onSale?: false;
}

/** The days that have no prices of their own. */
export const USUAL_DAYS = '';

/** Joins each event with its price, `price_cents`: that of standard. */
export const WITH_PRICE = `JOIN prices ON prices.product = special_events.event_id AND prices.day = '${USUAL_DAYS}'
    AND prices.category = '${STANDARD}'`;

/** The price while there are no categories. */
export function usualPrice(priceCents: number): Price {
  return { category: STANDARD, priceCents, vat: null };
}

/** Sets what a ticket for the event costs in the category standard. */
export async function replacePrice(tx: Transaction, eventId: Uuid, priceCents: number): Promise<void> {
  await tx.run(
    `INSERT INTO prices (product, day, category, price_cents) VALUES (?, '${USUAL_DAYS}', ?, ?)
       ON CONFLICT (product, day, category) DO UPDATE SET price_cents = excluded.price_cents`,
    [eventId, STANDARD, priceCents],
  );
}

/** The prices of a product on its usual days, or those that a day has of its own; none: it has none. In no order. */
export async function findPrices(
  queries: Queries,
  product: Product,
  day: CalendarDay | typeof USUAL_DAYS = USUAL_DAYS,
): Promise<Price[]> {
  const rows = await queries.all<StoredPrice>(
    `SELECT ${PRICE_COLUMNS} FROM prices WHERE product = ? AND day = ?`,
    [product, day],
  );
  return rows.map(readPrice);
}

/** The prices of general entry by day, in no order; those of usual days are under USUAL_DAYS. */
export async function findGeneralPrices(queries: Queries): Promise<Map<string, Price[]>> {
  const rows = await queries.all<Price & { day: string }>(
    `SELECT day, category AS "category", price_cents AS "priceCents", vat AS "vat" FROM prices WHERE product = '${GENERAL}'`,
  );
  return Map.groupBy(rows, ({ day }) => day);
}

/** Replaces the prices of a product on its usual days, or on one day. */
export async function replacePrices(
  tx: Transaction,
  product: Product,
  day: CalendarDay | typeof USUAL_DAYS,
  prices: readonly Price[],
): Promise<void> {
  await tx.run('DELETE FROM prices WHERE product = ? AND day = ?', [product, day]);
  await tx.insert(
    'prices',
    ['product', 'day', 'category', 'price_cents', 'vat', 'on_sale'],
    prices.map(({ category, priceCents, vat, onSale }) => {
      return [product, day, category, priceCents, vat, onSale === false ? 0 : 1];
    }),
  );
}

/** In the order of the categories. */
export function inOrder(
  prices: readonly Price[],
  categories: readonly { readonly category: string }[],
): Price[] {
  return categories.flatMap(({ category }) => prices.find((price) => price.category === category) ?? []);
}

/** @param prices each with where it is in the request, if not in a list of its own @throws Refusal category-unknown */
export function requireKnown(
  prices: readonly { readonly category: string; readonly pointer?: string }[],
  categories: readonly { readonly category: string }[],
): void {
  const known = categories.map(({ category }) => category);
  const unknown = prices.flatMap(({ category, pointer }, index) =>
    known.includes(category) ? [] : [{ category, pointer: pointer ?? `/${index}/category` }],
  );
  if (unknown.length > 0) throw new Refusal('category-unknown', { unknown, known });
}

/** The columns of a `StoredPrice`. */
export const PRICE_COLUMNS =
  'category AS "category", price_cents AS "priceCents", vat AS "vat", on_sale AS "isOnSale"';

export interface StoredPrice extends Omit<Price, 'onSale'> {
  readonly isOnSale: number;
}

export function readPrice({ category, priceCents, vat, isOnSale }: StoredPrice): Price {
  return { category, priceCents, vat, ...(isOnSale === 0 && { onSale: false }) };
}
