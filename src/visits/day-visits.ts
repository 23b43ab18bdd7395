import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, SqlValue } from '../store/index.ts';
import { latestPassages } from './check-in-store.ts';
import { type TicketRange, ticketRanges } from './ticket-ranges.ts';
import type { Verdict } from './visit.ts';

/** The visits of a day. */
export interface DayFigures {
  readonly events: readonly EventVisits[];
  readonly conflicts: number;
  readonly quarterHours: readonly QuarterHour[];
}

/** Persons with tickets of one event, or of general entry: those admitted on the day, and those of them that have left. */
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

/** All current time zones have offsets of whole quarter-hours. */
export const QUARTER_MS = 900_000;
/**
 * A query for the passages that count for a day, of its tickets and of others with numbers in a range; `passagesIn` gives its
 * parameters. The `place` of a ticket's passage is higher than that of all before it, also within one instant.
 */
export const PASSAGES = `
  SELECT number, event_id, verdict, at, at * 32768 + turn AS place, places AS persons, is_conflict FROM check_ins
   WHERE ticket_date = ? AND day = ? AND number > ? AND number <= ? AND turn IS NOT NULL AND undone_at IS NULL
  UNION ALL
  SELECT number, event_id, verdict, at, at * 32768 + turn AS place, places AS persons, is_conflict FROM check_ins
   WHERE day = ? AND day <> ticket_date AND number > ? AND number <= ? AND turn IS NOT NULL AND undone_at IS NULL`;

export function passagesIn(day: CalendarDay, { after, upTo }: TicketRange): SqlValue[] {
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
  const conflicts = quarters.filter(({ is_conflict }) => is_conflict === 1);
  return {
    events: sumOfEvents(events),
    conflicts: conflicts.reduce((sum, { passages }) => sum + passages, 0),
    quarterHours: quarterHoursOf(quarters.sort((one, other) => one.quarter - other.quarter)),
  };
}

async function countPassages(queries: Queries, values: readonly SqlValue[]) {
  const [events, quarters] = await Promise.all([
    queries.all<EventVisits>(
      `SELECT event_id AS "eventId", sum(CASE WHEN last_in IS NULL THEN 0 ELSE persons END) AS "admitted",
              sum(CASE WHEN last_out >= last_in THEN persons ELSE 0 END) AS "left"
         FROM (SELECT number, max(event_id) AS event_id, max(persons) AS persons,
                      max(CASE WHEN verdict = 'admitted' THEN place END) AS last_in,
                      max(CASE WHEN verdict = 'left' THEN place END) AS last_out
                 FROM (${PASSAGES}) AS passages GROUP BY number) AS visits
        GROUP BY event_id`,
      values,
    ),
    queries.all<QuarterRow>(
      `SELECT at / ${QUARTER_MS} AS quarter, verdict, is_conflict, count(*) AS passages, sum(persons) AS persons
         FROM (${PASSAGES}) AS passages GROUP BY at / ${QUARTER_MS}, verdict, is_conflict`,
      values,
    ),
  ]);
  return { events, quarters };
}

function sumOfEvents(visits: readonly EventVisits[]): EventVisits[] {
  return [...Map.groupBy(visits, ({ eventId }) => eventId)].map(([eventId, some]) => ({
    eventId,
    admitted: some.reduce((sum, { admitted }) => sum + admitted, 0),
    left: some.reduce((sum, { left }) => sum + left, 0),
  }));
}

interface QuarterRow {
  readonly quarter: number;
  readonly verdict: Verdict;
  readonly is_conflict: number;
  readonly passages: number;
  readonly persons: number;
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

/** Whether a ticket is inside, has left, or never came (all its passages were taken back). */
export interface Whereabouts {
  readonly ticketId: Uuid;
  readonly is: 'inside' | 'out' | 'nowhere';
  /** When and where it last came in. */
  readonly at: number;
  readonly gate: string | null;
}

/**
 * The whereabouts of every ticket that passed on one of `days`, or is for one of them and passed on another. The passages are read
 * in parts, and other requests are handled in between.
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

/** Of tickets that passed on one of `days` and are for none of them. The form of the conditions lets the partial index be used. */
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
  const columns = 'passages.number, passages.ticket_id, verdict, at, turn, gate, undone_at';
  return whereaboutsOf(
    await queries.all<WhereaboutsRow>(
      `${latestPassages(columns)} AND (passages.ticket_date IN ? OR day IN ?)
         ORDER BY passages.number, at, turn`,
      [numbers, days, days],
    ),
  );
}

const SELECT = 'SELECT number, ticket_id, verdict, at, turn, gate, undone_at FROM check_ins';

interface WhereaboutsRow {
  readonly number: number;
  readonly ticket_id: Uuid;
  readonly verdict: Verdict;
  readonly at: number;
  readonly gate: string | null;
  readonly undone_at: number | null;
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
    const last = whereabouts.at(-1) as Whereabouts;
    whereabouts[whereabouts.length - 1] =
      row.verdict === 'left'
        ? { ...last, is: 'out' }
        : { ticketId: row.ticket_id, is: 'inside', at: row.at, gate: row.gate };
  }
  return whereabouts;
}
