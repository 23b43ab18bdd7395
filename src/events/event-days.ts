import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { GENERAL, LISTED, SOLD_ON_DAY } from '../offers/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { type EventTitle, eventTitle, NO_DRAFT, TITLE_COLUMNS, type TitleRow } from './event.ts';

/** The days of events, as the ledger of places has them: on sale, or cancelled. */

/** How many events take place on each day from `from` to `to` on which any does. */
export async function countEventsByDay(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<ReadonlyMap<CalendarDay, number>> {
  const rows = await queries.all<{ day: CalendarDay; count: number }>(
    `SELECT day, count(*) AS count FROM slots
      WHERE ${LISTED} AND product <> '${GENERAL}' AND day BETWEEN ? AND ? GROUP BY day`,
    [from, to],
  );
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** The limit of events on one day: more than any museum has, and few enough for a list. */
const EVENTS_ON_A_DAY = 500;

/**
 * Those of `days` that exceed the limit of events. To be called in the transaction that has added one: `touch` makes
 * concurrent ones wait for its end, so that the second of two counts the first as well.
 */
async function findOverfullDays(tx: Transaction, days: readonly CalendarDay[]): Promise<CalendarDay[]> {
  const rows = await Promise.all(
    days.map((day) =>
      tx.get<{ count: number }>(
        `SELECT count(*) AS count FROM
           (SELECT product FROM slots WHERE ${LISTED} AND product <> '${GENERAL}' AND day = ?
              LIMIT ${EVENTS_ON_A_DAY + 1}) AS listed`,
        [day],
      ),
    ),
  );
  return days.filter((_, index) => (rows[index]?.count ?? 0) > EVENTS_ON_A_DAY);
}

/** @throws Refusal day-full-of-events when there are now too many events on one of the days */
export async function requireRoomOn(tx: Transaction, days: readonly CalendarDay[]): Promise<void> {
  const overfull = await findOverfullDays(tx, days);
  if (overfull.length === 0) return;
  throw new Refusal('day-full-of-events', { days: overfull, limit: EVENTS_ON_A_DAY });
}

/** Places of the event that are sold or held, on all its days. */
export async function countPlaces(queries: Queries, eventId: Uuid): Promise<number> {
  const row = await queries.get<{ sold: number | null }>(
    'SELECT sum(sold) AS sold FROM slots WHERE product = ?',
    [eventId],
  );
  return Number(row?.sold ?? 0);
}

/** A day of an event that was taken off, with the whole event or alone. */
export interface EventDayOff {
  readonly eventId: Uuid;
  readonly day: CalendarDay;
  /** Whether the whole event was cancelled. */
  readonly isCancelled: boolean;
  /** The instant at which it was; null: nobody knows. */
  readonly since: number | null;
  /** Places. */
  readonly sold: number;
}

/** The days from that one on that were taken off events, or off that one. */
export async function findDaysOff(
  queries: Queries,
  from: CalendarDay,
  eventId?: Uuid,
): Promise<EventDayOff[]> {
  const [which, values] = eventId === undefined ? ['', []] : [' AND product = ?', [eventId]];
  const rows = await queries.all<Omit<EventDayOff, 'isCancelled'> & { cancelled_at: number | null }>(
    `SELECT product AS "eventId", day, coalesce(taken_off_at, cancelled_at) AS "since", cancelled_at,
            ${SOLD_ON_DAY} AS sold
       FROM slots JOIN special_events ON event_id = product
      WHERE day >= ? AND listed = 0 AND starts_at = '' AND ${NO_DRAFT}${which} ORDER BY day, product`,
    [from, ...values],
  );
  return rows.map(({ cancelled_at, sold, ...off }) => {
    return { ...off, isCancelled: cancelled_at !== null, sold: Number(sold) };
  });
}

/** The places sold for one day of an event. `isCancelled`: the whole event was cancelled, or that day of it. */
export interface EventSales extends EventTitle {
  readonly location: string;
  readonly sold: number;
}

/** Every event that takes place on that day, or did when a ticket was sold for it; by name. */
export async function findEventSales(queries: Queries, day: CalendarDay): Promise<EventSales[]> {
  const rows = await queries.all<TitleRow & { location: string; sold: number; listed: number }>(
    `SELECT ${TITLE_COLUMNS}, location, sold, listed
       FROM (SELECT product, ${SOLD_ON_DAY} AS sold, listed FROM slots WHERE day = ? AND ${LISTED}
             UNION ALL
             SELECT product, ${SOLD_ON_DAY} AS sold, listed FROM slots
              WHERE day = ? AND listed = 0 AND ${SOLD_ON_DAY} > 0) AS days
       JOIN special_events ON event_id = product ORDER BY name, event_id`,
    [day, day],
  );
  return rows.map(({ location, sold, listed, ...title }) => {
    return { ...eventTitle(title), location, isCancelled: listed === 0, sold };
  });
}
