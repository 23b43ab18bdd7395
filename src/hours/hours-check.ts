import type { CalendarDay } from '../core/calendar-day.ts';
import type { Tally } from '../core/tally.ts';
import { keysetPages, type Queries } from '../store/index.ts';

const DAYS_AT_ONCE = 1_000;

export interface HoursFigures {
  /** Days with a counter for general entry. */
  readonly generalDays: number;
  /** Days with more tickets than places, as after lowering a capacity. */
  readonly overfullDays: number;
}

/**
 * Recounts the counters of general entry, and yields a sentence for each difference. `sold` counts the tickets under
 * `<day>`; days that have a counter are taken out of it.
 */
export async function* checkHours(queries: Queries, sold: Tally): AsyncGenerator<string, HoursFigures> {
  yield* checkHouseRules(queries);
  const figures = { generalDays: 0, overfullDays: 0 };
  const select = `SELECT day, capacity, sold, own_capacity, (SELECT capacity FROM general_admission WHERE id = 1) AS usual
    FROM general_days`;
  for await (const days of keysetPages<DayRow>(queries, select, ['day'], DAYS_AT_ONCE)) {
    for (const day of days) {
      yield* checkDay(day, sold.take(day.day));
      if (day.capacity !== null && day.sold > day.capacity) figures.overfullDays++;
    }
    figures.generalDays += days.length;
  }
  return figures;
}

/** The rows that a migration has made, once and for all: seven weekdays and one general capacity. */
async function* checkHouseRules(queries: Queries) {
  const [weekdays, rules] = await Promise.all([
    queries.all('SELECT weekday FROM weekly_hours'),
    queries.all('SELECT id FROM general_admission'),
  ]);
  if (weekdays.length !== 7) yield `The usual week has ${weekdays.length} days.`;
  if (rules.length !== 1) yield 'The general capacity has no row.';
}

function* checkDay(day: DayRow, tickets: number) {
  if (day.sold !== tickets) {
    yield `General entry on ${day.day}: the counter says ${day.sold} sold, and there are ${tickets} tickets.`;
  }
  if (day.own_capacity === 0 && day.capacity !== day.usual) {
    yield `General entry on ${day.day}: sold up to ${say(day.capacity)}, while the general capacity is ${say(day.usual)}.`;
  }
}

function say(capacity: number | null): string {
  return capacity === null ? 'no limit' : String(capacity);
}

interface DayRow {
  readonly day: CalendarDay;
  readonly capacity: number | null;
  readonly sold: number;
  readonly own_capacity: number;
  readonly usual: number | null;
}
