import type { OpenDay } from '../../hours/index.ts';
import { GENERAL, type Offer, type OfferPrice, type TimeOffer } from '../../offers/index.ts';
import type { Order } from '../../orders/index.ts';

/** What can be booked: a product on a day, for the whole day or at one of its entry times. */
export interface Bookable {
  readonly offer: Offer;
  /** Undefined: for the whole day. */
  readonly time: TimeOffer | undefined;
  /** The museum's hours that day; undefined: it is closed, but an event takes place. */
  readonly opening: OpenDay | undefined;
  /** Null: no limit. */
  readonly capacity: number | null;
  readonly left: number | null;
}

/**
 * What can be booked of an offer, sold out or not; nothing on closed days and for times that are over. Where no category is sold,
 * nothing is left.
 */
export function bookablesOf(offer: Offer, opening: OpenDay | undefined): Bookable[] {
  if (offer.closed !== undefined) return [];
  const { times, capacity, left } = offer;
  const all =
    times === undefined
      ? [{ offer, time: undefined, opening, capacity, left }]
      : times
          .filter(({ isOver }) => !isOver)
          .map((time) => ({ offer, time, opening, capacity: time.capacity, left: time.left }));
  return all.map((each) => (bookablePrices(each).length > 0 ? each : { ...each, left: 0 }));
}

/** What it costs in each category. */
export function bookablePrices({ offer, time }: Pick<Bookable, 'offer' | 'time'>): readonly OfferPrice[] {
  return time?.prices ?? offer.prices;
}

/** The id under which it is booked: the day, with the entry time where there is one. */
export function idOf({ offer: { day }, time }: Bookable): string {
  return time === undefined ? day : `${day}T${time.entryTime}`;
}

/** The day in such an id; undefined when it is none. */
export function dayInId(id: string): string | undefined {
  return /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2})?$/.exec(id)?.[1];
}

/** The product that an order is for. A booking has one product, at one time. */
export function bookedProduct({ items: [item] }: Pick<Order, 'items'>): Offer['product'] {
  return item?.product ?? GENERAL;
}

/** The id under which an order was booked: see `idOf`. */
export function bookedId({ items: [item] }: Pick<Order, 'items'>): string {
  const { day = '', entryTime = null } = item ?? {};
  return entryTime === null ? day : `${day}T${entryTime}`;
}

/** The hours of a whole day: those of the museum, or all day for an event while it is closed. */
export function bookableHours({ opening }: Pick<Bookable, 'opening'>): { from: string; to: string } {
  return { from: opening?.timeOpen ?? '00:00', to: opening?.timeClose ?? '23:59' };
}
