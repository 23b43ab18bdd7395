import type { CalendarDay } from '../core/calendar-day.ts';
import type { Tally } from '../core/tally.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';

const EVENTS_AT_ONCE = 100;

export interface EventFigures {
  readonly events: number;
  readonly eventDays: number;
  /** Days with more tickets than places, as lowering a capacity may leave them. */
  readonly overfullDays: number;
}

/**
 * Recounts what is kept about events, and says what differs, one sentence each. `sold` holds how many tickets
 * there are under `<eventId> <day>`; each that belongs to a day of an event is taken out of it.
 */
export async function* checkEvents(queries: Queries, sold: Tally): AsyncGenerator<string, EventFigures> {
  const figures = { events: 0, eventDays: 0, overfullDays: 0 };
  for (let after = ''; ; ) {
    const events = await queries.all<EventRow>(
      'SELECT event_id, dates, capacity, cancelled_at FROM special_events WHERE event_id > ? ORDER BY event_id LIMIT ?',
      [after, EVENTS_AT_ONCE],
    );
    const last = events.at(-1);
    if (last === undefined) return figures;
    const days = await daysOf(queries, after, last.event_id);
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
    after = last.event_id;
  }
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

async function daysOf(queries: Queries, after: string, last: Uuid): Promise<Map<Uuid, DayRow[]>> {
  const rows = await queries.all<DayRow>(
    'SELECT event_id, day, listed, capacity, sold FROM event_days WHERE event_id > ? AND event_id <= ? ORDER BY event_id, day',
    [after, last],
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
