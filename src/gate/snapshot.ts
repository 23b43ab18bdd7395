import { findPublishedKeys, type TicketJwk } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  type CancelledDates,
  type EventSales,
  type EventTitle,
  findCancelledDates,
  findEventSales,
  findEventTitles,
} from '../events/index.ts';
import type { Days, MuseumDays } from '../hours/index.ts';
import { type Entry, findKindsSince, type JournalKind } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { findTicketsByNumber, findVoidsOn } from '../tickets/index.ts';
import { findWhereabouts, findWhereaboutsOf, type Whereabouts } from '../visits/index.ts';
import { type NewsCursor, type NextDay, newestCursor, requireFresh } from './news-cursor.ts';

/**
 * What a gate needs to decide alone until a day is over; or, as news, what of it has changed. Where that is after
 * midnight, it has the tickets of the next day too, and its events from midnight on.
 */
export interface GateKnowledge {
  readonly day: CalendarDay;
  /** Instant at which the day is over. */
  readonly validUntil: number;
  /** As a JWK Set; among news only when they have changed. */
  readonly keys: readonly TicketJwk[];
  readonly events: readonly EventTitle[];
  /** By event, of this day or not; among news those that have changed, without dates where none is cancelled any more. */
  readonly cancelledDates: readonly CancelledDates[];
  /** Tickets that are inside. */
  readonly admitted: readonly Whereabouts[];
  /** Tickets that came in and have left. */
  readonly left: readonly Uuid[];
  /** Tickets whose admission was taken back: among news alone. */
  readonly takenBack: readonly Uuid[];
  readonly void: readonly Uuid[];
  readonly cursor: NewsCursor;
}

/** @throws Refusal forbidden */
export async function getSnapshot(
  queries: Queries,
  actor: Actor,
  day: CalendarDay,
  days: MuseumDays,
): Promise<GateKnowledge> {
  requirePermission(actor, 'admit-visitors');
  const { tickets, events: begun, next } = await coveredDays(day, days);
  // The cursor first: what happens meanwhile is told twice rather than not at all.
  const cursor = await newestCursor(queries, day, next);
  const [validUntil, { keys: jwks }, events, cancelled, whereabouts, voids] = await Promise.all([
    days.endOf(day),
    findPublishedKeys(queries, day),
    salesOn(queries, begun),
    findCancelledDates(queries, addDays(day, -CANCELLED_DATES_DAYS)),
    findWhereabouts(queries, tickets),
    findVoidsOn(queries, tickets),
  ]);
  const cancelledDates = [...cancelled.values()];
  const known = { events, cancelledDates, ...sorted(whereabouts), takenBack: [], void: voids };
  return { day, validUntil, keys: jwks, ...known, cursor };
}

/** The days that a gate is told of together with `day`. */
interface CoveredDays {
  readonly tickets: Days;
  readonly events: Days;
  readonly next: NextDay | undefined;
}

async function coveredDays(day: CalendarDay, days: MuseumDays): Promise<CoveredDays> {
  const [tickets, on] = await Promise.all([days.during(day), days.on()]);
  const [, next] = tickets;
  if (next === undefined) return { tickets, events: tickets, next };
  return on.includes(next)
    ? { tickets, events: tickets, next: 'on' }
    : { tickets, events: [day], next: 'ahead' };
}

/** Days after which a gate need not tell a ticket whose day was cancelled from one whose day is over. */
const CANCELLED_DATES_DAYS = 366;

/** Tickets that news may be about; with more, a snapshot is quicker. */
const MAX_NEWS_TICKETS = 5_000;

const PASSAGES: readonly JournalKind[] = [
  'tickets.admitted',
  'tickets.left',
  'admission.undone',
  'check-in.corrected',
];
const CORRECTIONS: readonly JournalKind[] = ['check-in.corrected'];
const VOIDS: readonly JournalKind[] = ['ticket.void'];
const EVENTS: readonly JournalKind[] = ['event.announced', 'event.changed', 'event.cancelled'];
const KEYS: readonly JournalKind[] = ['keys.rotated'];

/**
 * What has changed on `day` since `since`, a cursor of that day. The journal says what was touched, sealed or not, and is
 * asked after the new cursor was taken, so that nothing falls between two news. How it stands is read as it is now, so that
 * news told twice, or in pieces, come to the same.
 * @throws Refusal forbidden or cursor-expired
 */
export async function getNews(
  queries: Queries,
  actor: Actor,
  day: CalendarDay,
  since: NewsCursor,
  days: MuseumDays,
): Promise<GateKnowledge> {
  requirePermission(actor, 'admit-visitors');
  const { tickets, events, next } = await coveredDays(day, days);
  const cursor = await newestCursor(queries, day, next);
  await requireFresh(queries, since, cursor);
  const kinds = [...PASSAGES, ...VOIDS, ...EVENTS, ...KEYS];
  const entries = await findKindsSince(queries, kinds, since.number, since.told);
  const of = (wanted: readonly JournalKind[]) => entries.filter(({ kind }) => wanted.includes(kind));
  const hasNewKeys = of(KEYS).length > 0;
  const passed = ticketsOf(of(PASSAGES));
  if (passed.length > MAX_NEWS_TICKETS) throw new Refusal('cursor-expired', {});
  const [validUntil, whereabouts, corrected, voids, ofEvents] = await Promise.all([
    days.endOf(day),
    findWhereaboutsOf(queries, passed, tickets),
    findTicketsByNumber(queries, ticketsOf(of(CORRECTIONS))),
    findVoidsOn(queries, tickets, ticketsOf(of(VOIDS))),
    eventsOn(queries, events, of(EVENTS)),
  ]);
  // A correction to a refusal leaves nothing of an admission, not even that it was taken back.
  const known = new Set(whereabouts.map(({ ticketId }) => ticketId));
  const gone = corrected.map(({ ticketId }) => ticketId).filter((ticketId) => !known.has(ticketId));
  const passages = sorted(whereabouts);
  const takenBack = [...passages.takenBack, ...gone];
  const jwks = hasNewKeys ? (await findPublishedKeys(queries, day)).keys : [];
  return { day, validUntil, keys: jwks, ...ofEvents, ...passages, takenBack, void: voids, cursor };
}

function sorted(whereabouts: readonly Whereabouts[]) {
  const idsOf = (is: Whereabouts['is']) =>
    whereabouts.filter((each) => each.is === is).map(({ ticketId }) => ticketId);
  return {
    admitted: whereabouts.filter(({ is }) => is === 'inside'),
    left: idsOf('out'),
    takenBack: idsOf('nowhere'),
  };
}

/** Numbers of the tickets that the entries are about. */
function ticketsOf(entries: readonly Entry[]): number[] {
  const numbers = entries.flatMap(({ details }) => {
    const { tickets = [], number } = details as { tickets?: readonly number[]; number?: number };
    return number === undefined ? tickets : [number];
  });
  return [...new Set(numbers)];
}

/** The events of those days: cancelled once they have lost each of them. */
async function salesOn(queries: Queries, days: Days): Promise<EventSales[]> {
  const events = new Map<Uuid, EventSales>();
  for (const event of (await Promise.all(days.map((day) => findEventSales(queries, day)))).flat()) {
    if (events.get(event.eventId)?.isCancelled !== false) events.set(event.eventId, event);
  }
  return [...events.values()];
}

/** Of the events that the entries are about, those of these days, or that were; and of all, what is cancelled. */
async function eventsOn(
  queries: Queries,
  days: Days,
  entries: readonly Entry[],
): Promise<Pick<GateKnowledge, 'events' | 'cancelledDates'>> {
  if (entries.length === 0) return { events: [], cancelledDates: [] };
  const touched = new Set(entries.map(({ subject }) => subject));
  const [sales, cancelled, titles] = await Promise.all([
    salesOn(queries, days),
    findCancelledDates(queries, addDays(days[0], -CANCELLED_DATES_DAYS)),
    findEventTitles(queries, [...touched] as Uuid[]),
  ]);
  const here = sales.filter(({ eventId }) => touched.has(eventId));
  // One that is cancelled before anything was sold for it has left the day without a trace.
  const gone = [...titles.values()].filter(
    ({ eventId, isCancelled }) => isCancelled && !here.some((event) => event.eventId === eventId),
  );
  const cancelledDates = [...titles.values()].map(
    ({ eventId, name }) => cancelled.get(eventId) ?? { eventId, name, dates: [] },
  );
  return { events: [...here, ...gone], cancelledDates };
}
