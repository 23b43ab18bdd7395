import type { Uuid } from '../core/uuid.ts';

/** General entry, as a product. */
export const GENERAL = 'general';

/** What a ticket is for: general entry, or the event with that id. */
export type Product = typeof GENERAL | Uuid;

/** @param of a ticket, a purchase and the like: without an event it is for general entry */
export function productOf(of: { readonly eventId?: Uuid | null }): Product {
  return of.eventId ?? GENERAL;
}
