import { hash } from 'node:crypto';
import { type CalledOff, listCalledOff } from '../called-off/index.ts';
import { findGateKeys, type TicketClaims, type TicketJwk } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type EventSales, type EventTitle, findEventSales, findEventTitles } from '../events/index.ts';
import type { Days, MuseumDays } from '../hours/index.ts';
import { type Entry, findKindsSince, type JournalKind } from '../journal/index.ts';
import { GENERAL } from '../offers/index.ts';
import type { Queries } from '../store/index.ts';
import {
  claimsOf,
  findPostponed,
  findTicketsByNumber,
  findVoidsOn,
  type ImportDetails,
  type ImportedRange,
  importedFor,
  type Postponed,
  type VoidOnDay,
} from '../tickets/index.ts';
import { findWhereabouts, findWhereaboutsOf, type Whereabouts } from '../visits/index.ts';
import { type ChangesCursor, type NextDay, newestCursor, requireFresh } from './changes-cursor.ts';
import { findMuseumKnowledge, type MuseumKnowledge } from './knowledge.ts';
import { changedPasses, findPassesForGates, PASS_KINDS, type PassesForGates } from './passes-for-gates.ts';

/**
 * What a gate needs to decide offline until a day is over (a snapshot), or the changes to it. For a day that lasts
 * past midnight it includes the tickets of the next day, and from midnight on its events.
 */
export interface GateKnowledge extends MuseumKnowledge, PassesForGates {
  readonly day: CalendarDay;
  /** Instant at which the day is over. */
  readonly validUntil: number;
  /** The keys of a JWK Set; in changes only when they have changed. */
  readonly keys: readonly TicketJwk[];
  /** The ids of all keys that were revoked, in changes too: a code of theirs is withdrawn. */
  readonly revokedKeys: readonly string[];
  readonly events: readonly EventTitle[];
  /**
   * By event, of this day or another. In changes, those that have changed; one without dates has none cancelled any
   * more.
   */
  readonly cancelledDates: readonly CancelledDates[];
  /** All days on which the museum is closed although general entry was sold for them, in changes too. */
  readonly closedDays: readonly ClosedDay[];
  /** Tickets that are for one of the days now, or were before, and were postponed; in changes, if any was. */
  readonly postponed: readonly Postponed[];
  /** Tickets that are inside. */
  readonly admitted: readonly PlacedTicket[];
  /** Tickets that came in and have left. */
  readonly left: readonly Uuid[];
  /** Tickets that are in the museum by the general entry that they include, and those that came in so and have left. */
  readonly entered: readonly PlacedTicket[];
  readonly exited: readonly Uuid[];
  /** Tickets whose admission was taken back; in changes only. */
  readonly takenBack: readonly Uuid[];
  readonly void: readonly VoidOnDay[];
  /** Tickets with a code of another system; in changes, those that were imported since. */
  readonly imported: readonly ImportedTicket[];
  readonly cursor: ChangesCursor;
}

/** A ticket, with when and where it came in. */
type PlacedTicket = Pick<Whereabouts, 'ticketId' | 'at' | 'gate'>;

/** The days of an event that were called off after tickets had been sold for them. */
interface CancelledDates {
  readonly eventId: Uuid;
  readonly name: string;
  readonly dates: readonly CalendarDay[];
}

interface ClosedDay {
  readonly date: CalendarDay;
  readonly reason?: string;
}

/** A ticket that was imported, as a code of ours would tell it, known by the hash of its own code. */
export type ImportedTicket = TicketClaims & {
  /** SHA-256 of the code, in base64url. */
  readonly codeHash: string;
};

/**
 * What a snapshot of `day` covers now, as text: as long as it is the same and the journal has not grown, so is the
 * snapshot.
 * @throws Refusal forbidden
 */
export async function coverageOf(actor: Actor, day: CalendarDay, days: MuseumDays): Promise<string> {
  requirePermission(actor, 'admit-visitors');
  const [covered, validUntil] = await Promise.all([coveredDays(day, days), days.endOf(day)]);
  return JSON.stringify([day, validUntil, covered]);
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
  // The cursor is read first, so that concurrent changes are sent twice rather than not at all.
  const cursor = await newestCursor(queries, day, next);
  const [museum, validUntil, keys, events, calledOff, whereabouts, voids, imported, postponed, passes] =
    await Promise.all([
      findMuseumKnowledge(queries, tickets, days),
      days.endOf(day),
      findGateKeys(queries, day),
      salesOn(queries, begun),
      listCalledOff(queries, addDays(day, -CALLED_OFF_DAYS)),
      findWhereabouts(queries, tickets),
      findVoidsOn(queries, tickets),
      importedOn(queries, tickets),
      findPostponed(queries, tickets),
      findPassesForGates(queries, tickets),
    ]);
  const datesOf = datesByEvent(calledOff);
  const titles = await findEventTitles(queries, [...datesOf.keys()]);
  const cancelledDates = [...titles.values()]
    .filter(({ isDraft }) => !isDraft)
    .map((title) => cancelledDatesOf(title, datesOf));
  const closedDays = closedDaysIn(calledOff);
  const passages = { ...sorted(whereabouts), ...passes };
  const known = { events, cancelledDates, closedDays, ...passages, takenBack: [], void: voids };
  const { published, revoked: revokedKeys } = keys;
  return { ...museum, day, validUntil, keys: published, revokedKeys, ...known, imported, postponed, cursor };
}

/** The days whose tickets and events a snapshot of `day` covers. */
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

/** How many days back what was called off is included. For older days a gate need not distinguish it from past. */
const CALLED_OFF_DAYS = 366;

function datesByEvent(calledOff: readonly CalledOff[]): Map<Uuid, CalendarDay[]> {
  const dates = new Map<Uuid, CalendarDay[]>();
  for (const { product, day } of calledOff)
    if (product !== GENERAL) dates.set(product, [...(dates.get(product) ?? []), day]);
  return dates;
}

function cancelledDatesOf(
  { eventId, name }: EventTitle,
  dates: ReadonlyMap<Uuid, readonly CalendarDay[]>,
): CancelledDates {
  return { eventId, name, dates: dates.get(eventId) ?? [] };
}

function closedDaysIn(calledOff: readonly CalledOff[]): ClosedDay[] {
  const closed = calledOff.filter(({ product }) => product === GENERAL);
  return closed.map(({ day, reason }) => ({ date: day, ...(reason !== null && { reason }) }));
}

/** How many tickets with new passages changes may cover; with more, a snapshot is faster. */
const MAX_CHANGED_TICKETS = 5_000;

const PASSAGES: readonly JournalKind[] = [
  'tickets.admitted',
  'tickets.left',
  'admission.undone',
  'check-in.corrected',
];
const CORRECTIONS: readonly JournalKind[] = ['check-in.corrected'];
const VOIDS: readonly JournalKind[] = ['ticket.void'];
const EVENTS: readonly JournalKind[] = [
  'event.prepared',
  'event.announced',
  'event.visibility-set',
  'event.changed',
  'event.cancelled',
  'event.postponed',
  'event.times-set',
  'event.entry-set',
  'tickets.called-off',
  'tickets.taken-up',
];
const POSTPONED: readonly JournalKind[] = ['event.postponed'];
const KEYS: readonly JournalKind[] = ['keys.rotated', 'keys.revoked'];
const IMPORTS: readonly JournalKind[] = ['tickets.imported'];

/**
 * The changes on `day` after the cursor `since`. The journal, with its unsealed entries, says which tickets and events
 * have changed; it is read after the new cursor, so that no change is missed between two reads. Their state is read as
 * it is now, so that changes are idempotent.
 * @throws Refusal forbidden or cursor-expired
 */
export async function getChanges(
  queries: Queries,
  actor: Actor,
  day: CalendarDay,
  since: ChangesCursor,
  days: MuseumDays,
): Promise<GateKnowledge> {
  requirePermission(actor, 'admit-visitors');
  const { tickets, events, next } = await coveredDays(day, days);
  const cursor = await newestCursor(queries, day, next);
  await requireFresh(queries, since, cursor);
  const kinds = [...new Set([...PASSAGES, ...VOIDS, ...EVENTS, ...KEYS, ...IMPORTS, ...PASS_KINDS])];
  const entries = await findKindsSince(queries, kinds, since.number, since.sentUnsealed);
  const of = (wanted: readonly JournalKind[]) => entries.filter(({ kind }) => wanted.includes(kind));
  const isPostponed = of(POSTPONED).length > 0;
  // Printed codes of postponed tickets may be of keys that were not needed any more.
  const hasNewKeys = isPostponed || of(KEYS).length > 0;
  const passed = ticketsOf(of(PASSAGES));
  const passes = await changedPasses(queries, tickets, of(PASS_KINDS));
  if (passed.length + passes.length > MAX_CHANGED_TICKETS) throw new Refusal('cursor-expired', {});
  const calledOff = await listCalledOff(queries, addDays(day, -CALLED_OFF_DAYS));
  const [museum, validUntil, keys, whereabouts, corrected, voids, ofEvents, imported] = await Promise.all([
    findMuseumKnowledge(queries, tickets, days),
    days.endOf(day),
    findGateKeys(queries, day),
    findWhereaboutsOf(queries, passed, tickets),
    findTicketsByNumber(queries, ticketsOf(of(CORRECTIONS))),
    findVoidsOn(queries, tickets, ticketsOf(of(VOIDS))),
    eventsOn(queries, events, of(EVENTS), calledOff),
    importedOn(
      queries,
      tickets,
      isPostponed ? undefined : of(IMPORTS).map(({ details }) => details as ImportDetails),
    ),
  ]);
  // A correction to a refusal removes the admission without a trace, so that its ticket has to be sent as taken back.
  const known = new Set(whereabouts.map(({ ticketId }) => ticketId));
  const gone = corrected.map(({ ticketId }) => ticketId).filter((ticketId) => !known.has(ticketId));
  const passages = sorted(whereabouts);
  const takenBack = [...passages.takenBack, ...gone];
  return {
    ...museum,
    day,
    validUntil,
    keys: hasNewKeys ? keys.published : [],
    revokedKeys: keys.revoked,
    ...ofEvents,
    closedDays: closedDaysIn(calledOff),
    ...passages,
    ...(await findPassesForGates(queries, tickets, passes)),
    takenBack,
    void: voids,
    imported,
    postponed: isPostponed ? await findPostponed(queries, tickets) : [],
    cursor,
  };
}

function sorted(whereabouts: readonly Whereabouts[]) {
  const idsOf = (which: (each: Whereabouts) => boolean) =>
    whereabouts.filter(which).map(({ ticketId }) => ticketId);
  return {
    admitted: whereabouts.filter(({ is }) => is === 'inside'),
    left: idsOf(({ is }) => is === 'out'),
    entered: whereabouts.flatMap(({ ticketId, entered }) =>
      entered?.is === 'inside' ? { ticketId, at: entered.at, gate: entered.gate } : [],
    ),
    exited: idsOf(({ entered }) => entered?.is === 'out'),
    takenBack: idsOf(({ is, entered }) => is === 'nowhere' && entered === undefined),
  };
}

/** The tickets for those days that were imported, in these imports or in any. */
async function importedOn(
  queries: Queries,
  days: Days,
  imports: readonly (ImportedRange | undefined)[] = [undefined],
): Promise<ImportedTicket[]> {
  const found: ImportedTicket[] = [];
  for (const day of days)
    for (const range of imports)
      for await (const some of importedFor(queries, day, range))
        for (const { ticket, code } of some)
          found.push({ codeHash: hash('sha256', code, 'base64url'), ...claimsOf(ticket) });
  return found;
}

/** Numbers of the tickets that the entries are about. */
function ticketsOf(entries: readonly Entry[]): number[] {
  const numbers = entries.flatMap(({ details }) => {
    const { tickets = [], number } = details as { tickets?: readonly number[]; number?: number };
    return number === undefined ? tickets : [number];
  });
  return [...new Set(numbers)];
}

/** The events of those days. One counts as cancelled only if it is cancelled on all of them. */
async function salesOn(queries: Queries, days: Days): Promise<EventSales[]> {
  const events = new Map<Uuid, EventSales>();
  for (const event of (await Promise.all(days.map((day) => findEventSales(queries, day)))).flat()) {
    if (events.get(event.eventId)?.isCancelled !== false) events.set(event.eventId, event);
  }
  return [...events.values()];
}

/**
 * What gates know of the events that the entries are about: those on these days, cancelled ones, and the cancelled
 * dates of all.
 */
async function eventsOn(
  queries: Queries,
  days: Days,
  entries: readonly Entry[],
  calledOff: readonly CalledOff[],
): Promise<Pick<GateKnowledge, 'events' | 'cancelledDates'>> {
  if (entries.length === 0) return { events: [], cancelledDates: [] };
  const touched = new Set(entries.map(({ subject }) => subject));
  const [sales, titles] = await Promise.all([
    salesOn(queries, days),
    findEventTitles(queries, [...touched] as Uuid[]),
  ]);
  const here = sales.filter(({ eventId }) => touched.has(eventId));
  const known = [...titles.values()].filter(({ isDraft }) => !isDraft);
  // An event that was cancelled before anything was sold is not listed on the day any more.
  const gone = known.filter(
    ({ eventId, isCancelled }) => isCancelled && !here.some((event) => event.eventId === eventId),
  );
  const datesOf = datesByEvent(calledOff);
  const cancelledDates = known.map((title) => cancelledDatesOf(title, datesOf));
  return { events: [...here, ...gone], cancelledDates };
}
