import type { CalendarDay } from '../core/calendar-day.ts';
import type { Tally } from '../core/tally.ts';
import type { Uuid } from '../core/uuid.ts';
import { keysetPages, type Queries } from '../store/index.ts';

const EVENTS_AT_ONCE = 100;

export interface EventFigures {
  readonly events: number;
  readonly eventDays: number;
  /** Days with more tickets than places, as after lowering a capacity. */
  readonly overfullDays: number;
}

/**
 * Recounts the counters of events, and yields a sentence for each difference. `sold` counts the tickets under
 * `<eventId> <day>`; those that belong to a day of an event are taken out of it.
 */
export async function* checkEvents(queries: Queries, sold: Tally): AsyncGenerator<string, EventFigures> {
  const figures = { events: 0, eventDays: 0, overfullDays: 0 };
  const select = 'SELECT event_id, dates, capacity, cancelled_at FROM special_events';
  for await (const events of keysetPages<EventRow>(queries, select, ['event_id'], EVENTS_AT_ONCE)) {
    const days = await daysOf(queries, events);
    for (const event of events) {
      const itsDays = days.get(event.event_id) ?? [];
      yield* checkDates(event, itsDays);
      for (const day of itsDays) {
        yield* checkDay(event, day, sold.take(`${event.event_id} ${day.day}`));
        if (day.capacity !== null && day.sold > day.capacity) figures.overfullDays++;
      }
      figures.eventDays += itsDays.length;
    }
    figures.events += events.length;
  }
  return figures;
}

/** Days that are on sale must be the event's dates, or none when it was cancelled. */
function* checkDates({ event_id, dates, cancelled_at }: EventRow, days: readonly DayRow[]) {
  const listed = new Set(days.filter((day) => day.listed === 1).map(({ day }) => day));
  const expected = new Set<CalendarDay>(cancelled_at === null ? JSON.parse(dates) : []);
  for (const day of expected) {
    if (listed.has(day)) continue;
    yield `Event ${event_id}: ${day} is one of its dates, but is not on sale.`;
  }
  for (const day of listed) {
    if (expected.has(day)) continue;
    yield `Event ${event_id}: ${day} is on sale, but is ${cancelled_at === null ? 'not one of its dates' : 'of a cancelled event'}.`;
  }
}

function* checkDay({ event_id, capacity }: EventRow, day: DayRow, tickets: number) {
  if (day.sold !== tickets) {
    yield `Event ${event_id} on ${day.day}: the counter says ${day.sold} sold, and there are ${tickets} tickets.`;
  }
  if (day.capacity !== capacity) {
    yield `Event ${event_id} on ${day.day}: sold up to ${say(day.capacity)}, while the event’s capacity is ${say(capacity)}.`;
  }
}

function say(capacity: number | null): string {
  return capacity === null ? 'no limit' : String(capacity);
}

/** @param events in the order of their ids, and one at least. */
async function daysOf(queries: Queries, events: readonly EventRow[]): Promise<Map<Uuid, DayRow[]>> {
  const [first, last] = [events[0] as EventRow, events.at(-1) as EventRow];
  const rows = await queries.all<DayRow>(
    'SELECT event_id, day, listed, capacity, sold FROM event_days WHERE event_id BETWEEN ? AND ? ORDER BY event_id, day',
    [first.event_id, last.event_id],
  );
  return Map.groupBy(rows, ({ event_id }) => event_id);
}

interface EventRow {
  readonly event_id: Uuid;
  readonly dates: string;
  readonly capacity: number | null;
  readonly cancelled_at: number | null;
}

interface DayRow {
  readonly event_id: Uuid;
  readonly day: CalendarDay;
  readonly listed: number;
  readonly capacity: number | null;
  readonly sold: number;
}
