import { type Slot, slotKey, slotOf } from '../offers/index.ts';
import type { OrderItem } from './order.ts';

/** Places of a slot. */
export interface SlotPlaces {
  readonly slot: Slot;
  readonly key: string;
  places: number;
}

/** How many places the items take in each slot, in the order in which slots are locked. */
export function placesBySlot(items: readonly OrderItem[]): SlotPlaces[] {
  const slots = new Map<string, SlotPlaces>();
  for (const item of items) {
    const slot = slotOf(item);
    const key = slotKey(slot);
    const found = slots.get(key) ?? { slot, key, places: 0 };
    found.places += item.places * item.ticketIds.length;
    slots.set(key, found);
  }
  return inLockOrder([...slots.values()]);
}

export function inLockOrder(slots: readonly SlotPlaces[]): SlotPlaces[] {
  return slots.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}
