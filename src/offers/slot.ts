import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';

/** General entry, as a product. */
export const GENERAL = 'general';

/** What a ticket is for: general entry, or the event with that id. */
export type Product = typeof GENERAL | Uuid;

/** @param of a ticket, a purchase and the like: without an event it is for general entry */
export function productOf(of: { readonly eventId?: Uuid | null | undefined }): Product {
  return of.eventId ?? GENERAL;
}

/** Null: general entry. */
export function eventIn(product: Product): Uuid | null {
  return product === GENERAL ? null : product;
}

/** What places are counted for: a product on a day, at a starting time or for the whole day. */
export interface Slot {
  readonly product: Product;
  readonly day: CalendarDay;
  /** HH:mm in the museum's time zone; empty: the whole day. */
  readonly startsAt: string;
}

/** The highest capacity that is not without a limit. */
export const MOST_PLACES = 10_000_000;

export const WHOLE_DAY = '';

/** The slot that a ticket, or a purchase, takes its places in. */
export function slotOf(
  of: ({ readonly product: Product } | { readonly eventId: Uuid | null }) & {
    readonly day: CalendarDay;
    readonly entryTime?: string | null;
  },
): Slot {
  return {
    product: 'product' in of ? of.product : productOf(of),
    day: of.day,
    startsAt: of.entryTime ?? WHOLE_DAY,
  };
}

/** The slot as text. Several slots are locked in the order of these keys (lock-order.ts). */
export function slotKey({ product, day, startsAt }: Slot): string {
  return `${product} ${day} ${startsAt}`.trimEnd();
}
