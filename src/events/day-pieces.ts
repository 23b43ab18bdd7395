import { type CalendarDay, eachDay } from '../core/calendar-day.ts';
import type { Queries } from '../store/index.ts';
import { countEventsByDay } from './event-store.ts';

/** How many events are read and serialised at a time, before other requests are handled. */
const AT_ONCE = 500;

export interface Days {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/** The days in order, cut where more events take place than are read at a time: most pages are one piece. */
export async function findPieces(queries: Queries, { from, to }: Days): Promise<readonly Days[]> {
  const counts = await countEventsByDay(queries, from, to);
  const pieces: Days[] = [];
  let [first, events] = [from, 0];
  for (const day of eachDay(from, to)) {
    const count = counts.get(day) ?? 0;
    const last = pieces.at(-1);
    if (last !== undefined && events + count <= AT_ONCE) {
      pieces.splice(-1, 1, { from: first, to: day });
      events += count;
    } else {
      pieces.push({ from: day, to: day });
      [first, events] = [day, count];
    }
  }
  return pieces;
}
