import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, SqlValue, Transaction } from '../store/index.ts';
import type { Direction } from './check-ins.ts';

/** Persons that somebody at a door has counted, because they have no ticket. Instants are milliseconds UTC. */
export interface CountedVisit {
  readonly visitId: Uuid;
  /** The hash of the count. */
  readonly countHash: string;
  readonly categoryNumber: number;
  readonly persons: number;
  readonly direction: Direction;
  readonly gate: string | null;
  /** The museum's day that it counts for. */
  readonly day: CalendarDay;
  readonly at: number;
  /** The time by the clock of the device; null: it gave none. */
  readonly deviceAt: number | null;
  readonly recordedAt: number;
  readonly accountId: Uuid | null;
  /** Null: nothing, or erased. */
  readonly note: string | null;
  readonly undoneAt: number | null;
}

const COLUMNS = [
  'visit_id',
  'count_hash',
  'category',
  'persons',
  'direction',
  'gate',
  'day',
  'at',
  'device_at',
  'recorded_at',
  'account_id',
  'note',
  'undone_at',
] as const;

/** @throws UniqueViolation when an id was recorded meanwhile */
export async function addCountedVisits(tx: Transaction, visits: readonly CountedVisit[]): Promise<void> {
  await tx.insert('counted_visits', COLUMNS, visits.map(toRow));
}

/** Those of the ids that were recorded, by id. */
export async function findCountedVisits(
  queries: Queries,
  visitIds: readonly Uuid[],
): Promise<Map<Uuid, CountedVisit>> {
  const rows = await queries.all<CountedVisit>(
    `SELECT visit_id AS "visitId", count_hash AS "countHash", category AS "categoryNumber", persons AS "persons",
            direction AS "direction", gate AS "gate", day AS "day", at AS "at", device_at AS "deviceAt",
            recorded_at AS "recordedAt", account_id AS "accountId", note AS "note", undone_at AS "undoneAt"
       FROM counted_visits WHERE visit_id IN ?`,
    [visitIds],
  );
  return new Map(rows.map((visit) => [visit.visitId, visit]));
}

/** Takes it back, at that instant. @returns false when it was taken back already */
export async function markVisitUndone(
  tx: Transaction,
  visitId: Uuid,
  accountId: Uuid | null,
  undoneAt: number,
): Promise<boolean> {
  const changed = await tx.run(
    'UPDATE counted_visits SET undone_at = ?, undone_by = ? WHERE visit_id = ? AND undone_at IS NULL',
    [undoneAt, accountId, visitId],
  );
  return changed === 1;
}

/** How many persons came and left, or how many more. */
export interface CountedDay {
  readonly came: number;
  readonly left: number;
}

/** Adds them to the day; below zero: they are taken back. @returns false when more would have left than came */
export async function addToCountedDay(
  tx: Transaction,
  day: CalendarDay,
  { came, left }: CountedDay,
): Promise<boolean> {
  await tx.run(
    'INSERT INTO counted_days (day, came, went_out) VALUES (?, 0, 0) ON CONFLICT (day) DO NOTHING',
    [day],
  );
  const changed = await tx.run(
    `UPDATE counted_days SET came = came + ?, went_out = went_out + ?
      WHERE day = ? AND went_out + ? <= came + ?`,
    [came, left, day, left, came],
  );
  return changed === 1;
}

export async function findCountedDay(queries: Queries, day: CalendarDay): Promise<CountedDay> {
  const row = await queries.get<CountedDay>(
    'SELECT came AS "came", went_out AS "left" FROM counted_days WHERE day = ?',
    [day],
  );
  return row ?? { came: 0, left: 0 };
}

/** Those of the numbers of categories in which somebody was counted. */
export async function findCountedCategories(
  queries: Queries,
  numbers: readonly number[],
): Promise<Set<number>> {
  const rows = await queries.all<{ category: number }>(
    'SELECT DISTINCT category FROM counted_visits WHERE category IN ?',
    [numbers],
  );
  return new Set(rows.map(({ category }) => category));
}

/** Persons of one category that were counted at a door within a quarter-hour. */
export interface CountedQuarter {
  /** Instant of its beginning, in quarter-hours. */
  readonly quarter: number;
  readonly direction: Direction;
  readonly gate: string | null;
  readonly categoryNumber: number;
  readonly persons: number;
  readonly lastAt: number;
}

/** Those of a day that were not taken back. */
export function findCountedQuarters(
  queries: Queries,
  day: CalendarDay,
  quarterMs: number,
): Promise<CountedQuarter[]> {
  return queries.all<CountedQuarter>(
    `SELECT at / ${quarterMs} AS "quarter", direction AS "direction", gate AS "gate", category AS "categoryNumber",
            sum(persons) AS "persons", max(at) AS "lastAt"
       FROM counted_visits WHERE day = ? AND undone_at IS NULL
      GROUP BY at / ${quarterMs}, direction, gate, category`,
    [day],
  );
}

function toRow(visit: CountedVisit): SqlValue[] {
  return [
    visit.visitId,
    visit.countHash,
    visit.categoryNumber,
    visit.persons,
    visit.direction,
    visit.gate,
    visit.day,
    visit.at,
    visit.deviceAt,
    visit.recordedAt,
    visit.accountId,
    visit.note,
    visit.undoneAt,
  ];
}
