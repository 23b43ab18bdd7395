import { may } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import {
  giveBackPlaces,
  type PlacesSold,
  placesOf,
  type Quoted,
  type Slot,
  STANDARD,
  sellPlaces,
  slotKey,
  slotOf,
} from '../offers/index.ts';
import type { Transaction } from '../store/index.ts';
import type { Seller, WantedItem } from './order.ts';
import { releaseExpired } from './release-order.ts';
import { inLockOrder } from './slot-places.ts';
import type { SellingOptions } from './write-tickets.ts';

/** What somebody wants of one slot. */
interface Part {
  readonly slot: Slot;
  readonly key: string;
  /** The item of each ticket. */
  readonly items: readonly WantedItem[];
  quoted: Quoted | undefined;
  /** Of a special event. */
  eventName: string | undefined;
}

/** Places that somebody wants in one slot or several: all or none. */
export interface Taking {
  readonly seller: Seller;
  /** Whether it may be for entry times that are over. */
  readonly mayBeLate: boolean;
  /** In the order of the items. */
  readonly parts: readonly Part[];
  refusal: Refusal | undefined;
}

export function takingOf(
  seller: Seller,
  items: readonly WantedItem[],
  mayBeLate = may(seller.role, 'sell-past-times'),
): Taking {
  const parts = new Map<string, Part & { readonly items: WantedItem[] }>();
  for (const item of items) {
    const slot = slotOf(item);
    const key = slotKey(slot);
    const part = parts.get(key) ?? { slot, key, items: [], quoted: undefined, eventName: undefined };
    for (let ticket = 0; ticket < item.quantity; ticket++) part.items.push(item);
    parts.set(key, part);
  }
  return { seller, mayBeLate, parts: [...parts.values()], refusal: undefined };
}

/** The refusal of an order, which says where in it the unknown category is. */
export function placedIn(items: readonly WantedItem[], refusal: Refusal): Refusal {
  if (refusal.kind !== 'category-unknown') return refusal;
  const { unknown, known } = (refusal as Refusal<'category-unknown'>).facts;
  const placed = unknown.map(({ category }) => {
    const index = items.findIndex((item) => item.category === category);
    return { category, pointer: `/items/${index}/category` };
  });
  return new Refusal('category-unknown', { unknown: placed, known });
}

/** A slot of which the last place was taken, and by whom. */
interface FullSlot {
  readonly key: string;
  readonly slot: Slot;
  readonly eventId: Uuid | null;
  readonly seller: Seller;
}

/**
 * Takes the places of all of them, or of those that fit, in their order; each gets all its places or a refusal. Before
 * anybody is told that a slot is sold out, holds in it whose time is over are ended.
 * @returns the slots that are full now
 */
export async function takeAll(
  tx: Transaction,
  takings: readonly Taking[],
  { clock, holds, terms }: SellingOptions,
): Promise<FullSlot[]> {
  const full = await take(tx, takings, terms);
  const soldOut = new Set(takings.flatMap(soldOutParts));
  const freed = new Set(await undoIncomplete(tx, takings));
  if (soldOut.size > 0)
    for (const { key } of await releaseExpired(tx, holds.now(), clock.now(), soldOut)) freed.add(key);
  const again = takings.filter((taking) => soldOutParts(taking).some((key) => freed.has(key)));
  const stillFull = full.filter(({ key }) => !freed.has(key));
  // One after the other, so that none of them can be in another's way.
  for (const taking of again) {
    taking.refusal = undefined;
    const filled = await take(tx, [taking], terms);
    const undone = await undoIncomplete(tx, [taking]);
    stillFull.push(...filled.filter(({ key }) => !undone.includes(key)));
  }
  return stillFull;
}

export async function recordSoldOut(tx: Transaction, full: readonly FullSlot[], now: number): Promise<void> {
  for (const { slot, eventId, seller } of full)
    await record(
      { tx, actor: seller, now },
      { kind: 'day.sold-out', subject: slot.day, details: { eventId } },
    );
}

/** The keys of the slots that are not sold at all to it. */
export function unsoldIn({ parts }: Taking): string[] {
  return parts.flatMap(({ key, quoted }) =>
    quoted instanceof Refusal && quoted.kind !== 'sold-out' ? key : [],
  );
}

/** The keys of the slots that have too few places for it. */
function soldOutParts({ parts }: Taking): string[] {
  return parts.flatMap(({ key, quoted }) =>
    quoted instanceof Refusal && quoted.kind === 'sold-out' ? key : [],
  );
}

async function take(
  tx: Transaction,
  takings: readonly Taking[],
  terms: SellingOptions['terms'],
): Promise<FullSlot[]> {
  const slots = bySlot(takings);
  const demands = slots.map(({ slot, wants }) => ({
    slot,
    wanted: wants.map(({ taking: { mayBeLate }, part }) => ({
      categories: part.items.map(({ category = STANDARD }) => category),
      mayBeLate,
    })),
  }));
  const sales = await sellPlaces(tx, demands, terms);
  const full: FullSlot[] = [];
  for (const [position, { key, slot, wants }] of slots.entries()) {
    const { outcomes, takesLast, eventName } = sales[position] as PlacesSold;
    for (const [index, { part }] of wants.entries()) {
      part.quoted = outcomes[index] as Quoted;
      part.eventName = eventName;
    }
    const last = wants.findLast(({ part }) => !(part.quoted instanceof Refusal));
    if (takesLast && last !== undefined) {
      const eventId = last.part.items[0]?.eventId ?? null;
      full.push({ key, slot, eventId, seller: last.taking.seller });
    }
  }
  return full;
}

interface SlotWants {
  readonly key: string;
  readonly slot: Slot;
  readonly wants: { readonly taking: Taking; readonly part: Part }[];
}

/** In the order in which slots are locked. */
function bySlot(takings: readonly Taking[]): SlotWants[] {
  const slots = new Map<string, SlotWants>();
  for (const taking of takings) {
    for (const part of taking.parts) {
      const found = slots.get(part.key);
      if (found === undefined) slots.set(part.key, { ...part, wants: [{ taking, part }] });
      else found.wants.push({ taking, part });
    }
  }
  return [...slots.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Refuses those that did not get all their places, and gives back what they took. @returns the keys of these slots */
async function undoIncomplete(tx: Transaction, takings: readonly Taking[]): Promise<string[]> {
  const places = new Map<string, { slot: Slot; key: string; places: number }>();
  for (const taking of takings) {
    const refused = taking.parts.find(({ quoted }) => quoted instanceof Refusal);
    if (refused === undefined) continue;
    taking.refusal = refused.quoted as Refusal;
    for (const { slot, key, quoted } of taking.parts) {
      if (quoted === undefined || quoted instanceof Refusal) continue;
      const found = places.get(key) ?? { slot, key, places: 0 };
      found.places += placesOf(quoted);
      places.set(key, found);
    }
  }
  const undone = inLockOrder([...places.values()]);
  await Promise.all(undone.map((each) => giveBackPlaces(tx, each.slot, each.places)));
  return undone.map(({ key }) => key);
}
