import type { Actor } from '../core/actor.ts';
import { GENERAL, listOffers, type OfferTerms, pricesAt, STANDARD } from '../offers/index.ts';
import type { WantedItem } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';

/** Whether all of it costs nothing now. What is not for sale is not free either. */
export async function isFree(
  queries: Queries,
  actor: Actor,
  items: readonly WantedItem[],
  terms: OfferTerms,
): Promise<boolean> {
  const prices = await Promise.all(
    items.map(async ({ product, day, entryTime, category = STANDARD }) => {
      const filter = {
        from: day,
        to: day,
        ...(product === GENERAL ? { ticketType: 'general' as const } : { eventId: product }),
      };
      const [offer] = await listOffers(queries, actor, filter, terms);
      const prices = offer && pricesAt(offer, entryTime);
      return prices?.find((price) => price.category === category)?.priceCents;
    }),
  );
  return prices.every((cents) => cents === 0);
}
