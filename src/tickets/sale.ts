import type { CalendarDay } from '../core/calendar-day.ts';
import { Problem } from '../doors/api/problems.ts';
import type { Uuid } from '../core/uuid.ts';
import { findEvent, findPlacesLeft, noSuchEvent, takePlaces } from '../events/index.ts';
import { takeGeneralPlaces } from '../hours/index.ts';
import type { Transaction } from '../store/index.ts';

/** What an attempt to sell `count` places on one day comes to: the first `taken` are sold, the others refused. */
export interface Sale {
  readonly taken: number;
  readonly priceCents: number;
  /** Of a special event. */
  readonly eventName?: string;
  /** Present when fewer were taken than asked for. */
  readonly refusal?: Problem;
}

/** Sells places on a day of a special event. */
export async function sellEventPlaces(
  tx: Transaction,
  eventId: Uuid,
  day: CalendarDay,
  count: number,
  today: CalendarDay,
): Promise<Sale> {
  // Places first: with the day's row locked, the event can't be changed or cancelled any more.
  const taken = day < today ? 0 : await takePlaces(tx, eventId, day, count);
  const event = await findEvent(tx, eventId);
  if (event === undefined) return refused(noSuchEvent(eventId));
  if (day < today) return refused(dayIsPast(day, today));
  if (taken === undefined) return refused(notAnEventDay(event.name, day, event.dates));
  const sale = { taken, priceCents: event.priceCents, eventName: event.name };
  if (taken === count) return sale;
  const left = await findPlacesLeft(tx, eventId, today);
  return {
    ...sale,
    refusal: eventSoldOut(
      event.name,
      day,
      left.filter(({ date }) => date !== day),
    ),
  };
}

/** Sells places for general entry. */
export async function sellGeneralPlaces(
  tx: Transaction,
  day: CalendarDay,
  count: number,
  today: CalendarDay,
  priceCents: number,
): Promise<Sale> {
  if (day < today) return refused(dayIsPast(day, today));
  const taken = await takeGeneralPlaces(tx, day, count);
  if (taken === undefined) return refused(closedOn(day));
  if (taken === count) return { taken, priceCents };
  return { taken, priceCents, refusal: new Problem('sold-out', `General entry on ${day} is sold out.`) };
}

function refused(refusal: Problem): Sale {
  return { taken: 0, priceCents: 0, refusal };
}

function dayIsPast(day: CalendarDay, today: CalendarDay): Problem {
  return new Problem('date-past', `The ticketDate ${day} is over; it is ${today} at the museum.`);
}

function closedOn(day: CalendarDay): Problem {
  return new Problem('museum-closed', `The museum is closed on ${day}.`);
}

function notAnEventDay(name: string, day: CalendarDay, dates: readonly CalendarDay[]): Problem {
  const days = dates.length === 0 ? 'It has no dates yet.' : `Its dates are ${someOf([...dates].sort())}.`;
  return new Problem('not-an-event-day', `"${name}" does not take place on ${day}. ${days}`);
}

type PlacesLeft = { readonly date: CalendarDay; readonly left: number | null };

/** Says what is left on the event's other dates, also as the member `otherDates` (left null: no limit). */
function eventSoldOut(name: string, day: CalendarDay, otherDates: readonly PlacesLeft[]): Problem {
  const open = otherDates.filter(({ left }) => left !== 0);
  const hint =
    open.length === 0
      ? 'Nothing is left on any other date.'
      : `Left on other dates: ${someOf(open.map(({ date, left }) => `${date} (${left ?? 'no limit'})`))}.`;
  return new Problem('sold-out', `"${name}" is sold out on ${day}. ${hint}`, { members: { otherDates } });
}

function someOf(items: readonly string[]): string {
  return items.length <= 10
    ? items.join(', ')
    : `${items.slice(0, 10).join(', ')} and ${items.length - 10} more`;
}
