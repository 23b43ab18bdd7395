import type { Actor } from '../core/actor.ts';
import { type CalendarDay, type DayRange, eachDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  type EventTimes,
  findCategories,
  findPrices,
  inOrder,
  LISTED,
  type Price,
  SOLD_ON_DAY,
} from '../offers/index.ts';
import type { Queries } from '../store/index.ts';
import { findEventOfTicket, type SpecialEvent } from './event.ts';
import { countEventsByDay } from './event-days.ts';

/**
 * The programme for staff: with cancelled events and numbers of sold tickets. Each query throws Refusal forbidden.
 */

/** One day of an event, cancelled or not. */
export interface ProgrammeDay {
  readonly day: CalendarDay;
  readonly eventId: Uuid;
  readonly eventName: string;
  /** The places at all of its times together; null: no limit. */
  readonly capacity: number | null;
  readonly sold: number;
  /** In order; none: it is sold for the whole day. */
  readonly times: readonly string[];
  readonly isCancelled: boolean;
}

/** The events from `from` to `to`, cancelled ones too: by date, name and id. */
export async function listProgramme(
  queries: Queries,
  actor: Actor,
  { from, to }: DayRange,
): Promise<ProgrammeDay[]> {
  requirePermission(actor, 'read-programme');
  const rows = await queries.all<
    Omit<ProgrammeDay, 'times' | 'isCancelled'> & {
      readonly times: string;
      readonly cancelledDates: string | null;
    }
  >(
    `SELECT day, event_id AS "eventId", name AS "eventName", days.capacity AS "capacity", sold AS "sold", times,
            CASE WHEN listed = 0 THEN dates END AS "cancelledDates"
       FROM (SELECT product, day, capacity, ${SOLD_ON_DAY} AS sold, listed FROM slots
              WHERE ${LISTED} AND day BETWEEN ? AND ?
             UNION ALL
             SELECT product, day, capacity, ${SOLD_ON_DAY} AS sold, listed FROM slots
              WHERE listed = 0 AND day BETWEEN ? AND ?) AS days
       JOIN special_events ON event_id = product
      WHERE listed = 1 OR cancelled_at IS NOT NULL`,
    [from, to, from, to],
  );
  return rows
    .filter(({ day, cancelledDates }) => cancelledDates === null || JSON.parse(cancelledDates).includes(day))
    .map(({ cancelledDates, times, capacity, ...day }) => ({
      ...day,
      capacity: atAllTimes(capacity, times),
      times: JSON.parse(times).sort(),
      isCancelled: cancelledDates !== null,
    }))
    .sort(compareDays);
}

/** The places of a day. @param times a JSON array; empty: the event is sold for whole days */
function atAllTimes(capacity: number | null, times: string): number | null {
  return capacity === null ? null : capacity * Math.max(1, JSON.parse(times).length);
}

function compareDays(one: ProgrammeDay, other: ProgrammeDay): number {
  return (
    compareText(one.day, other.day) ||
    compareText(one.eventName, other.eventName) ||
    compareText(one.eventId, other.eventId)
  );
}

/** An event, cancelled or not, with the number of tickets sold for each day. */
export interface EventOverview {
  readonly event: SpecialEvent;
  readonly isCancelled: boolean;
  /** Places on each of its dates, at each of its times; null: no limit. */
  readonly capacity: number | null;
  /** In each category in which it is sold, in their order; the first is that of standard. */
  readonly prices: readonly Price[];
  readonly entry: EventTimes;
  /** Its dates, and days that were taken off after tickets had been sold for them; in order. */
  readonly days: readonly EventOverviewDay[];
}

export interface EventOverviewDay {
  readonly day: CalendarDay;
  /** The places at all of its times together; null: no limit. */
  readonly capacity: number | null;
  readonly sold: number;
  readonly isTakenOff: boolean;
}

/** @throws Refusal event-not-found, when there never was one */
export async function getEventOverview(
  queries: Queries,
  actor: Actor,
  eventId: Uuid,
): Promise<EventOverview> {
  requirePermission(actor, 'read-programme');
  const found = await findEventOfTicket(queries, eventId);
  if (found === undefined) throw new Refusal('event-not-found', { eventId });
  const [prices, categories, rows, row] = await Promise.all([
    findPrices(queries, eventId),
    findCategories(queries),
    queries.all<{ day: CalendarDay; sold: number }>(
      'SELECT day, sum(sold) AS sold FROM slots WHERE product = ? GROUP BY day ORDER BY day',
      [eventId],
    ),
    queries.get<{ capacity: number | null; times: string; minutes: number }>(
      'SELECT capacity, times, minutes FROM special_events WHERE event_id = ?',
      [eventId],
    ),
  ]);
  const { capacity = null, times = '[]', minutes = 0 } = row ?? {};
  const dates = new Set(found.event.dates);
  const days = rows
    .map(({ day, sold }) => ({
      day,
      capacity: atAllTimes(capacity, times),
      sold,
      isTakenOff: !dates.has(day),
    }))
    .filter(({ sold, isTakenOff }) => !isTakenOff || sold > 0);
  const entry = { times: JSON.parse(times), minutes };
  return { ...found, capacity, prices: inOrder(prices, categories), entry, days };
}

/** How many events are read and serialised at a time, before other requests are handled. */
const AT_ONCE = 500;

/** Splits the days, in order, into ranges with so few events that they are read at a time: most pages are one range. */
export async function findDayBatches(queries: Queries, { from, to }: DayRange): Promise<readonly DayRange[]> {
  const counts = await countEventsByDay(queries, from, to);
  const batches: DayRange[] = [];
  let [first, events] = [from, 0];
  for (const day of eachDay(from, to)) {
    const count = counts.get(day) ?? 0;
    const last = batches.at(-1);
    if (last !== undefined && events + count <= AT_ONCE) {
      batches.splice(-1, 1, { from: first, to: day });
      events += count;
    } else {
      batches.push({ from: day, to: day });
      [first, events] = [day, count];
    }
  }
  return batches;
}
