import type { Actor } from '../core/actor.ts';
import { type CalendarDay, type DayRange, eachDay } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import { may, requirePermission } from '../core/permissions.ts';
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
import { findEventOfTicket, type SpecialEvent, type Visibility } from './event.ts';
import { countEventsByDay } from './event-days.ts';
import { type EventTexts, findEventTexts } from './event-texts.ts';

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
    `SELECT day, event_id AS "eventId", name AS "eventName", days.capacity AS "capacity", sold AS "sold",
            coalesce(own_times, times) AS times,
            CASE WHEN listed = 0 THEN dates END AS "cancelledDates"
       FROM (SELECT product, day, capacity, own_times, ${SOLD_ON_DAY} AS sold, listed FROM slots
              WHERE ${LISTED} AND day BETWEEN ? AND ?
             UNION ALL
             SELECT product, day, capacity, own_times, ${SOLD_ON_DAY} AS sold, listed FROM slots
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
  readonly visibility: Visibility;
  /** Places on each of its dates, at each of its times; null: no limit. */
  readonly capacity: number | null;
  /** In each category in which it is sold, in their order; the first is that of standard. */
  readonly prices: readonly Price[];
  readonly entry: EventTimes;
  /** What it says in other languages. */
  readonly texts: EventTexts['texts'];
  /** The language of its own texts; null: that of the museum. */
  readonly textLanguage: Language | null;
  /** Its dates, and days that were taken off after tickets had been sold for them; in order. */
  readonly days: readonly EventOverviewDay[];
}

export interface EventOverviewDay {
  readonly day: CalendarDay;
  /** Its own entry times, none: it is sold whole; null: it has those of the event. */
  readonly ownTimes: readonly string[] | null;
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
  const isHidden = found?.visibility === 'draft' && !may(actor.role, 'arrange-programme');
  if (found === undefined || isHidden) throw new Refusal('event-not-found', { eventId });
  const [prices, categories, rows, row, said] = await Promise.all([
    findPrices(queries, eventId),
    findCategories(queries),
    queries.all<{ day: CalendarDay; sold: number; own: string | null }>(
      `SELECT day, sum(sold) AS sold, max(own_times) AS own FROM slots
        WHERE product = ? GROUP BY day ORDER BY day`,
      [eventId],
    ),
    queries.get<{ capacity: number | null; times: string; minutes: number }>(
      'SELECT capacity, times, minutes FROM special_events WHERE event_id = ?',
      [eventId],
    ),
    findEventTexts(queries, eventId),
  ]);
  const { capacity = null, times = '[]', minutes = 0 } = row ?? {};
  const dates = new Set(found.event.dates);
  const days = rows
    .map(({ day, sold, own }) => ({
      day,
      capacity: atAllTimes(capacity, own ?? times),
      ownTimes: own === null ? null : JSON.parse(own),
      sold,
      isTakenOff: !dates.has(day),
    }))
    .filter(({ sold, isTakenOff }) => !isTakenOff || sold > 0);
  const entry = { times: JSON.parse(times), minutes };
  return { ...found, ...said, capacity, prices: inOrder(prices, categories), entry, days };
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
