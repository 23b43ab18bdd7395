import { type CalendarDay, eachDay } from '../core/calendar-day.ts';
import type { Taken } from '../core/taken.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { isOpenOn } from './opening-store.ts';

/**
 * Takes up to `count` places for general entry on `day`: all of them, or as many as are left. It takes a shared lock on
 * the house rules first, so that a day that is being closed or limited is not sold meanwhile.
 * @returns undefined when the museum is closed on that day.
 */
export async function takeGeneralPlaces(
  tx: Transaction,
  day: CalendarDay,
  count: number,
): Promise<Taken | undefined> {
  // Sent together, and done in this order.
  const [, isOpen] = await Promise.all([
    tx.get(`SELECT id FROM general_admission WHERE id = 1${tx.dialect.lockForShare}`),
    isOpenOn(tx, day),
  ]);
  if (!isOpen) return undefined;
  for (let wanted = count; wanted > 0; ) {
    const sold = await sell(tx, day, wanted);
    if (sold !== undefined) return { count: wanted, isLast: sold.left === 0 };
    const left = await placesLeft(tx, day);
    wanted = Math.min(wanted, left ?? wanted);
    if (wanted > 0) await openLedger(tx, day); // a refusal writes nothing
  }
  return { count: 0, isLast: false };
}

/** Puts a place for general entry on `day` on sale again. */
export async function giveBackGeneralPlace(tx: Transaction, day: CalendarDay): Promise<void> {
  await tx.run('UPDATE general_days SET sold = sold - 1 WHERE day = ?', [day]);
}

/** The check is part of the write. Undefined when that many places are not left. `left` is null without a limit. */
function sell(
  tx: Transaction,
  day: CalendarDay,
  count: number,
): Promise<{ left: number | null } | undefined> {
  return tx.get(
    `UPDATE general_days SET sold = sold + ? WHERE day = ? AND (capacity IS NULL OR sold + ? <= capacity)
      RETURNING capacity - sold AS "left"`,
    [count, day, count],
  );
}

/** Inserts the day's counter with the general capacity, where there is none yet. */
async function openLedger(tx: Transaction, day: CalendarDay): Promise<void> {
  await tx.run(
    `INSERT INTO general_days (day, capacity, own_capacity)
       SELECT ?, capacity, 0 FROM general_admission WHERE id = 1
       ON CONFLICT (day) DO NOTHING`,
    [day],
  );
}

/** Null: no limit. */
async function placesLeft(tx: Transaction, day: CalendarDay): Promise<number | null> {
  const row = await tx.get<{ places_left: number | null }>(
    'SELECT capacity - sold AS places_left FROM general_days WHERE day = ?',
    [day],
  );
  return row === undefined ? findGeneralCapacity(tx) : row.places_left;
}

/** Places for general entry on a day that has no figure of its own; null: no limit. */
export async function findGeneralCapacity(queries: Queries): Promise<number | null> {
  const row = await queries.get<{ capacity: number | null }>(
    'SELECT capacity FROM general_admission WHERE id = 1',
  );
  return row?.capacity ?? null;
}

/** The caller has locked the house rules, as for the changes below. */
export async function replaceGeneralCapacity(tx: Transaction, capacity: number | null): Promise<void> {
  await tx.run('UPDATE general_admission SET capacity = ? WHERE id = 1', [capacity]);
  await tx.run('UPDATE general_days SET capacity = ? WHERE own_capacity = 0', [capacity]);
}

export async function replaceDayCapacity(
  tx: Transaction,
  day: CalendarDay,
  capacity: number | null,
): Promise<void> {
  await tx.run(
    `INSERT INTO general_days (day, capacity, own_capacity) VALUES (?, ?, 1)
       ON CONFLICT (day) DO UPDATE SET capacity = excluded.capacity, own_capacity = 1`,
    [day, capacity],
  );
}

/** Returns the day to the general figure. @returns whether it had one of its own. */
export async function removeDayCapacity(tx: Transaction, day: CalendarDay): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE general_days SET own_capacity = 0, capacity = (SELECT capacity FROM general_admission WHERE id = 1)
      WHERE day = ? AND own_capacity = 1`,
    [day],
  );
  return changed > 0;
}

/** One day of general entry. */
export interface GeneralDay {
  readonly date: CalendarDay;
  /** Null: no limit. */
  readonly capacity: number | null;
  /** Whether it is the day's own, and not the general figure. */
  readonly hasOwnCapacity: boolean;
  readonly sold: number;
}

/** Every day from `from` to `to` with its capacity and what is sold for it. */
export async function findGeneralDays(
  queries: Queries,
  from: CalendarDay,
  to: CalendarDay,
): Promise<GeneralDay[]> {
  const capacity = await findGeneralCapacity(queries);
  const rows = await queries.all<{ day: CalendarDay; capacity: number | null; own: number; sold: number }>(
    'SELECT day, capacity, own_capacity AS own, sold FROM general_days WHERE day BETWEEN ? AND ?',
    [from, to],
  );
  const ledger = new Map(
    rows.map(({ day, own, ...figures }) => [day, { ...figures, hasOwnCapacity: own === 1 }]),
  );
  const usual = { capacity, hasOwnCapacity: false, sold: 0 };
  return eachDay(from, to).map((date) => ({ date, ...(ledger.get(date) ?? usual) }));
}

/** The days from `from` on for which general entry is sold, in order, with how many tickets. */
export async function findSoldDays(
  queries: Queries,
  from: CalendarDay,
): Promise<{ readonly date: CalendarDay; readonly sold: number }[]> {
  return queries.all(
    'SELECT day AS "date", sold FROM general_days WHERE day >= ? AND sold > 0 ORDER BY day',
    [from],
  );
}
