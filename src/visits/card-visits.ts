import { type CalendarDay, MS_PER_DAY } from '../core/calendar-day.ts';
import { type Clock, trustedNow } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, SqlValue, Transaction } from '../store/index.ts';
import type { RecordedPassage, Verdict } from './check-ins.ts';

/** A recorded passage with a card. */
export interface CardPassage extends RecordedPassage {
  readonly hash: string;
  /** Whether somebody came in anew, not back. */
  readonly isEntry: boolean;
}

/** The passages of those cards, by the hashes of their numbers; each list in chronological order. */
export async function findCardPassages(
  queries: Queries,
  hashes: readonly string[],
): Promise<Map<string, CardPassage[]>> {
  const rows = await queries.all<CardPassageRow>(
    `SELECT check_in_id, card_hash, card_turn, card_entry, day, verdict, at, gate, is_conflict, undone_at
       FROM check_ins WHERE card_hash IN ? AND card_turn IS NOT NULL ORDER BY card_hash, at, card_turn`,
    [hashes],
  );
  return Map.groupBy(rows.map(passageOf), ({ hash }) => hash);
}

interface CardPassageRow {
  readonly check_in_id: Uuid;
  readonly card_hash: string;
  readonly card_turn: number;
  readonly card_entry: number;
  readonly day: CalendarDay;
  readonly verdict: Verdict;
  readonly at: number;
  readonly gate: string | null;
  readonly is_conflict: number;
  readonly undone_at: number | null;
}

function passageOf(row: CardPassageRow): CardPassage {
  return {
    checkInId: row.check_in_id,
    hash: row.card_hash,
    number: 0,
    turn: row.card_turn,
    isEntry: row.card_entry === 1,
    day: row.day,
    direction: row.verdict === 'left' ? 'out' : 'in',
    entry: 'own',
    isUndone: row.undone_at !== null,
    isConflict: row.is_conflict === 1,
    at: row.at,
    ...(row.gate !== null && { gate: row.gate }),
  };
}

/** A second admission of a card counts from now on. */
export async function countAsEntry(tx: Transaction, checkInId: Uuid): Promise<void> {
  await tx.run('UPDATE check_ins SET is_conflict = 0, card_entry = 1 WHERE check_in_id = ?', [checkInId]);
}

/** Who came with a card, and what its issuer pays for them. */
export interface CardVisits {
  readonly card: string;
  /** YYYY-MM */
  readonly month: string;
  readonly admitted: number;
  readonly persons: number;
  readonly left: number;
  readonly conflicts: number;
  readonly worthCents: number;
}

/** Whoever comes back is not counted again, and not as one that has left. */
export async function sumCardVisits(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<CardVisits[]> {
  const rows = await queries.all<CardVisits>(
    `SELECT card AS "card", substr(day, 1, 7) AS "month", ${sum('1', ENTERED)} AS "admitted",
            ${sum('places', ENTERED)} AS "persons", ${sum('1', LEFT)} - ${sum('1', BACK)} AS "left",
            ${sum('1', 'is_conflict = 1')} AS "conflicts", ${sum('coalesce(card_worth_cents, 0)', ENTERED)} AS "worthCents"
       FROM check_ins WHERE day >= ? AND day <= ? AND card IS NOT NULL AND ${PASSED} GROUP BY card, substr(day, 1, 7)
      ORDER BY 2, 1`,
    [from, to],
  );
  return rows.map(({ card, month, ...figures }) => ({ card, month, ...inNumbers(figures) }));
}

const PASSED = 'card_turn IS NOT NULL AND undone_at IS NULL';
const ENTERED = 'card_entry = 1';
const BACK = `verdict = 'admitted' AND card_entry = 0 AND is_conflict = 0`;
const LEFT = `verdict = 'left'`;

function sum(what: string, condition: string): string {
  return `CAST(sum(CASE WHEN ${condition} THEN ${what} ELSE 0 END) AS BIGINT)`;
}

function inNumbers<Figures extends Readonly<Record<string, number>>>(figures: Figures): Figures {
  const entries = Object.entries(figures).map(([name, value]) => [name, Number(value)]);
  return Object.fromEntries(entries) as Figures;
}

/** Passages with cards on the day, within quarter-hours of so many milliseconds, at one gate. */
export interface CardQuarter {
  readonly quarter: number;
  readonly verdict: Verdict;
  readonly is_conflict: number;
  readonly gate: string | null;
  readonly passages: number;
  readonly persons: number;
  readonly last_at: number;
}

/** Who came with cards on a day, and when. */
export async function countCardPassages(
  queries: Queries,
  day: CalendarDay,
  quarterMs: number,
): Promise<{ readonly admitted: number; readonly left: number; readonly quarters: readonly CardQuarter[] }> {
  const values: SqlValue[] = [day];
  const [row, quarters] = await Promise.all([
    queries.get<{ admitted: number | null; left: number | null }>(
      `SELECT ${sum('places', ENTERED)} AS "admitted", ${sum('places', LEFT)} - ${sum('places', BACK)} AS "left"
         FROM check_ins WHERE day = ? AND ${PASSED}`,
      values,
    ),
    queries.all<CardQuarter>(
      `SELECT at / ${quarterMs} AS quarter, verdict, is_conflict, gate, count(*) AS passages, sum(places) AS persons,
              max(at) AS last_at
         FROM check_ins WHERE day = ? AND ${PASSED} GROUP BY at / ${quarterMs}, verdict, is_conflict, gate`,
      values,
    ),
  ]);
  return { admitted: Number(row?.admitted ?? 0), left: Number(row?.left ?? 0), quarters };
}

/** For how long it is known which card it was. */
const HASHES_KEPT_MS = 90 * MS_PER_DAY;
const FORGOTTEN_AT_ONCE = 500;
const TO_FORGET = `SELECT check_in_id FROM check_ins WHERE card_hash IS NOT NULL AND recorded_at <= ? LIMIT ${FORGOTTEN_AT_ONCE}`;

/** Whether some check-ins know their card for too long. */
export async function hasOldCards(queries: Queries, clock: Clock): Promise<boolean> {
  return (await queries.get(TO_FORGET, [trustedNow(clock) - HASHES_KEPT_MS])) !== undefined;
}

/** Forgets the cards of some of them, also as part of their scans; that somebody came with one stays. @returns whether there may be more */
export async function forgetOldCards(tx: Transaction, clock: Clock): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE check_ins SET card_hash = NULL, scan_hash = '' WHERE check_in_id IN (${TO_FORGET})`,
    [trustedNow(clock) - HASHES_KEPT_MS],
  );
  return changed === FORGOTTEN_AT_ONCE;
}
