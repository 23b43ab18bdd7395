import { type CalendarDay, MS_PER_DAY } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';
import type { RecordedPassage, Verdict } from './check-ins.ts';

/** A passage with a pass of the museum, without a ticket. */
export interface PassPassage extends RecordedPassage {
  /** The id of the first of the passes that replaced each other. */
  readonly firstId: Uuid;
  /** Whether somebody came in anew, and not again. */
  readonly isEntry: boolean;
  /** How many passed. */
  readonly persons: number;
}

/** The passages with passes on those days, also those taken back, by the first id; each list in the order of time. */
export async function findPassPassages(
  queries: Queries,
  days: readonly CalendarDay[],
  firstIds?: readonly Uuid[],
): Promise<Map<Uuid, PassPassage[]>> {
  const which = firstIds === undefined ? 'pass_first IS NOT NULL' : 'pass_first IN ?';
  const rows = await queries.all<PassPassageRow>(
    `SELECT check_in_id AS "checkInId", pass_first AS "firstId", pass_turn AS "turn", pass_entry AS "isEntry", day, verdict,
            places AS "persons", at, gate, is_conflict AS "isConflict", undone_at AS "undoneAt"
       FROM check_ins WHERE day IN ? AND ${which} AND pass_turn IS NOT NULL ORDER BY pass_first, at, pass_turn`,
    [days, ...(firstIds === undefined ? [] : [firstIds])],
  );
  return Map.groupBy(rows.map(passageOf), ({ firstId }) => firstId);
}

interface PassPassageRow {
  readonly checkInId: Uuid;
  readonly firstId: Uuid;
  readonly turn: number;
  readonly isEntry: number;
  readonly day: CalendarDay;
  readonly verdict: Verdict;
  readonly persons: number;
  readonly at: number;
  readonly gate: string | null;
  readonly isConflict: number;
  readonly undoneAt: number | null;
}

function passageOf({ verdict, gate, isEntry, isConflict, undoneAt, ...same }: PassPassageRow): PassPassage {
  return {
    ...same,
    number: 0,
    isEntry: isEntry === 1,
    direction: verdict === 'left' ? 'out' : 'in',
    entry: 'own',
    isUndone: undoneAt !== null,
    isConflict: isConflict === 1,
    ...(gate !== null && { gate }),
  };
}

/** With which passes somebody passed on those days, as was recorded since that instant. */
export function findPassesSeenSince(
  queries: Queries,
  days: readonly CalendarDay[],
  since: number,
): Promise<readonly Seen[]> {
  return queries.all<Seen>(
    `SELECT DISTINCT pass_first AS "firstId" FROM check_ins
      WHERE day IN ? AND pass_turn IS NOT NULL AND pass_first IS NOT NULL AND recorded_at >= ?`,
    [days, since],
  );
}

/** With which passes those check-ins were. */
export function findPassesOfCheckIns(
  queries: Queries,
  checkInIds: readonly Uuid[],
): Promise<readonly Seen[]> {
  return queries.all<Seen>(
    `SELECT DISTINCT pass_first AS "firstId" FROM check_ins WHERE check_in_id IN ? AND pass_first IS NOT NULL`,
    [checkInIds],
  );
}

type Seen = Pick<PassPassage, 'firstId'>;

/** A second admission with a pass counts from now on. */
export async function countAsPassEntry(tx: Transaction, checkInId: Uuid): Promise<void> {
  await tx.run('UPDATE check_ins SET is_conflict = 0, pass_entry = 1 WHERE check_in_id = ?', [checkInId]);
}

/** Passages with passes on the day, within quarter-hours of so many milliseconds, at one gate. */
export interface PassQuarter {
  readonly quarter: number;
  readonly verdict: Verdict;
  readonly is_conflict: number;
  readonly gate: string | null;
  readonly passages: number;
  readonly persons: number;
  readonly last_at: number;
}

/** Who came with passes on a day, and when. Whoever comes back is not counted again, and not as one that has left. */
export async function countPassPassages(
  queries: Queries,
  day: CalendarDay,
  quarterMs: number,
): Promise<{ readonly admitted: number; readonly left: number; readonly quarters: readonly PassQuarter[] }> {
  const [row, quarters] = await Promise.all([
    queries.get<{ admitted: number | null; left: number | null }>(
      `SELECT ${sum(ENTERED)} AS "admitted", ${sum(LEFT)} - ${sum(BACK)} AS "left"
         FROM check_ins WHERE day = ? AND ${PASSED}`,
      [day],
    ),
    queries.all<PassQuarter>(
      `SELECT at / ${quarterMs} AS quarter, verdict, is_conflict, gate, count(*) AS passages, sum(places) AS persons,
              max(at) AS last_at
         FROM check_ins WHERE day = ? AND ${PASSED} GROUP BY at / ${quarterMs}, verdict, is_conflict, gate`,
      [day],
    ),
  ]);
  return { admitted: Number(row?.admitted ?? 0), left: Number(row?.left ?? 0), quarters };
}

/** Who came with passes in a quarter-hour of a day, and did not come back once they had left. */
export interface PassArrivals {
  readonly quarter: number;
  readonly what: 'admitted' | 'left' | 'conflict';
  readonly categoryNumber: number;
  readonly count: number;
  readonly persons: number;
}

export async function findPassArrivals(
  queries: Queries,
  day: CalendarDay,
  quarterMs: number,
): Promise<PassArrivals[]> {
  const select = (what: PassArrivals['what'], which: string) =>
    `SELECT '${what}' AS "what", at / ${quarterMs} AS quarter, coalesce(pass_category, 0) AS "categoryNumber",
            count(*) AS "count", sum(places) AS "persons"
       FROM check_ins WHERE day = ? AND ${PASSED} AND ${which} GROUP BY at / ${quarterMs}, pass_category`;
  const hasPassedLater = `EXISTS (SELECT 1 FROM check_ins AS later
    WHERE later.pass_first = check_ins.pass_first AND later.day = check_ins.day AND later.pass_turn IS NOT NULL
      AND later.undone_at IS NULL
      AND (later.at > check_ins.at OR (later.at = check_ins.at AND later.pass_turn > check_ins.pass_turn)))`;
  const [entered, left, conflicts] = [
    select('admitted', ENTERED),
    select('left', `${LEFT} AND NOT ${hasPassedLater}`),
    select('conflict', 'is_conflict = 1'),
  ];
  const rows = await queries.all<PassArrivals>(`${entered} UNION ALL ${left} UNION ALL ${conflicts}`, [
    day,
    day,
    day,
  ]);
  return rows.map(({ count, persons, ...rest }) => ({
    ...rest,
    count: Number(count),
    persons: Number(persons),
  }));
}

const PASSED = 'pass_turn IS NOT NULL AND undone_at IS NULL';
const ENTERED = 'pass_entry = 1';
const BACK = `verdict = 'admitted' AND pass_entry = 0 AND is_conflict = 0`;
const LEFT = `verdict = 'left'`;

function sum(condition: string): string {
  return `CAST(sum(CASE WHEN ${condition} THEN places ELSE 0 END) AS BIGINT)`;
}

/** For how many days it is known when and where somebody came in with a pass. */
export const PASS_VISITS_KEPT_DAYS = 90;
const TO_FORGET = `SELECT check_in_id FROM check_ins WHERE pass_id IS NOT NULL AND recorded_at < ? LIMIT ?`;

/** Before that instant it is not to be known any more with which pass somebody passed. */
export function passVisitsKeptSince(now: number): number {
  return now - PASS_VISITS_KEPT_DAYS * MS_PER_DAY;
}

export async function hasPassVisitsBefore(queries: Queries, before: number): Promise<boolean> {
  return (await queries.get(TO_FORGET, [before, 1])) !== undefined;
}

/** Forgets in check-ins from before that instant with which pass they were. @returns how many of at most `limit` knew it */
export function forgetPassVisits(tx: Transaction, before: number, limit: number): Promise<number> {
  return tx.run(
    `UPDATE check_ins SET pass_id = NULL, pass_first = NULL, scan_hash = '' WHERE check_in_id IN (${TO_FORGET})`,
    [before, limit],
  );
}
