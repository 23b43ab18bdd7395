import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Taken } from '../core/taken.ts';
import type { Uuid } from '../core/uuid.ts';
import { findEvent, findPlacesLeft, takePlaces } from '../events/index.ts';
import { takeGeneralPlaces } from '../hours/index.ts';
import type { Transaction } from '../store/index.ts';

/** The result of selling places on one day: the first `taken` are sold, the others are refused. */
export interface Sale {
  readonly taken: number;
  /** Whether the day's last place is among them. */
  readonly takesLast: boolean;
  readonly priceCents: number;
  /** Of a special event. */
  readonly eventName?: string;
  /** Present when fewer were taken than asked for. */
  readonly refusal?: Refusal;
}

const NONE: Taken = { count: 0, isLast: false };

/** Sells places on a day of a special event. */
export async function sellEventPlaces(
  tx: Transaction,
  eventId: Uuid,
  day: CalendarDay,
  count: number,
  today: CalendarDay,
): Promise<Sale> {
  // Taking places locks the day's row, so that the event can't be changed or cancelled any more. Both statements are sent
  // together. If fewer places were left, only a second attempt has locked the row, so the event is read again after it.
  const [places, read] = await Promise.all([
    day < today ? NONE : takePlaces(tx, eventId, day, count),
    findEvent(tx, eventId),
  ]);
  const isReadBefore = places !== undefined && places.count > 0 && places.count < count;
  const event = isReadBefore ? await findEvent(tx, eventId) : read;
  if (event === undefined) return refused(new Refusal('event-not-found', { eventId }));
  const { name, dates, priceCents } = event;
  if (day < today) return refused(new Refusal('date-past', { day, today }));
  if (places === undefined) return refused(new Refusal('not-an-event-day', { eventName: name, day, dates }));
  const sale = { taken: places.count, takesLast: places.isLast, priceCents, eventName: name };
  if (places.count === count) return sale;
  const left = await findPlacesLeft(tx, eventId, today);
  const otherDates = left.filter(({ date }) => date !== day);
  return { ...sale, refusal: new Refusal('sold-out', { day, event: { eventId, name, otherDates } }) };
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
  const places = await takeGeneralPlaces(tx, day, count);
  if (places === undefined) return refused(new Refusal('museum-closed', { day }));
  const sale = { taken: places.count, takesLast: places.isLast, priceCents };
  return places.count === count ? sale : { ...sale, refusal: new Refusal('sold-out', { day }) };
}

function refused(refusal: Refusal): Sale {
  return { taken: 0, takesLast: false, priceCents: 0, refusal };
}
