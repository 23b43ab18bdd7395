import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { LISTED } from '../offers/index.ts';
import { keysetPages, type Queries } from '../store/index.ts';

const EVENTS_AT_ONCE = 100;

/** Yields a sentence for each day of an event that is wrongly on sale, or off. @returns how many events there are */
export async function* checkEvents(queries: Queries): AsyncGenerator<string, number> {
  let count = 0;
  const select = 'SELECT event_id, dates, cancelled_at, visibility FROM special_events';
  for await (const events of keysetPages<EventRow>(queries, select, ['event_id'], EVENTS_AT_ONCE)) {
    const listed = await findListedDays(queries, events);
    for (const event of events) yield* checkDates(event, listed.get(event.event_id) ?? []);
    count += events.length;
  }
  return count;
}

/** Days that are on sale must be the event's dates, or none when it was cancelled or is a draft. */
function* checkDates({ event_id, dates, cancelled_at, visibility }: EventRow, slots: readonly SlotRow[]) {
  const listed = new Set(slots.map(({ day }) => day));
  const isOnSale = cancelled_at === null && visibility !== 'draft';
  const expected = new Set<CalendarDay>(isOnSale ? JSON.parse(dates) : []);
  for (const day of expected)
    if (!listed.has(day)) yield `Event ${event_id}: ${day} is one of its dates, but is not on sale.`;
  const of = cancelled_at === null ? 'a draft' : 'a cancelled event';
  const why = isOnSale ? 'not one of its dates' : `of ${of}`;
  for (const day of listed)
    if (!expected.has(day)) yield `Event ${event_id}: ${day} is on sale, but is ${why}.`;
}

/** @param events in the order of their ids, and one at least. */
async function findListedDays(queries: Queries, events: readonly EventRow[]): Promise<Map<Uuid, SlotRow[]>> {
  const [first, last] = [events[0] as EventRow, events.at(-1) as EventRow];
  const rows = await queries.all<SlotRow>(
    `SELECT product, day FROM slots WHERE product BETWEEN ? AND ? AND ${LISTED} ORDER BY product, day`,
    [first.event_id, last.event_id],
  );
  return Map.groupBy(rows, ({ product }) => product);
}

interface EventRow {
  readonly event_id: Uuid;
  readonly dates: string;
  readonly cancelled_at: number | null;
  readonly visibility: string;
}

interface SlotRow {
  readonly product: Uuid;
  readonly day: CalendarDay;
}
