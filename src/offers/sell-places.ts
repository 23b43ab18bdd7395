import type { Uuid } from '../core/uuid.ts';
import type { Transaction } from '../store/index.ts';
import { type Demand, isPlain, type PlacesSold } from './demand.ts';
import { type EventOnSale, lockEventOnSale } from './event-on-sale.ts';
import { lockSlots } from './lock-order.ts';
import type { Rules } from './offer-rules.ts';
import type { OfferTerms } from './offer-terms.ts';
import { GENERAL } from './product.ts';
import { sellEvent, sellPlainEvent } from './sell-event.ts';
import { sellGeneralEntry } from './sell-general-entry.ts';

/**
 * Sells places in several slots: in each to as many tickets as fit. The demands must be in the order of `slotKey`. All locks
 * of what has rows are asked for before the first place is taken, in the order of lock-order.ts. Independent statements are
 * sent together, which saves round trips to PostgreSQL.
 */
export async function sellPlaces(
  tx: Transaction,
  demands: readonly Demand[],
  terms: OfferTerms,
): Promise<PlacesSold[]> {
  let reading: Promise<Rules> | undefined;
  const lockRules = () => {
    reading ??= terms.rules.lock(tx);
    return reading;
  };
  const events = new Map<Uuid, Promise<EventOnSale | undefined>>();
  for (const demand of demands) {
    const { product } = demand.slot;
    if (product !== GENERAL && isPlain(demand)) continue;
    lockRules();
    if (product !== GENERAL && !events.has(product)) events.set(product, lockEventOnSale(tx, product));
  }
  const slots = demands.map(({ slot }) => slot);
  const locking = [reading, ...events.values(), lockSlots(tx, slots)];
  const selling = demands.map((demand) => {
    const { product } = demand.slot;
    if (product === GENERAL) return sellGeneralEntry(tx, demand, lockRules(), terms);
    const event = events.get(product);
    if (event === undefined || isPlain(demand)) return sellPlainEvent(tx, product, demand, terms);
    return sellEvent(tx, product, demand, { event, rules: lockRules() }, terms);
  });
  const [sold] = await Promise.all([Promise.all(selling), ...locking]);
  return sold;
}
