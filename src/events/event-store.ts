import type { CalendarDay } from '../core/calendar-day.ts';
import type { Taken } from '../core/taken.ts';
import type { Uuid } from '../core/uuid.ts';
import { inList, type Queries, type SqlValue, type Transaction } from '../store/index.ts';
import type { SpecialEvent } from './event.ts';

const COLUMNS = 'event_id, name, location, description, dates, price_cents';

/** The event, unless there is none or it was cancelled. */
export async function findEvent(queries: Queries, eventId: Uuid): Promise<SpecialEvent | undefined> {
  const row = await queries.get<EventRow>(
    `SELECT ${COLUMNS} FROM special_events WHERE event_id = ? AND cancelled_at IS NULL`,
    [eventId],
  );
  return row && fromRow(row);
}

/** The same, locked until the transaction ends. */
export async function findEventToChange(tx: Transaction, eventId: Uuid): Promise<SpecialEvent | undefined> {
  const row = await tx.get<EventRow>(
    `SELECT ${COLUMNS} FROM special_events WHERE event_id = ? AND cancelled_at IS NULL${tx.dialect.lockForUpdate}`,
    [eventId],
  );
  return row && fromRow(row);
}

/** The event of a sold ticket, also when it was cancelled. */
export async function findEventOfTicket(
  queries: Queries,
  eventId: Uuid,
): Promise<{ event: SpecialEvent; isCancelled: boolean } | undefined> {
  const row = await queries.get<EventRow & { cancelled_at: number | null }>(
    `SELECT ${COLUMNS}, cancelled_at FROM special_events WHERE event_id = ?`,
    [eventId],
  );
  return row && { event: fromRow(row), isCancelled: row.cancelled_at !== null };
}

/** The events that take place on any day from `from` to `to`, in no particular order. */
export async function findEventsOn(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<SpecialEvent[]> {
  const rows = await queries.all<EventRow>(
    `SELECT ${COLUMNS} FROM special_events
      WHERE event_id IN (SELECT event_id FROM event_days WHERE listed = 1 AND day BETWEEN ? AND ?)`,
    [from, to],
  );
  return rows.map(fromRow);
}

/** How many events take place on each day from `from` to `to` on which any does. */
export async function countEventsByDay(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<ReadonlyMap<CalendarDay, number>> {
  const rows = await queries.all<{ day: CalendarDay; count: number }>(
    'SELECT day, count(*) AS count FROM event_days WHERE listed = 1 AND day BETWEEN ? AND ? GROUP BY day',
    [from, to],
  );
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** The limit of events on one day: more than any museum has, and few enough for a list. */
export const EVENTS_ON_A_DAY = 500;

/**
 * Those of `days` that exceed the limit of events. To be called in the transaction that has added one: `touch` makes
 * concurrent ones wait for its end, so that the second of two counts the first as well.
 */
export async function findOverfullDays(
  tx: Transaction,
  days: readonly CalendarDay[],
): Promise<CalendarDay[]> {
  const rows = await Promise.all(
    days.map((day) =>
      tx.get<{ count: number }>(
        `SELECT count(*) AS count FROM
           (SELECT event_id FROM event_days WHERE listed = 1 AND day = ? LIMIT ${EVENTS_ON_A_DAY + 1}) AS listed`,
        [day],
      ),
    ),
  );
  return days.filter((_, index) => (rows[index]?.count ?? 0) > EVENTS_ON_A_DAY);
}

export async function addEvent(tx: Transaction, event: SpecialEvent, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO special_events (${COLUMNS}, created_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [...toRow(event), now, now],
  );
  await listDays(tx, event);
  await tx.touch('events');
}

/** Stores the changed event. Days that were taken off keep their number of sold tickets. */
export async function replaceEvent(tx: Transaction, event: SpecialEvent, now: number): Promise<void> {
  const [eventId, ...rest] = toRow(event);
  await tx.run(
    `UPDATE special_events SET name = ?, location = ?, description = ?, dates = ?, price_cents = ?, changed_at = ?
      WHERE event_id = ?`,
    [...rest, now, eventId],
  );
  await unlistDays(tx, event.eventId);
  await listDays(tx, event);
  await tx.touch('events');
}

/** Takes the event off the programme for good. Its tickets and counts stay. */
export async function markCancelled(tx: Transaction, eventId: Uuid, now: number): Promise<void> {
  await tx.run('UPDATE special_events SET cancelled_at = ? WHERE event_id = ?', [now, eventId]);
  await unlistDays(tx, eventId);
  await tx.touch('events');
}

async function unlistDays(tx: Transaction, eventId: Uuid): Promise<void> {
  await tx.run('UPDATE event_days SET listed = 0 WHERE event_id = ? AND listed = 1', [eventId]);
}

async function listDays(tx: Transaction, { eventId, dates }: SpecialEvent): Promise<void> {
  await Promise.all(
    dates.map((day) =>
      tx.run(
        `INSERT INTO event_days (event_id, day, listed, capacity)
           SELECT event_id, ?, 1, capacity FROM special_events WHERE event_id = ?
           ON CONFLICT (event_id, day) DO UPDATE SET listed = 1`,
        [day, eventId],
      ),
    ),
  );
}

/**
 * Takes up to `count` places on a day of the event: all of them, or as many as are left. The check is part of the write,
 * so that no concurrent sale or change of the event can come in between.
 * @returns undefined when the event does not take place on that day (any more).
 */
export async function takePlaces(
  tx: Transaction,
  eventId: Uuid,
  day: CalendarDay,
  count: number,
): Promise<Taken | undefined> {
  for (let wanted = count; wanted > 0; ) {
    const sold = await tx.get<{ left: number | null }>(
      `UPDATE event_days SET sold = sold + ?
        WHERE event_id = ? AND day = ? AND listed = 1 AND (capacity IS NULL OR sold + ? <= capacity)
        RETURNING capacity - sold AS "left"`,
      [wanted, eventId, day, wanted],
    );
    if (sold !== undefined) return { count: wanted, isLast: sold.left === 0 };
    const row = await tx.get<{ left: number | null }>(
      'SELECT capacity - sold AS "left" FROM event_days WHERE event_id = ? AND day = ? AND listed = 1',
      [eventId, day],
    );
    if (row === undefined) return undefined;
    wanted = Math.min(wanted, Math.max(0, row.left ?? wanted));
  }
  return { count: 0, isLast: false };
}

/** Puts a place on that day of the event on sale again. */
export async function giveBackPlace(tx: Transaction, eventId: Uuid, day: CalendarDay): Promise<void> {
  await tx.run('UPDATE event_days SET sold = sold - 1 WHERE event_id = ? AND day = ?', [eventId, day]);
}

/** The name of an event, and whether it was cancelled. */
export interface EventTitle {
  readonly eventId: Uuid;
  readonly name: string;
  readonly isCancelled: boolean;
}

/** The titles of those events, cancelled ones too, by id. */
export async function findEventTitles(
  queries: Queries,
  eventIds: readonly Uuid[],
): Promise<Map<Uuid, EventTitle>> {
  if (eventIds.length === 0) return new Map();
  const { list, values } = inList(eventIds);
  const rows = await queries.all<TitleRow>(
    `SELECT event_id, name, cancelled_at FROM special_events WHERE event_id IN ${list}`,
    values,
  );
  return new Map(rows.map((row) => [row.event_id, titleOf(row)]));
}

/** Those of the days that were taken off one of the events, as `<eventId> <day>`. */
export async function findDaysOff(
  queries: Queries,
  eventIds: readonly Uuid[],
  days: readonly CalendarDay[],
): Promise<Set<string>> {
  if (eventIds.length === 0 || days.length === 0) return new Set();
  const [events, dates] = [inList<SqlValue>(eventIds), inList<SqlValue>(days)];
  const rows = await queries.all<{ event_id: Uuid; day: CalendarDay }>(
    `SELECT event_id, day FROM event_days
      WHERE event_id IN ${events.list} AND day IN ${dates.list} AND listed = 0`,
    [...events.values, ...dates.values],
  );
  return new Set(rows.map(({ event_id, day }) => `${event_id} ${day}`));
}

/** The cancelled days of an event for which tickets had been sold. */
export interface CancelledDates {
  readonly eventId: Uuid;
  readonly name: string;
  readonly dates: readonly CalendarDay[];
}

/** By event: its days from that day on that were cancelled, with the whole event or alone. */
export async function findCancelledDates(
  queries: Queries,
  from: CalendarDay,
): Promise<Map<Uuid, CancelledDates>> {
  const rows = await queries.all<{ event_id: Uuid; name: string; day: CalendarDay }>(
    `SELECT special_events.event_id, name, day
       FROM event_days JOIN special_events ON special_events.event_id = event_days.event_id
      WHERE day >= ? AND listed = 0 AND sold > 0 ORDER BY day, special_events.event_id`,
    [from],
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.event_id)].map(([eventId, days]) => {
      const dates = days.map(({ day }) => day);
      return [eventId, { eventId, name: days[0]?.name ?? '', dates }];
    }),
  );
}

/** The tickets sold for one day of an event. `isCancelled`: the whole event was cancelled, or that day of it. */
export interface EventSales extends EventTitle {
  readonly location: string;
  readonly sold: number;
}

/** Every event that takes place on that day, or did when a ticket was sold for it; by name. */
export async function findEventSales(queries: Queries, day: CalendarDay): Promise<EventSales[]> {
  const rows = await queries.all<TitleRow & { location: string; sold: number; listed: number }>(
    `SELECT special_events.event_id, name, location, cancelled_at, sold, listed
       FROM (SELECT event_id, sold, listed FROM event_days WHERE day = ? AND listed = 1
             UNION ALL
             SELECT event_id, sold, listed FROM event_days WHERE day = ? AND listed = 0 AND sold > 0) AS days
       JOIN special_events ON special_events.event_id = days.event_id ORDER BY name, special_events.event_id`,
    [day, day],
  );
  return rows.map(({ location, sold, listed, ...title }) => {
    return { ...titleOf(title), location, isCancelled: listed === 0, sold };
  });
}

export interface TitleRow {
  readonly event_id: Uuid;
  readonly name: string;
  readonly cancelled_at: number | null;
}

export function titleOf({ event_id, name, cancelled_at }: TitleRow): EventTitle {
  return { eventId: event_id, name, isCancelled: cancelled_at !== null };
}

interface EventRow {
  readonly event_id: Uuid;
  readonly name: string;
  readonly location: string;
  readonly description: string;
  readonly dates: string;
  readonly price_cents: number;
}

function fromRow(row: EventRow): SpecialEvent {
  return {
    eventId: row.event_id,
    name: row.name,
    location: row.location,
    description: row.description,
    dates: JSON.parse(row.dates),
    priceCents: row.price_cents,
  };
}

function toRow({ eventId, name, location, description, dates, priceCents }: SpecialEvent) {
  return [eventId, name, location, description, JSON.stringify(dates), priceCents] as const;
}

/** The places left on each day of the event from `from` on, in order; null: no limit. */
export async function findPlacesLeft(
  queries: Queries,
  eventId: Uuid,
  from: CalendarDay,
): Promise<{ readonly date: CalendarDay; readonly left: number | null }[]> {
  const rows = await queries.all<{ day: CalendarDay; capacity: number | null; sold: number }>(
    'SELECT day, capacity, sold FROM event_days WHERE event_id = ? AND day >= ? AND listed = 1 ORDER BY day',
    [eventId, from],
  );
  return rows.map(({ day, capacity, sold }) => ({
    date: day,
    left: capacity === null ? null : Math.max(0, capacity - sold),
  }));
}

/** Places on each date of the event; null: no limit. Undefined when there is no such event. */
export async function findCapacity(queries: Queries, eventId: Uuid): Promise<number | null | undefined> {
  const row = await queries.get<{ capacity: number | null }>(
    'SELECT capacity FROM special_events WHERE event_id = ? AND cancelled_at IS NULL',
    [eventId],
  );
  return row?.capacity;
}

/** The caller has locked the event. */
export async function replaceCapacity(
  tx: Transaction,
  eventId: Uuid,
  capacity: number | null,
): Promise<void> {
  await tx.run('UPDATE special_events SET capacity = ? WHERE event_id = ?', [capacity, eventId]);
  await tx.run('UPDATE event_days SET capacity = ? WHERE event_id = ?', [capacity, eventId]);
}

/** One day of an event that takes place on it. */
export interface EventDay {
  readonly date: CalendarDay;
  readonly eventId: Uuid;
  readonly eventName: string;
  /** Null: no limit. */
  readonly capacity: number | null;
  readonly sold: number;
}

/** Every day from `from` to `to` of the events, or of the one event, that take place then; in no order. */
export async function findEventDays(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
  eventId?: Uuid,
): Promise<EventDay[]> {
  const ofEvent = eventId === undefined ? '' : 'AND event_days.event_id = ?';
  return queries.all<EventDay>(
    `SELECT event_days.day AS "date", event_days.event_id AS "eventId", special_events.name AS "eventName",
            event_days.capacity AS "capacity", event_days.sold AS "sold"
       FROM event_days JOIN special_events ON special_events.event_id = event_days.event_id
      WHERE event_days.listed = 1 AND event_days.day BETWEEN ? AND ? ${ofEvent}`,
    eventId === undefined ? [from, to] : [from, to, eventId],
  );
}
