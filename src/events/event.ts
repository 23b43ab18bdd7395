import type { OutputOf } from '../doors/api/contract/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { fromCents, toCents } from '../core/money.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';

/** A special event of the museum. */
export interface SpecialEvent {
  readonly eventId: Uuid;
  readonly name: string;
  readonly location: string;
  readonly description: string;
  /** In the order that the client gave; none twice. */
  readonly dates: readonly CalendarDay[];
  readonly priceCents: number;
}

/** What an event is announced with, as the interface names it. */
export type Announcement = Omit<OutputOf<'createSpecialEvent'>, 'eventId'>;

export function announceEvent(
  eventId: Uuid,
  { name, location, eventDescription, dates, price }: Announcement,
): SpecialEvent {
  return { eventId, name, location, description: eventDescription, dates, priceCents: toCents(price) };
}

/** RFC 7396: the members given replace, the others stay. */
export function changeEvent(event: SpecialEvent, change: Partial<Announcement>): SpecialEvent {
  return announceEvent(event.eventId, { ...announcementOf(event), ...change });
}

/** The event as the interface shows it. */
export function showEvent(event: SpecialEvent): OutputOf<'getSpecialEvent'> {
  return { eventId: event.eventId, ...announcementOf(event) };
}

function announcementOf({ name, location, description, dates, priceCents }: SpecialEvent): Announcement {
  return { name, location, eventDescription: description, dates: [...dates], price: fromCents(priceCents) };
}

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
