import type { Uuid } from '../core/uuid.ts';
import { type Discount, type DiscountedTicket, fitsTicket, reducedPrice } from './discount.ts';

/** What is left out of tickets that have no code. */
export interface WithCode {
  readonly codeId?: Uuid;
  /** Hundredths: what it would cost without. */
  readonly fullPriceCents?: number;
}

/** Tickets of one kind at one price. */
export interface Reducible extends DiscountedTicket, WithCode {
  readonly priceCents: number;
  readonly ticketIds: readonly Uuid[];
}

/** The tickets as if they were sold without a code. */
export function atFullPrice<Item extends Reducible>(item: Item): Item {
  const { codeId: _, fullPriceCents, ...rest } = item;
  return { ...rest, priceCents: fullPriceCents ?? item.priceCents } as Item;
}

/** How many of the tickets, which have no code, get this one. */
export function countReducible(items: readonly Reducible[], discount: Discount, most: number): number {
  const fitting = items.filter((item) => fitsTicket(discount, item));
  const count = fitting.reduce((sum, { ticketIds }) => sum + ticketIds.length, 0);
  return Math.min(count, discount.perOrder ?? count, most);
}

/** Gives so many of the tickets that it fits the code, the dearest first. What has it becomes an item of its own. */
export function reduceTickets<Item extends Reducible>(
  items: readonly Item[],
  discount: Discount,
  count: number,
  currency: string,
): Item[] {
  let left = count;
  const reduced = new Map<Item, number>();
  const dearestFirst = items
    .filter((item) => fitsTicket(discount, item))
    .toSorted((one, other) => other.priceCents - one.priceCents);
  for (const item of dearestFirst) {
    const some = Math.min(left, item.ticketIds.length);
    reduced.set(item, some);
    left -= some;
  }
  return items.flatMap((item) => splitAt(item, reduced.get(item) ?? 0, discount, currency));
}

function splitAt<Item extends Reducible>(
  item: Item,
  count: number,
  discount: Discount,
  currency: string,
): Item[] {
  const { ticketIds } = item;
  const some = { ...withDiscount(item, discount, currency), ticketIds: ticketIds.slice(0, count) };
  const rest = { ...item, ticketIds: ticketIds.slice(count) };
  return [some, rest].filter((each) => each.ticketIds.length > 0);
}

/** What is sold at its full price, with the code. */
export function withDiscount<Item extends { readonly priceCents: number }>(
  item: Item,
  discount: Discount,
  currency: string,
): Item & Required<WithCode> {
  const { priceCents } = item;
  const { codeId } = discount;
  return {
    ...item,
    priceCents: reducedPrice(discount, priceCents, currency),
    codeId,
    fullPriceCents: priceCents,
  };
}

/** How many tickets have each code. */
export function codesIn(items: readonly Reducible[]): ReadonlyMap<Uuid, number> {
  const counts = new Map<Uuid, number>();
  for (const { codeId, ticketIds } of items)
    if (codeId !== undefined) counts.set(codeId, (counts.get(codeId) ?? 0) + ticketIds.length);
  return counts;
}
