import { LRUCache } from 'lru-cache';
import { addDays, type CalendarDay } from '../../core/calendar-day.ts';
import { admittedUntil } from '../../core/entry-time.js';
import { instantOf } from '../../core/zoned-time.ts';
import { isNight, type OpenDay } from '../../hours/index.ts';
import type { Offer, OfferTerms, TimeOffer } from '../../offers/index.ts';
import { type BookedVisit, MOST_TICKETS, type Order } from '../../orders/index.ts';

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

/** What can be booked of an offer, sold out or not; nothing on closed days and for times that are over. */
export function bookablesOf(offer: Offer, opening: OpenDay | undefined): Bookable[] {
  if (offer.closed !== undefined) return [];
  const { times, capacity, left } = offer;
  if (times === undefined) return [{ offer, time: undefined, opening, capacity, left }];
  return times
    .filter(({ isOver }) => !isOver)
    .map((time) => ({ offer, time, opening, capacity: time.capacity, left: time.left }));
}

/** The id under which it is booked: the day, with the entry time where there is one. */
export function idOf({ offer: { date }, time }: Bookable): string {
  return time === undefined ? date : `${date}T${time.entryTime}`;
}

/** The day in such an id; undefined when it is none. */
export function dayIn(id: string): string | undefined {
  return /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2})?$/.exec(id)?.[1];
}

/** How many units one booking can have. */
export function mostUnits({ left }: Pick<Bookable, 'left'>): number {
  return Math.min(MOST_TICKETS, left ?? MOST_TICKETS);
}

/** When it is for. */
export function visitOf(bookable: Bookable, times: LocalTimes): BookedVisit {
  const { offer, time } = bookable;
  if (time === undefined) {
    const { date } = offer;
    return {
      at: times.closing(bookable),
      start: times.midnight(date),
      end: times.midnight(addDays(date, 1)),
      hours: [hoursOf(bookable)],
    };
  }
  const end = offer.event === undefined ? times.closing(bookable) : time.at + offer.event.minutes * 60_000;
  return { at: time.at, start: times.text(time.at), end: times.text(end), hours: [] };
}

/** The hours of a whole day: those of the museum, or all day for an event while it is closed. */
export function hoursOf({ opening }: Pick<Bookable, 'opening'>): { from: string; to: string } {
  return { from: opening?.timeOpen ?? '00:00', to: opening?.timeClose ?? '23:59' };
}

/** A time on the museum's clocks. */
interface Moment {
  readonly at: number;
  /** With the offset of the zone. */
  readonly text: string;
}

/** Local times with the offset of the zone, such as 2027-03-02T11:00:00+01:00. */
export class LocalTimes {
  readonly #terms: OfferTerms;
  /** Looking up a time zone is slow, and is the same each time. */
  readonly #known = new LRUCache<string, Moment>({ max: 5_000 });

  constructor(terms: OfferTerms) {
    this.#terms = terms;
  }

  text(instant: number): string {
    const { day, time } = this.#terms.localOf(instant);
    const minutes = Math.round((Date.parse(`${day}T${time}Z`) - instant) / 60_000);
    return `${day}T${time}:00${offsetOf(minutes)}`;
  }

  midnight(day: CalendarDay): string {
    return this.#moment(day, '00:00').text;
  }

  /** When the museum closes that day, or the day ends. */
  closing({ offer: { date }, opening }: Bookable): number {
    if (opening === undefined) return this.#moment(addDays(date, 1), '00:00').at;
    return this.#moment(isNight(opening) ? addDays(date, 1) : date, opening.timeClose).at;
  }

  /** Until when a partner sells what was booked: see `soldUntil`. */
  bookedUntil({ items: [item] }: Pick<Order, 'items'>, { at, end }: BookedVisit): number {
    const isLate = item?.entryTime != null && item.eventId === null;
    return isLate ? at + this.#terms.entryLate * 60_000 : Date.parse(end);
  }

  /** Until when a partner sells it. */
  soldUntil({ offer: { date, event }, time }: Bookable): number {
    if (time === undefined) return this.#moment(addDays(date, 1), '00:00').at;
    const of = { eventId: event?.eventId ?? null, ...(event && { minutes: event.minutes }) };
    return admittedUntil({ ...of, entryAt: time.at }, { early: 0, late: this.#terms.entryLate });
  }

  #moment(day: CalendarDay, time: string): Moment {
    const key = `${day}T${time}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const at = instantOf(this.#terms.localOf, day, time);
    const moment = { at, text: `${key}:00${offsetOf((Date.parse(`${key}Z`) - at) / 60_000)}` };
    this.#known.set(key, moment);
    return moment;
  }
}

function offsetOf(minutes: number): string {
  const two = (number: number) => `${number}`.padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
