import { Refusal } from '../core/refusal.ts';
import { uuidV7 } from '../core/uuid.ts';
import { previewDiscount } from '../discounts/index.ts';
import { GENERAL, listOffers, type OfferTerms, pricesAt, STANDARD } from '../offers/index.ts';
import type { Seller, SellingOptions, WantedItem } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';

/** Whether all of it costs nothing now, with the code if there is one. What is not for sale is not free either. */
export async function isFree(
  queries: Queries,
  seller: Seller,
  { items, code }: { readonly items: readonly WantedItem[]; readonly code?: string | undefined },
  { clock, terms }: Pick<SellingOptions, 'clock' | 'terms'>,
): Promise<boolean> {
  const prices = await Promise.all(items.map((item) => priceOf(queries, seller, item, terms)));
  if (code === undefined) return prices.every((cents) => cents === 0);
  const priced = items.flatMap(({ category = STANDARD, quantity, ...item }, index) => {
    const priceCents = prices[index];
    const ticketIds = Array.from({ length: quantity }, () => uuidV7(0));
    return priceCents === undefined ? [] : [{ ...item, category, priceCents, ticketIds }];
  });
  const wish = { seller, items: priced, code };
  const preview = await previewDiscount(queries, wish, clock.now(), terms.currency);
  const isRefused = preview instanceof Refusal || priced.length < items.length;
  return !isRefused && preview.items.every(({ priceCents }) => priceCents === 0);
}

async function priceOf(
  queries: Queries,
  seller: Seller,
  { product, day, entryTime, category = STANDARD }: WantedItem,
  terms: OfferTerms,
): Promise<number | undefined> {
  const what = product === GENERAL ? { ticketType: 'general' as const } : { eventId: product };
  const [offer] = await listOffers(queries, seller, { from: day, to: day, ...what }, terms);
  const prices = offer && pricesAt(offer, entryTime);
  return prices?.find((price) => price.category === category)?.priceCents;
}
