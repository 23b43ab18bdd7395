import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Queries } from '../store/index.ts';

/** How many passages are read at once: in a few milliseconds. */
const PASSAGES_AT_ONCE = 2_000;

/** The ticket numbers above `after`, up to and including `upTo`. */
export interface TicketRange {
  readonly after: number;
  readonly upTo: number;
}

/**
 * Splits all ticket numbers into ranges, each with some passages of tickets for `day`. All passages of a ticket are in one.
 * Other requests are handled between two ranges.
 */
export async function* ticketRanges(queries: Queries, day: CalendarDay): AsyncGenerator<TicketRange> {
  for (let after = 0; ; ) {
    const next = await queries.get<{ number: number }>(
      `SELECT number FROM check_ins WHERE ticket_date = ? AND turn IS NOT NULL AND number > ?
        ORDER BY number, turn LIMIT 1 OFFSET ${PASSAGES_AT_ONCE}`,
      [day, after],
    );
    const upTo = next?.number ?? Number.MAX_SAFE_INTEGER;
    yield { after, upTo };
    if (next === undefined) return;
    await nextTurn();
    after = upTo;
  }
}
