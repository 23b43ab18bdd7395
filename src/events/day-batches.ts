import { type DayRange, eachDay } from '../core/calendar-day.ts';
import type { Queries } from '../store/index.ts';
import { countEventsByDay } from './event-days.ts';

/** How many events are read and serialised at a time, before other requests are handled. */
const AT_ONCE = 500;

/** Splits the days, in order, into ranges with so few events that they are read at a time: most pages are one range. */
export async function findDayBatches(queries: Queries, { from, to }: DayRange): Promise<readonly DayRange[]> {
  const counts = await countEventsByDay(queries, from, to);
  const batches: DayRange[] = [];
  let [first, events] = [from, 0];
  for (const day of eachDay(from, to)) {
    const count = counts.get(day) ?? 0;
    const last = batches.at(-1);
    if (last !== undefined && events + count <= AT_ONCE) {
      batches.splice(-1, 1, { from: first, to: day });
      events += count;
    } else {
      batches.push({ from: day, to: day });
      [first, events] = [day, count];
    }
  }
  return batches;
}
