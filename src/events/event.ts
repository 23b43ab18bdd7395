import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import { type JournalKind, record } from '../journal/index.ts';
import { LISTED, listSlots, replaceCapacity, replacePrice, WITH_PRICE } from '../offers/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';

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

const COLUMNS = 'event_id, name, location, description, dates';
const EVENTS = `SELECT ${COLUMNS}, price_cents FROM special_events ${WITH_PRICE}`;

/** The event, unless there is none or it was cancelled. */
export async function findEvent(queries: Queries, eventId: Uuid): Promise<SpecialEvent | undefined> {
  const row = await queries.get<EventRow>(`${EVENTS} WHERE event_id = ? AND cancelled_at IS NULL`, [eventId]);
  return row && fromRow(row);
}

/** The event, locked until the transaction ends. */
async function findEventToChange(tx: Transaction, eventId: Uuid): Promise<SpecialEvent | undefined> {
  // Before it is read: who has waited for the lock would miss prices that were replaced meanwhile, and with them the
  // event.
  await lockEventRow(tx, eventId);
  return findEvent(tx, eventId);
}

/** Locks the event, also a cancelled one, until the transaction ends. */
export async function lockEventRow(tx: Transaction, eventId: Uuid): Promise<void> {
  await tx.get(`SELECT event_id FROM special_events WHERE event_id = ?${tx.dialect.lockForUpdate}`, [
    eventId,
  ]);
}

/**
 * The event of a sold ticket, also when it was cancelled, and how many minutes it takes from each of its entry times.
 */
export async function findEventOfTicket(
  queries: Queries,
  eventId: Uuid,
): Promise<{ event: SpecialEvent; isCancelled: boolean; minutes: number } | undefined> {
  const row = await queries.get<EventRow & { cancelled_at: number | null; minutes: number }>(
    `SELECT ${COLUMNS}, price_cents, cancelled_at, minutes FROM special_events ${WITH_PRICE} WHERE event_id = ?`,
    [eventId],
  );
  return row && { event: fromRow(row), isCancelled: row.cancelled_at !== null, minutes: row.minutes };
}

/** The events that take place on any day from `from` to `to`, in no particular order. */
export async function findEventsOn(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<SpecialEvent[]> {
  const rows = await queries.all<EventRow>(
    `${EVENTS} WHERE event_id IN (SELECT product FROM slots WHERE ${LISTED} AND day BETWEEN ? AND ?)`,
    [from, to],
  );
  return rows.map(fromRow);
}

export async function addEvent(tx: Transaction, event: SpecialEvent, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO special_events (${COLUMNS}, created_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [...toRow(event), now, now],
  );
  await replacePrice(tx, event.eventId, event.priceCents);
  await listSlots(tx, event.eventId, event.dates, now);
  await tx.touch('events');
}

/** Stores the changed event. Days that were taken off keep their number of sold tickets. */
export async function replaceEvent(tx: Transaction, event: SpecialEvent, now: number): Promise<void> {
  const [eventId, ...rest] = toRow(event);
  await tx.run(
    `UPDATE special_events SET name = ?, location = ?, description = ?, dates = ?, changed_at = ? WHERE event_id = ?`,
    [...rest, now, eventId],
  );
  await replacePrice(tx, eventId, event.priceCents);
  await listSlots(tx, eventId, event.dates, now);
  await tx.touch('events');
}

/** Takes the event off the programme for good. Its tickets and counts stay. */
export async function markCancelled(tx: Transaction, eventId: Uuid, now: number): Promise<void> {
  await tx.run('UPDATE special_events SET cancelled_at = ? WHERE event_id = ?', [now, eventId]);
  await listSlots(tx, eventId, [], now);
  await tx.touch('events');
}

/** The name of an event, and whether it was cancelled. */
export interface EventTitle {
  readonly eventId: Uuid;
  readonly name: string;
  readonly isCancelled: boolean;
  /** How long it takes from each of its entry times on. */
  readonly minutes: number;
}

/** The titles of those events, cancelled ones too, by id. */
export async function findEventTitles(
  queries: Queries,
  eventIds: readonly Uuid[],
): Promise<Map<Uuid, EventTitle>> {
  const rows = await queries.all<TitleRow>(
    `SELECT event_id, name, cancelled_at, minutes FROM special_events WHERE event_id IN ?`,
    [eventIds],
  );
  return new Map(rows.map((row) => [row.event_id, eventTitle(row)]));
}

export interface TitleRow {
  readonly event_id: Uuid;
  readonly name: string;
  readonly cancelled_at: number | null;
  readonly minutes: number;
}

export function eventTitle({ event_id, name, cancelled_at, minutes }: TitleRow): EventTitle {
  return { eventId: event_id, name, isCancelled: cancelled_at !== null, minutes };
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

function toRow({ eventId, name, location, description, dates }: SpecialEvent) {
  return [eventId, name, location, description, JSON.stringify(dates)] as const;
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
export async function replaceEventCapacity(
  tx: Transaction,
  eventId: Uuid,
  capacity: number | null,
): Promise<void> {
  await tx.run('UPDATE special_events SET capacity = ? WHERE event_id = ?', [capacity, eventId]);
  await replaceCapacity(tx, eventId, capacity);
}

/**
 * Called with the event before it is changed; throws when the caller meant another state of it (optimistic locking).
 */
export type Expectation = (event: SpecialEvent) => void;

/** The event, locked until the transaction ends. @throws Refusal forbidden, event-not-found */
export async function lockEvent(
  { tx, actor }: Omit<ActionContext, 'now'>,
  eventId: Uuid,
  expect?: Expectation,
): Promise<SpecialEvent> {
  requirePermission(actor, 'arrange-programme');
  const event = (await findEventToChange(tx, eventId)) ?? refuseEvent(eventId);
  expect?.(event);
  return event;
}

export function recordOnEvent(
  context: ActionContext,
  kind: JournalKind,
  eventId: Uuid,
  details: object,
): Promise<void> {
  return record(context, { kind, subject: eventId, details });
}

export function refuseEvent(eventId: Uuid): never {
  throw new Refusal('event-not-found', { eventId });
}
