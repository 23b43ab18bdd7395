import type { CalendarDay } from '../core/calendar-day.ts';
import type { Days, MuseumDays } from '../hours/index.ts';
import { findCategories } from '../offers/index.ts';
import type { Queries } from '../store/index.ts';
import type { Category } from './verdict-types.ts';

/** What a gate has to know of the museum itself: the same in snapshots and changes. */
export interface MuseumKnowledge {
  /** In the order shown. */
  readonly categories: readonly GateCategory[];
  /** Those of the days that last past midnight. */
  readonly nights: readonly Night[];
}

export interface GateCategory extends Category {
  /** Its slug. */
  readonly category: string;
}

export interface Night {
  readonly date: CalendarDay;
  /** HH:mm. General entry at a time before it is in the night after the date. */
  readonly timeOpen: string;
}

export async function findMuseumKnowledge(
  queries: Queries,
  covered: Days,
  days: MuseumDays,
): Promise<MuseumKnowledge> {
  const [categories, opened] = await Promise.all([
    findGateCategories(queries),
    Promise.all(covered.map(async (date) => ({ date, timeOpen: await days.nightFrom(date) }))),
  ]);
  const nights = opened.flatMap(({ date, timeOpen }) => (timeOpen === undefined ? [] : { date, timeOpen }));
  return { categories: [...categories.values()], nights };
}

/** By number, in the order shown. */
export async function findGateCategories(queries: Queries): Promise<ReadonlyMap<number, GateCategory>> {
  const all = await findCategories(queries);
  return new Map(
    all.map(({ number, category, name, proof, places }) => [
      number,
      { number, category, name, ...(proof !== null && { proof }), places },
    ]),
  );
}
