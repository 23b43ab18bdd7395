import type { Transaction } from '../store/index.ts';
import { type Demand, isPlain, type PlacesSold } from './demand.ts';
import type { OfferTerms } from './offer-terms.ts';
import { GENERAL } from './product.ts';
import { sellEvent, sellPlainEvent } from './sell-event.ts';
import { sellGeneralEntry } from './sell-general-entry.ts';

/**
 * Sells places in several slots: in each to as many tickets as fit. The demands must be in the order of `slotKey`, as all
 * sales lock slots in that order. A slot with fewer places left than wanted takes a second statement, out of that order, and
 * so does an event with entry times or categories: if two sales deadlock there, the database aborts one, which is tried
 * again. Independent statements are sent together, which saves round trips to PostgreSQL.
 */
export async function sellPlaces(
  tx: Transaction,
  demands: readonly Demand[],
  terms: OfferTerms,
): Promise<PlacesSold[]> {
  const isGeneral = ({ slot }: Demand) => slot.product === GENERAL;
  const reading = demands.some((demand) => isGeneral(demand) || !isPlain(demand))
    ? terms.rules.lock(tx)
    : undefined;
  return Promise.all(
    demands.map(async (demand) => {
      const { product } = demand.slot;
      if (reading === undefined || (product !== GENERAL && isPlain(demand)))
        return sellPlainEvent(tx, product as never, demand, terms);
      return product === GENERAL
        ? sellGeneralEntry(tx, demand, reading, terms)
        : sellEvent(tx, product, demand, await reading, terms);
    }),
  );
}
