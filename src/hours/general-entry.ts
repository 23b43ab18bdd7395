import type { CalendarDay } from '../core/calendar-day.ts';
import type { Transaction } from '../store/index.ts';
import { isOpenOn } from './opening.ts';

/**
 * Takes up to `count` places for general entry on `day`: all of them, or as many as are left. The rules of
 * the house are locked for sharing first, so a day that is being closed or limited is not sold meanwhile.
 * @returns how many were taken; undefined when the museum is closed on that day.
 */
export async function takeGeneralPlaces(
  tx: Transaction,
  day: CalendarDay,
  count: number,
): Promise<number | undefined> {
  await tx.get(`SELECT id FROM general_admission WHERE id = 1${tx.dialect.lockForShare}`);
  if (!(await isOpenOn(tx, day))) return undefined;
  for (let wanted = count; wanted > 0; ) {
    if ((await sell(tx, day, wanted)) === 1) return wanted;
    await openLedger(tx, day);
    const left = await placesLeft(tx, day);
    wanted = left === null || left >= wanted ? wanted : Math.max(0, left);
  }
  return 0;
}

/** The guard is in the write: it changes one row, or none when that many places are not left. */
function sell(tx: Transaction, day: CalendarDay, count: number): Promise<number> {
  return tx.run(
    'UPDATE general_days SET sold = sold + ? WHERE day = ? AND (capacity IS NULL OR sold + ? <= capacity)',
    [count, day, count],
  );
}

/** Makes the day's row, with the general figure as its capacity, where there is none yet. */
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
  return row?.places_left ?? null;
}
