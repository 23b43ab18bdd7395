import { LRUCache } from 'lru-cache';
import { addDays, type CalendarDay } from '../../core/calendar-day.ts';
import { admittedUntil } from '../../core/entry-time.js';
import { instantOf } from '../../core/zoned-time.ts';
import { isNight, type OpenDay } from '../../hours/index.ts';
import { GENERAL, type OfferTerms } from '../../offers/index.ts';
import type { BookedVisit, Order } from '../../orders/index.ts';
import { type Bookable, bookableHours } from './bookable.ts';

/** A time on the museum's clocks. */
interface LocalTime {
  readonly at: number;
  /** With the offset of the zone. */
  readonly text: string;
}

/** What the times of a visit follow from. */
interface Visit {
  readonly day: CalendarDay;
  /** Its entry time; undefined: the whole day. */
  readonly at: number | undefined;
  /** How long the event takes; undefined: it is general entry. */
  readonly minutes: number | undefined;
  /** The museum's hours that day; undefined: it is closed. */
  readonly opening: OpenDay | undefined;
}

/** Local times with the offset of the zone, such as 2027-03-02T11:00:00+01:00. */
export class LocalTimes {
  readonly #terms: OfferTerms;
  /** Looking up a time zone is slow, and is the same each time. */
  readonly #known = new LRUCache<string, LocalTime>({ max: 5_000 });

  constructor(terms: OfferTerms) {
    this.#terms = terms;
  }

  #text(instant: number): string {
    const { day, time } = this.#terms.localOf(instant);
    const minutes = Math.round((Date.parse(`${day}T${time}Z`) - instant) / 60_000);
    return `${day}T${time}:00${offsetOf(minutes)}`;
  }

  #midnight(day: CalendarDay): string {
    return this.#at(day, '00:00').text;
  }

  /** When the museum closes that day, or the day ends. */
  #closing(day: CalendarDay, opening: OpenDay | undefined): number {
    if (opening === undefined) return this.#at(addDays(day, 1), '00:00').at;
    return this.#at(isNight(opening) ? addDays(day, 1) : day, opening.timeClose).at;
  }

  /** Until when a partner sells what was booked: see `soldUntil`. */
  bookedUntil({ items: [item] }: Pick<Order, 'items'>, { at, end }: BookedVisit): number {
    const isLate = item?.entryTime != null && item.product === GENERAL;
    return isLate ? at + this.#terms.settings.now.entry.late * 60_000 : Date.parse(end);
  }

  /** Until when a partner sells it. */
  soldUntil({ offer: { day, event }, time }: Bookable): number {
    if (time === undefined) return this.#at(addDays(day, 1), '00:00').at;
    const of = { eventId: event?.eventId ?? null, ...(event && { minutes: event.minutes }) };
    return admittedUntil(
      { ...of, entryAt: time.at },
      { early: 0, late: this.#terms.settings.now.entry.late },
    );
  }

  /** When it is for. */
  visitOf({ offer: { day, event }, time, opening }: Bookable): BookedVisit {
    return this.#visit({ day, at: time?.at, minutes: event?.minutes, opening });
  }

  /** When tickets are for. @param minutes how long it takes; undefined: it is general entry */
  visitFor({
    day,
    entryTime,
    ...rest
  }: Omit<Visit, 'at'> & { readonly entryTime: string | null }): BookedVisit {
    const at = entryTime === null ? undefined : this.#at(day, entryTime).at;
    return this.#visit({ ...rest, day, at });
  }

  #visit({ day, at, minutes, opening }: Visit): BookedVisit {
    const closing = this.#closing(day, opening);
    if (at === undefined)
      return {
        at: closing,
        start: this.#midnight(day),
        end: this.#midnight(addDays(day, 1)),
        hours: [bookableHours({ opening })],
      };
    const end = minutes === undefined ? closing : at + minutes * 60_000;
    return { at, start: this.#text(at), end: this.#text(end), hours: [] };
  }

  #at(day: CalendarDay, time: string): LocalTime {
    const key = `${day}T${time}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const at = instantOf(this.#terms.localOf, day, time);
    const found = { at, text: `${key}:00${offsetOf((Date.parse(`${key}Z`) - at) / 60_000)}` };
    this.#known.set(key, found);
    return found;
  }
}

function offsetOf(minutes: number): string {
  const two = (number: number) => `${number}`.padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
