import { GENERAL } from '../../offers/index.ts';
import type { Order } from '../../orders/index.ts';

/** What an order is for, as OCTO calls it. A booking has one product at one time. */

export function productOf({ items }: Pick<Order, 'items'>): string {
  return items[0]?.eventId ?? GENERAL;
}

/** The id of the availability under which it was booked: see `idOf`. */
export function availabilityIdOf({ items }: Pick<Order, 'items'>): string {
  const { ticketDate = '', entryTime = null } = items[0] ?? {};
  return entryTime === null ? ticketDate : `${ticketDate}T${entryTime}`;
}
