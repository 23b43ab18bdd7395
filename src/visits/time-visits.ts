import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';
import { ticketRanges } from './ticket-ranges.ts';

/** Persons that came in with tickets for one entry time. */
export interface TimeVisits {
  /** Null: general entry. */
  readonly eventId: Uuid | null;
  readonly entryTime: string;
  readonly admitted: number;
}

/**
 * How many persons came with tickets for each entry time of a day, at whatever time; those for which nobody came are missing.
 * One time may come in several parts. Other requests are handled between two parts.
 */
export async function findTimeVisits(queries: Queries, day: CalendarDay): Promise<TimeVisits[]> {
  const visits: TimeVisits[] = [];
  for await (const { after, upTo } of ticketRanges(queries, day)) {
    const some = await queries.all<TimeVisits>(
      `SELECT came.event_id AS "eventId", entry_time AS "entryTime", sum(persons) AS "admitted"
         FROM (SELECT number, max(event_id) AS event_id, max(places) AS persons FROM check_ins
                WHERE ticket_date = ? AND number > ? AND number <= ? AND turn IS NOT NULL AND undone_at IS NULL
                  AND verdict = 'admitted' GROUP BY number) AS came
         JOIN tickets ON tickets.number = came.number
        WHERE entry_time IS NOT NULL GROUP BY came.event_id, entry_time`,
      [day, after, upTo],
    );
    visits.push(...some);
  }
  return visits;
}
