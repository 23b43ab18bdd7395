import { Refusal } from '../core/refusal.ts';
import { findGone, findPlacesLeftIn, slotKey, slotOf } from '../offers/index.ts';
import type { Transaction } from '../store/index.ts';
import type { Order, OrderItem } from './order.ts';
import { placesBySlot } from './slot-places.ts';

/**
 * Why it can't be sold any more, with what is left of its slots.
 * @param unsold the keys of slots that are known not to be sold any more
 */
export async function expired(
  tx: Transaction,
  { orderId, items }: Order,
  unsold: readonly string[] = [],
): Promise<Refusal<'hold-expired'>> {
  const slots = placesBySlot(items);
  const gone = await findGone(
    tx,
    slots.map(({ slot }) => slot),
  );
  const left = await Promise.all(
    slots.map(async ({ slot, key }) => {
      const { eventId, ticketDate, entryTime } = items.find(
        (item) => slotKey(slotOf(item)) === key,
      ) as OrderItem;
      const places = gone.has(key) || unsold.includes(key) ? 0 : await findPlacesLeftIn(tx, slot);
      return { eventId, day: ticketDate, entryTime, left: places };
    }),
  );
  return new Refusal('hold-expired', { orderId, left });
}
