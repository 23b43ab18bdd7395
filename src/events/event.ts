import type { Actor } from '../core/actor.ts';
import type { CalendarDay, DayRange } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import { may, requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import { type JournalKind, record } from '../journal/index.ts';
import {
  type IncludedEntry,
  IS_PUBLIC,
  LISTED,
  listSlots,
  replaceCapacity,
  replacePrice,
  WITH_PRICE,
} from '../offers/index.ts';
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

/** Whether everybody finds the event, or who knows its id, or who has a code for it, or only who arranges the programme. */
export const VISIBILITIES = ['public', 'unlisted', 'code', 'draft'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const COLUMNS = 'event_id, name, location, description, dates';
const EVENTS = `SELECT ${COLUMNS}, price_cents FROM special_events ${WITH_PRICE}`;

/** The event, unless there is none that this actor may see, or it was cancelled. */
export async function findEvent(
  queries: Queries,
  { role }: Actor,
  eventId: Uuid,
): Promise<SpecialEvent | undefined> {
  const which = may(role, 'arrange-programme') ? '' : ` AND ${NO_DRAFT}`;
  const row = await queries.get<EventRow>(`${EVENTS} WHERE event_id = ? AND cancelled_at IS NULL${which}`, [
    eventId,
  ]);
  return row && fromRow(row);
}

/** Which events are told to those who don't arrange the programme. */
export const NO_DRAFT = "visibility <> 'draft'";

/** The event, locked until the transaction ends. */
async function findEventToChange(
  tx: Transaction,
  actor: Actor,
  eventId: Uuid,
): Promise<SpecialEvent | undefined> {
  // Before it is read: who has waited for the lock would miss prices that were replaced meanwhile, and with them the
  // event.
  await lockEventRow(tx, eventId);
  return findEvent(tx, actor, eventId);
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
export async function findEventOfTicket(queries: Queries, eventId: Uuid): Promise<EventOfTicket | undefined> {
  const row = await queries.get<OfTicketRow>(
    `SELECT ${COLUMNS}, price_cents, cancelled_at, minutes, visibility, entry_through
       FROM special_events ${WITH_PRICE} WHERE event_id = ?`,
    [eventId],
  );
  if (row === undefined) return undefined;
  const { cancelled_at, minutes, visibility, entry_through: entryThrough } = row;
  return { event: fromRow(row), isCancelled: cancelled_at !== null, minutes, visibility, entryThrough };
}

interface EventOfTicket extends IncludedEntry {
  readonly event: SpecialEvent;
  readonly isCancelled: boolean;
  readonly minutes: number;
  readonly visibility: Visibility;
}

interface OfTicketRow extends EventRow {
  readonly cancelled_at: number | null;
  readonly minutes: number;
  readonly visibility: Visibility;
  readonly entry_through: Uuid | null;
}

/** The events that take place on any day from `from` to `to` and that this actor finds, in no particular order. */
export async function findEventsOn(
  queries: Queries,
  { role }: Actor,
  { from, to }: DayRange,
): Promise<SpecialEvent[]> {
  const rows = await queries.all<EventRow>(
    `${EVENTS} WHERE event_id IN (SELECT product FROM slots WHERE ${LISTED} AND day BETWEEN ? AND ?)
       ${may(role, 'read-unlisted') ? '' : `AND ${IS_PUBLIC}`}`,
    [from, to],
  );
  return rows.map(fromRow);
}

/** How an event is made. */
export interface Making {
  /** Who finds it; left out: everybody. */
  readonly visibility?: Visibility | undefined;
  /** The language of its texts; left out: that of the museum. */
  readonly textLanguage?: Language;
}

export async function addEvent(
  tx: Transaction,
  event: SpecialEvent,
  { visibility = 'public', textLanguage }: Making,
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO special_events (${COLUMNS}, visibility, was_public, text_language, created_at, changed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [...toRow(event), visibility, visibility === 'public' ? 1 : 0, textLanguage ?? null, now, now],
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

/** How the event is found, and whether it ever was public; undefined when there is none, or it was cancelled. */
export async function findVisibility(
  queries: Queries,
  eventId: Uuid,
): Promise<{ readonly visibility: Visibility; readonly wasPublic: boolean } | undefined> {
  const row = await queries.get<{ visibility: Visibility; was_public: number }>(
    'SELECT visibility, was_public FROM special_events WHERE event_id = ? AND cancelled_at IS NULL',
    [eventId],
  );
  return row && { visibility: row.visibility, wasPublic: row.was_public === 1 };
}

/** The caller has locked the event. */
export async function replaceVisibility(
  tx: Transaction,
  { eventId, dates }: SpecialEvent,
  visibility: Visibility,
  now: number,
): Promise<void> {
  const isPublic = visibility === 'public' ? 1 : 0;
  await tx.run(
    `UPDATE special_events SET visibility = ?, was_public = CASE WHEN ? = 1 THEN 1 ELSE was_public END, changed_at = ?
      WHERE event_id = ?`,
    [visibility, isPublic, now, eventId],
  );
  await listSlots(tx, eventId, dates, now);
  await tx.touch('events');
}

/** Takes the event off the programme for good. Its tickets and counts stay. */
export async function markCancelled(tx: Transaction, eventId: Uuid, now: number): Promise<void> {
  await tx.run('UPDATE special_events SET cancelled_at = ? WHERE event_id = ?', [now, eventId]);
  await listSlots(tx, eventId, [], now);
  await tx.touch('events');
}

/** The name of an event, and whether it was cancelled. */
export interface EventTitle extends IncludedEntry {
  readonly eventId: Uuid;
  readonly name: string;
  readonly isCancelled: boolean;
  /** Only who arranges the programme knows of it. */
  readonly isDraft: boolean;
  /** How long it takes from each of its entry times on. */
  readonly minutes: number;
}

/** The titles of those events, cancelled ones too, by id. */
export async function findEventTitles(
  queries: Queries,
  eventIds: readonly Uuid[],
): Promise<Map<Uuid, EventTitle>> {
  const rows = await queries.all<TitleRow>(
    `SELECT ${TITLE_COLUMNS} FROM special_events WHERE event_id IN ?`,
    [eventIds],
  );
  return new Map(rows.map((row) => [row.event_id, eventTitle(row)]));
}

/** The columns of a `TitleRow`. */
export const TITLE_COLUMNS = 'event_id, name, cancelled_at, minutes, visibility, entry_through';

export interface TitleRow {
  readonly event_id: Uuid;
  readonly name: string;
  readonly cancelled_at: number | null;
  readonly minutes: number;
  readonly visibility: Visibility;
  readonly entry_through: Uuid | null;
}

export function eventTitle({ event_id, name, minutes, ...row }: TitleRow): EventTitle {
  const { cancelled_at, visibility, entry_through: entryThrough } = row;
  const isDraft = visibility === 'draft';
  return { eventId: event_id, name, isCancelled: cancelled_at !== null, isDraft, minutes, entryThrough };
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
  const event = (await findEventToChange(tx, actor, eventId)) ?? refuseEvent(eventId);
  expect?.(event);
  return event;
}

/** The entry says that it is hidden while nobody is to hear of the event: it is a draft, or never was public. */
export async function recordOnEvent(
  context: ActionContext,
  kind: JournalKind,
  eventId: Uuid,
  details: object,
): Promise<void> {
  const row = await context.tx.get<{ visibility: Visibility; was_public: number }>(
    'SELECT visibility, was_public FROM special_events WHERE event_id = ?',
    [eventId],
  );
  const isHidden = row?.visibility === 'draft' || row?.was_public === 0;
  await record(context, {
    kind,
    subject: eventId,
    details: isHidden ? { ...details, hidden: true } : details,
  });
}

export function refuseEvent(eventId: Uuid): never {
  throw new Refusal('event-not-found', { eventId });
}
