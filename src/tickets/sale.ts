import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { findEvent, findPlacesLeft, takePlaces } from '../events/index.ts';
import { takeGeneralPlaces } from '../hours/index.ts';
import type { Transaction } from '../store/index.ts';

/** What an attempt to sell `count` places on one day comes to: the first `taken` are sold, the others refused. */
export interface Sale {
  readonly taken: number;
  readonly priceCents: number;
  /** Of a special event. */
  readonly eventName?: string;
  /** Present when fewer were taken than asked for. */
  readonly refusal?: Refusal;
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
  if (event === undefined) return refused(new Refusal('event-not-found', { eventId }));
  const { name, dates, priceCents } = event;
  if (day < today) return refused(new Refusal('date-past', { day, today }));
  if (taken === undefined) return refused(new Refusal('not-an-event-day', { eventName: name, day, dates }));
  const sale = { taken, priceCents, eventName: name };
  if (taken === count) return sale;
  const left = await findPlacesLeft(tx, eventId, today);
  const otherDates = left.filter(({ date }) => date !== day);
  return { ...sale, refusal: new Refusal('sold-out', { day, event: { name, otherDates } }) };
}

/** Sells places for general entry. */
export async function sellGeneralPlaces(
  tx: Transaction,
  day: CalendarDay,
  count: number,
  today: CalendarDay,
  priceCents: number,
): Promise<Sale> {
  if (day < today) return refused(new Refusal('date-past', { day, today }));
  const taken = await takeGeneralPlaces(tx, day, count);
  if (taken === undefined) return refused(new Refusal('museum-closed', { day }));
  if (taken === count) return { taken, priceCents };
  return { taken, priceCents, refusal: new Refusal('sold-out', { day }) };
}

function refused(refusal: Refusal): Sale {
  return { taken: 0, priceCents: 0, refusal };
}
