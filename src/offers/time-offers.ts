import type { CalendarDay } from '../core/calendar-day.ts';
import { timeFault } from '../core/entry-time.js';
import type { TimedTicket } from '../core/entry-time-types.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Opening } from '../hours/index.ts';
import {
  type EntryTime,
  type EventTimes,
  eventTimesOn,
  type GeneralTimes,
  generalTimesOn,
} from './entry-times.ts';
import type { TimeOffer } from './offer.ts';
import type { OfferTerms } from './offer-terms.ts';
import { placesLeft } from './slots.ts';

const NONE: ReadonlyMap<string, number> = new Map();

/** An entry time of a day, and whether a ticket for it would be too late at the gate now. */
export interface TimeForSale extends EntryTime {
  readonly isOver: boolean;
}

/** The entry times of general entry on an open day. */
export function generalTimesForSale(
  times: GeneralTimes,
  day: CalendarDay,
  opening: Opening,
  terms: OfferTerms,
): TimeForSale[] {
  return forSale(generalTimesOn(times, day, opening, terms.localOf), { eventId: null }, terms);
}

/** The entry times of an event on one of its dates. */
export function eventTimesForSale(
  { eventId, times, minutes }: EventTimes & { readonly eventId: Uuid },
  day: CalendarDay,
  terms: OfferTerms,
): TimeForSale[] {
  return forSale(eventTimesOn(times, day, terms.localOf), { eventId, minutes }, terms);
}

function forSale(
  times: readonly EntryTime[],
  of: Omit<TimedTicket, 'entryAt'>,
  { clock, entryLate: late }: OfferTerms,
): TimeForSale[] {
  const now = clock.now();
  return times.map((time) => {
    const isOver = timeFault({ ...of, entryAt: time.at }, { early: 0, late }, now) === 'too-late';
    return { ...time, isOver };
  });
}

/** @param soldAt places by entry time */
export function timeOffers(
  times: readonly TimeForSale[],
  capacity: number | null,
  soldAt: ReadonlyMap<string, number> = NONE,
): TimeOffer[] {
  return times.map(({ entryTime, at, isOver }) => {
    const sold = soldAt.get(entryTime) ?? 0;
    return { entryTime, at, capacity, sold, left: placesLeft({ capacity, sold }), isOver };
  });
}
