import type { CalendarDay } from '../core/calendar-day.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';

/** A special event of the museum. */
export interface SpecialEvent {
  readonly eventId: Uuid;
  readonly name: string;
  readonly location: string;
  readonly description: string;
  /** In the order that they were given in; none twice. */
  readonly dates: readonly CalendarDay[];
  readonly priceCents: number;
}

/** In characters; of `dates`, how many days. */
export const EVENT_LIMITS = { name: 200, location: 200, description: 5000, dates: 366 } as const;

/** What an event is announced with. */
export type Announcement = Omit<SpecialEvent, 'eventId'>;

/** The first of the event's days from `from` to `to`; undefined when it takes place on none of them. */
export function firstDateWithin(
  event: SpecialEvent,
  from: CalendarDay,
  to: CalendarDay,
): CalendarDay | undefined {
  let first: CalendarDay | undefined;
  for (const day of event.dates) {
    if (day >= from && day <= to && (first === undefined || day < first)) first = day;
  }
  return first;
}

/** The order of a listing of the days `from` to `to`: first matching date, then name, then eventId. */
export function byFirstDate(
  from: CalendarDay,
  to: CalendarDay,
): (one: SpecialEvent, other: SpecialEvent) => number {
  return (one, other) =>
    compareText(firstDateWithin(one, from, to) ?? '', firstDateWithin(other, from, to) ?? '') ||
    compareText(one.name, other.name) ||
    compareText(one.eventId, other.eventId);
}
