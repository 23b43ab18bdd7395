import { type CalendarDay, MS_PER_DAY } from '../core/calendar-day.ts';
import { type Clock, trustedNow } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';
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

/** An admission of a card that did not count does so from now on. */
export async function countAsEntry(
  tx: Transaction,
  checkInId: Uuid,
  worthCents: number | null,
): Promise<void> {
  await tx.run(
    `UPDATE check_ins SET is_conflict = 0, card_entry = 1, card_moved = 1, card_worth_cents = ? WHERE check_in_id = ?`,
    [worthCents, checkInId],
  );
}

/** Those of the numbers of categories that cards or passes had with which somebody was scanned. */
export async function findCategoriesOfCards(
  queries: Queries,
  numbers: readonly number[],
): Promise<Set<number>> {
  const rows = await queries.all<{ category: number }>(
    `SELECT card_category AS category FROM check_ins WHERE card_category IN ?
      UNION SELECT pass_category FROM check_ins WHERE pass_category IN ?`,
    [numbers, numbers],
  );
  return new Set(rows.map(({ category }) => category));
}

const PASSED = 'card_turn IS NOT NULL AND undone_at IS NULL';

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
export function sumCardVisits(queries: Queries, from: CalendarDay, to: CalendarDay): Promise<CardVisits[]> {
  return queries.all<CardVisits>(
    `SELECT card AS "card", substr(day, 1, 7) AS "month", sum(card_entry) AS "admitted",
            sum(card_entry * places) AS "persons", sum(card_entry - card_moved) AS "left",
            sum(is_conflict) AS "conflicts", sum(coalesce(card_worth_cents, 0)) AS "worthCents"
       FROM check_ins WHERE day >= ? AND day <= ? AND card IS NOT NULL AND ${PASSED} GROUP BY card, substr(day, 1, 7)
      ORDER BY 2, 1`,
    [from, to],
  );
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
  /** Persons that came in anew, and how many more are inside. */
  readonly admitted: number;
  readonly moved: number;
}

/** Who came with cards on a day, and when. */
export function findCardQuarters(
  queries: Queries,
  day: CalendarDay,
  quarterMs: number,
): Promise<CardQuarter[]> {
  return queries.all<CardQuarter>(
    `SELECT at / ${quarterMs} AS quarter, verdict, is_conflict, gate, count(*) AS passages, sum(places) AS persons,
            max(at) AS last_at, sum(card_entry * places) AS admitted, sum(card_moved * places) AS moved
       FROM check_ins WHERE day = ? AND ${PASSED} GROUP BY at / ${quarterMs}, verdict, is_conflict, gate`,
    [day],
  );
}

/** Visits with cards that began, or ended, in a quarter-hour, or were one too many. */
export interface CardArrivals {
  readonly quarter: number;
  readonly categoryNumber: number;
  readonly what: 'admitted' | 'left' | 'conflict';
  readonly count: number;
  readonly persons: number;
}

const WHAT = `CASE WHEN is_conflict = 1 THEN 'conflict' WHEN card_entry = 1 THEN 'admitted'
  WHEN card_moved = -1 AND coalesce(is_back, 0) = 0 THEN 'left' END`;

/** Whoever comes back has not left. */
export function findCardArrivals(
  queries: Queries,
  day: CalendarDay,
  quarterMs: number,
): Promise<CardArrivals[]> {
  return queries.all<CardArrivals>(
    `SELECT ${WHAT} AS "what", at / ${quarterMs} AS "quarter", coalesce(card_category, 0) AS "categoryNumber",
            count(*) AS "count", sum(places) AS "persons"
       FROM (SELECT at, places, is_conflict, card_entry, card_moved, card_category,
                    lead(CASE WHEN card_entry = 0 AND card_moved = 1 THEN 1 ELSE 0 END)
                      OVER (PARTITION BY coalesce(card_hash, check_in_id) ORDER BY at, card_turn) AS is_back
               FROM check_ins WHERE day = ? AND ${PASSED}) AS passages
      WHERE ${WHAT} IS NOT NULL GROUP BY ${WHAT}, at / ${quarterMs}, card_category`,
    [day],
  );
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
