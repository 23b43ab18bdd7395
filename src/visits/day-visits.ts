import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, SqlValue } from '../store/index.ts';
import { type CardArrivals, type CardQuarter, findCardArrivals, findCardQuarters } from './card-visits.ts';
import { latestPassages, type Verdict } from './check-ins.ts';
import { findCountedQuarters } from './counted-visits.ts';
import { ENTRY_KINDS, type EntryKind, type EntryVisits } from './entry-kinds.ts';
import { countPassPassages, findPassArrivals, type PassArrivals } from './pass-passages.ts';

/** The visits of a day. */
export interface DayFigures {
  /** One for each kind. */
  readonly entries: readonly EntryVisits[];
  readonly events: readonly EventVisits[];
  readonly conflicts: number;
  readonly quarterHours: readonly QuarterHour[];
  readonly doors: readonly DoorVisits[];
}

/**
 * Persons with tickets of one event, or of general entry: those admitted on the day, and those of them that have left.
 */
export interface EventVisits {
  /** Null: general entry. */
  readonly eventId: Uuid | null;
  readonly admitted: number;
  readonly left: number;
}

/** Persons that came in and went out. */
export interface QuarterHour {
  /** Instant of its beginning. */
  readonly from: number;
  readonly in: number;
  readonly out: number;
}

/** Persons that came in at a gate that has a name, and when somebody last passed it. */
export interface DoorVisits {
  readonly gate: string;
  readonly in: number;
  readonly lastAt: number;
}

/** All current time zones have offsets of whole quarter-hours. */
const QUARTER_MS = 900_000;
/**
 * A query for the passages that count for a day, of its tickets and of others with numbers in a range; `passagesIn`
 * gives its parameters. A ticket with which a gate is tried takes no place, and does not count. The `place` of a
 * ticket's passage is higher than that of all before it, also within one instant.
 */
export const PASSAGES = `
  SELECT number, event_id, verdict, at, at * 32768 + turn AS place, places AS persons, is_conflict, entry, gate FROM check_ins
   WHERE ticket_date = ? AND day = ? AND number > ? AND number <= ? AND turn IS NOT NULL AND undone_at IS NULL
     AND places > 0
  UNION ALL
  SELECT number, event_id, verdict, at, at * 32768 + turn AS place, places AS persons, is_conflict, entry, gate FROM check_ins
   WHERE day = ? AND day <> ticket_date AND number > ? AND number <= ? AND turn IS NOT NULL AND undone_at IS NULL
     AND places > 0`;

const LAST_IN = `max(CASE WHEN verdict = 'admitted' AND entry IS NULL THEN place END)`;
const LAST_OUT = `max(CASE WHEN verdict = 'left' AND coalesce(entry, 'both') = 'both' THEN place END)`;
const LAST_ENTERED = `max(CASE WHEN verdict = 'admitted' AND entry = 'included' THEN place END)`;
const LAST_GONE = `max(CASE WHEN verdict = 'left' AND entry IS NOT NULL THEN place END)`;
/** Among the passages of one ticket: whether who came in is out again, by each of its entries that was used. */
const HAS_LEFT = `coalesce(${LAST_IN}, ${LAST_ENTERED}) IS NOT NULL
  AND coalesce(${LAST_OUT} >= ${LAST_IN}, ${LAST_IN} IS NULL)
  AND coalesce(${LAST_GONE} >= ${LAST_ENTERED}, ${LAST_ENTERED} IS NULL)`;

function passagesIn(day: CalendarDay, { after, upTo }: TicketRange): SqlValue[] {
  return [day, day, after, upTo, day, after, upTo];
}

/** Reads the passages in parts, and other requests are handled in between. */
export async function findDayFigures(queries: Queries, day: CalendarDay): Promise<DayFigures> {
  const [events, quarters]: [EventVisits[], QuarterRow[]] = [[], []];
  for await (const range of ticketRanges(queries, day)) {
    const some = await countPassages(queries, passagesIn(day, range));
    events.push(...some.events);
    quarters.push(...some.quarters);
  }
  const [withPasses, withCards, counted] = await Promise.all([
    countPassPassages(queries, day, QUARTER_MS),
    findCardQuarters(queries, day, QUARTER_MS),
    findCountedPassages(queries, day),
  ]);
  quarters.push(...withPasses.quarters, ...withCards, ...counted);
  const conflicts = quarters.filter(({ is_conflict }) => is_conflict === 1);
  return {
    entries: entriesOf({
      ticket: events,
      pass: [withPasses],
      card: withCards.map(cardVisitsIn),
      counted: counted.map(visitsIn),
    }),
    events: sumOfEvents(events),
    conflicts: conflicts.reduce((sum, { passages }) => sum + passages, 0),
    quarterHours: quarterHoursOf(quarters.sort((one, other) => one.quarter - other.quarter)),
    doors: doorsOf(quarters),
  };
}

async function countPassages(queries: Queries, values: readonly SqlValue[]) {
  const [events, quarters] = await Promise.all([
    queries.all<EventVisits>(
      `SELECT event_id AS "eventId", sum(CASE WHEN came = 1 THEN persons ELSE 0 END) AS "admitted",
              sum(CASE WHEN has_left = 1 THEN persons ELSE 0 END) AS "left"
         FROM (SELECT number, max(event_id) AS event_id, max(persons) AS persons,
                      max(CASE WHEN verdict = 'admitted' THEN 1 ELSE 0 END) AS came,
                      CASE WHEN ${HAS_LEFT} THEN 1 ELSE 0 END AS has_left
                 FROM (${PASSAGES}) AS passages GROUP BY number) AS visits
        GROUP BY event_id`,
      values,
    ),
    queries.all<QuarterRow>(
      `SELECT at / ${QUARTER_MS} AS quarter, verdict, is_conflict, gate, count(*) AS passages, sum(persons) AS persons,
              max(at) AS last_at
         FROM (${PASSAGES}) AS passages GROUP BY at / ${QUARTER_MS}, verdict, is_conflict, gate`,
      values,
    ),
  ]);
  return { events, quarters };
}

/** People without a ticket, as passages of tickets are counted. */
async function findCountedPassages(queries: Queries, day: CalendarDay): Promise<QuarterRow[]> {
  const counted = await findCountedQuarters(queries, day, QUARTER_MS);
  return counted.map(({ quarter, direction, gate, persons, lastAt }) => ({
    ...{ quarter, gate, persons, is_conflict: 0, passages: 0, last_at: lastAt },
    verdict: direction === 'in' ? 'admitted' : 'left',
  }));
}

type Came = Pick<EntryVisits, 'admitted' | 'left'>;

function visitsIn({ verdict, persons }: QuarterRow): Came {
  return verdict === 'left' ? { admitted: 0, left: persons } : { admitted: persons, left: 0 };
}

function cardVisitsIn({ admitted, moved }: CardQuarter): Came {
  return { admitted, left: admitted - moved };
}

function entriesOf(visits: Readonly<Partial<Record<EntryKind, readonly Came[]>>>): EntryVisits[] {
  return ENTRY_KINDS.map((entry) => ({ entry, ...sumOfVisits(visits[entry] ?? []) }));
}

function sumOfVisits(visits: readonly Came[]): Came {
  return {
    admitted: visits.reduce((sum, { admitted }) => sum + admitted, 0),
    left: visits.reduce((sum, { left }) => sum + left, 0),
  };
}

function sumOfEvents(visits: readonly EventVisits[]): EventVisits[] {
  return [...Map.groupBy(visits, ({ eventId }) => eventId)].map(([eventId, some]) => ({
    eventId,
    ...sumOfVisits(some),
  }));
}

interface QuarterRow {
  readonly quarter: number;
  readonly verdict: Verdict;
  readonly is_conflict: number;
  readonly gate: string | null;
  readonly passages: number;
  readonly persons: number;
  readonly last_at: number;
}

function quarterHoursOf(rows: readonly QuarterRow[]): QuarterHour[] {
  const quarters = new Map<number, { in: number; out: number }>();
  for (const { quarter, verdict, persons } of rows) {
    const counts = quarters.get(quarter) ?? { in: 0, out: 0 };
    counts[verdict === 'left' ? 'out' : 'in'] += persons;
    quarters.set(quarter, counts);
  }
  return [...quarters].map(([quarter, counts]) => ({ from: quarter * QUARTER_MS, ...counts }));
}

/** By their names. */
function doorsOf(rows: readonly QuarterRow[]): DoorVisits[] {
  const doors = new Map<string, DoorVisits>();
  for (const { gate, verdict, persons, last_at } of rows) {
    if (gate === null) continue;
    const { in: before, lastAt } = doors.get(gate) ?? { in: 0, lastAt: last_at };
    const came = verdict === 'left' ? 0 : persons;
    doors.set(gate, { gate, in: before + came, lastAt: Math.max(lastAt, last_at) });
  }
  return [...doors.values()].sort((one, other) => (one.gate < other.gate ? -1 : 1));
}

/** Whether a ticket is inside, has left, or never came (all its passages were taken back). */
export interface Whereabouts {
  readonly ticketId: Uuid;
  readonly is: 'inside' | 'out' | 'nowhere';
  /** When and where it last came in. */
  readonly at: number;
  readonly gate: string | null;
  /** By the general entry that it includes, beside what it is for; left out: that was not used. */
  readonly entered?: Omit<Whereabouts, 'ticketId' | 'entered'>;
}

/**
 * The whereabouts of every ticket that passed on one of `days`, or is for one of them and passed on another. The
 * passages are read in parts, and other requests are handled in between.
 */
export async function findWhereabouts(
  queries: Queries,
  days: readonly CalendarDay[],
): Promise<Whereabouts[]> {
  const whereabouts: Whereabouts[] = [];
  for (const day of days)
    for await (const { after, upTo } of ticketRanges(queries, day)) {
      const rows = await queries.all<WhereaboutsRow>(
        `${SELECT} WHERE ticket_date = ? AND number > ? AND number <= ? AND turn IS NOT NULL
           ORDER BY number, at, turn`,
        [day, after, upTo],
      );
      whereabouts.push(...whereaboutsOf(rows));
    }
  return [...whereabouts, ...(await findWhereaboutsOffDay(queries, days))];
}

/**
 * Passages on one of `days` of tickets that are for none of them. The form of the conditions lets the partial index be
 * used.
 */
async function findWhereaboutsOffDay(queries: Queries, days: readonly CalendarDay[]): Promise<Whereabouts[]> {
  const rows = await queries.all<WhereaboutsRow>(
    `${SELECT} WHERE day IN ? AND day <> ticket_date AND ticket_date NOT IN ? AND turn IS NOT NULL
       ORDER BY number, at, turn`,
    [days, days],
  );
  return whereaboutsOf(rows);
}

/** The whereabouts of those tickets, with regard to those days. */
export async function findWhereaboutsOf(
  queries: Queries,
  numbers: readonly number[],
  days: readonly CalendarDay[],
): Promise<Whereabouts[]> {
  const columns = 'passages.number, passages.ticket_id, verdict, at, turn, gate, undone_at, entry';
  return whereaboutsOf(
    await queries.all<WhereaboutsRow>(
      `${latestPassages(columns)} AND (passages.ticket_date IN ? OR day IN ?)
         ORDER BY passages.number, at, turn`,
      [numbers, days, days],
    ),
  );
}

const SELECT = 'SELECT number, ticket_id, verdict, at, turn, gate, undone_at, entry FROM check_ins';

interface WhereaboutsRow {
  readonly number: number;
  readonly ticket_id: Uuid;
  readonly verdict: Verdict;
  readonly at: number;
  readonly gate: string | null;
  readonly undone_at: number | null;
  readonly entry: 'included' | 'both' | null;
}

/** @param rows of each ticket one after another, in the order of time */
function whereaboutsOf(rows: readonly WhereaboutsRow[]): Whereabouts[] {
  const whereabouts: Whereabouts[] = [];
  let before: WhereaboutsRow | undefined;
  for (const row of rows) {
    if (row.number !== before?.number) {
      whereabouts.push({ ticketId: row.ticket_id, is: 'nowhere', at: row.at, gate: null });
    }
    before = row;
    if (row.undone_at !== null) continue;
    whereabouts[whereabouts.length - 1] = after(whereabouts.at(-1) as Whereabouts, row);
  }
  return whereabouts;
}

function after(last: Whereabouts, { verdict, at, gate, entry }: WhereaboutsRow): Whereabouts {
  const { entered } = last;
  if (verdict !== 'left') {
    const inside = { is: 'inside', at, gate } as const;
    return entry === 'included' ? { ...last, entered: inside } : { ...last, ...inside };
  }
  return {
    ...last,
    // Who came in by the included entry alone was not in what the ticket is for.
    ...((entry === null || last.is !== 'nowhere' || entered === undefined) && { is: 'out' }),
    ...(entry === 'both' && entered && { entered: { ...entered, is: 'out' as const } }),
  };
}

/** Persons that came in with tickets for one entry time. */
export interface TimeVisits {
  /** Null: general entry. */
  readonly eventId: Uuid | null;
  readonly entryTime: string;
  readonly admitted: number;
}

/**
 * How many persons came with tickets for each entry time of a day, at whatever time; those for which nobody came are
 * missing. One time may come in several parts. Other requests are handled between two parts.
 */
export async function findTimeVisits(queries: Queries, day: CalendarDay): Promise<TimeVisits[]> {
  const visits: TimeVisits[] = [];
  for await (const { after, upTo } of ticketRanges(queries, day)) {
    const some = await queries.all<TimeVisits>(
      `SELECT came.event_id AS "eventId", entry_time AS "entryTime", sum(persons) AS "admitted"
         FROM (SELECT number, max(event_id) AS event_id, max(places) AS persons FROM check_ins
                WHERE ticket_date = ? AND number > ? AND number <= ? AND turn IS NOT NULL AND undone_at IS NULL
                  AND verdict = 'admitted' AND entry IS NULL GROUP BY number) AS came
         JOIN tickets ON tickets.number = came.number
        WHERE entry_time IS NOT NULL GROUP BY came.event_id, entry_time`,
      [day, after, upTo],
    );
    visits.push(...some);
  }
  return visits;
}

/** Passages within a quarter-hour of a day: of tickets of one event and seller, of cards, or of people without a ticket. */
export interface Arrivals {
  readonly entry: EntryKind;
  /** Instant of its beginning. */
  readonly from: number;
  /** Null: general entry. */
  readonly eventId: Uuid | null;
  readonly categoryNumber: number;
  /** '': nobody. */
  readonly soldBy: Uuid | '';
  /**
   * First admissions; last exits of tickets that did not come in again; second admissions by gates that were offline.
   */
  readonly what: 'admitted' | 'left' | 'conflict';
  /** How many tickets; people without one count one each. */
  readonly count: number;
  /** For how many persons these tickets are. */
  readonly persons: number;
}

/**
 * Passages of one quarter-hour, event, category and seller may come in several parts.
 * Each ticket counts at its first admission and, if it did not come in again, at its last exit; each conflict counts.
 * Other requests are handled between two parts.
 */
export async function findArrivals(queries: Queries, day: CalendarDay): Promise<Arrivals[]> {
  const arrivals: Arrivals[] = [];
  for await (const range of ticketRanges(queries, day)) {
    const passages = passagesIn(day, range);
    arrivals.push(...(await findSome(queries, [...passages, ...passages, ...passages])));
  }
  const withPasses = await findPassArrivals(queries, day, QUARTER_MS);
  const [withCards, counted] = await Promise.all([
    findCardArrivals(queries, day, QUARTER_MS),
    findCountedArrivals(queries, day),
  ]);
  const passes = withPasses.map((some) => arrivalsOf('pass', some));
  return [...arrivals, ...passes, ...withCards.map((some) => arrivalsOf('card', some)), ...counted];
}

/** Whoever comes with a pass or a card comes in to general entry. */
function arrivalsOf(entry: EntryKind, { quarter, ...rest }: CardArrivals | PassArrivals): Arrivals {
  return { entry, from: quarter * QUARTER_MS, eventId: null, soldBy: '', ...rest };
}

async function findCountedArrivals(queries: Queries, day: CalendarDay): Promise<Arrivals[]> {
  const counted = await findCountedQuarters(queries, day, QUARTER_MS);
  return counted.map(({ quarter, direction, categoryNumber, persons }) => ({
    ...{ entry: 'counted', from: quarter * QUARTER_MS, eventId: null, categoryNumber, soldBy: '' },
    ...{ what: direction === 'in' ? 'admitted' : 'left', count: persons, persons },
  }));
}

async function findSome(queries: Queries, values: readonly SqlValue[]): Promise<Arrivals[]> {
  const rows = await queries.all<Omit<Arrivals, 'from' | 'entry'> & { readonly quarter: number }>(
    `SELECT what AS "what", at / ${QUARTER_MS} AS quarter, visits.event_id AS "eventId",
            coalesce(category, 0) AS "categoryNumber", sold_by AS "soldBy", count(*) AS "count", sum(persons) AS "persons"
       FROM (SELECT 'admitted' AS what, number, max(event_id) AS event_id, min(at) AS at, max(persons) AS persons
               FROM (${PASSAGES}) AS passages WHERE verdict = 'admitted' GROUP BY number
              UNION ALL
             SELECT 'left', number, max(event_id), max(at), max(persons) FROM (${PASSAGES}) AS passages GROUP BY number
             HAVING ${HAS_LEFT}
              UNION ALL
             SELECT 'conflict', number, event_id, at, persons FROM (${PASSAGES}) AS passages WHERE is_conflict = 1) AS visits
       JOIN tickets ON tickets.number = visits.number
      GROUP BY what, at / ${QUARTER_MS}, visits.event_id, category, sold_by`,
    values,
  );
  return rows.map(({ quarter, ...rest }) => ({ entry: 'ticket', from: quarter * QUARTER_MS, ...rest }));
}

/** How many passages are read at once: in a few milliseconds. */
const PASSAGES_AT_ONCE = 2_000;

/** The ticket numbers above `after`, up to and including `upTo`. */
export interface TicketRange {
  readonly after: number;
  readonly upTo: number;
}

/**
 * Splits all ticket numbers into ranges, each with some passages of tickets for `day`. All passages of a ticket are in
 * one. Other requests are handled between two ranges.
 */
async function* ticketRanges(queries: Queries, day: CalendarDay): AsyncGenerator<TicketRange> {
  for (let after = 0; ; ) {
    const next = await queries.get<{ number: number }>(
      `SELECT number FROM check_ins WHERE ticket_date = ? AND turn IS NOT NULL AND number > ?
        ORDER BY number, turn LIMIT 1 OFFSET ${PASSAGES_AT_ONCE}`,
      [day, after],
    );
    const upTo = next?.number ?? Number.MAX_SAFE_INTEGER;
    yield { after, upTo };
    if (next === undefined) return;
    await nextTurn();
    after = upTo;
  }
}
