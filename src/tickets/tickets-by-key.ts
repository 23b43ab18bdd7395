import type { CalendarDay } from '../core/calendar-day.ts';
import type { Queries } from '../store/index.ts';

/** What still depends on a key: tickets to come that admit, if their event takes place. */
export interface TicketsOfKey {
  /** The key under which they were sold. */
  readonly keyId: string;
  readonly tickets: number;
  readonly lastDay: CalendarDay;
}

/** The tickets for today and later by the key under which they were sold, without void ones and those of cancelled events. */
export function ticketsByKey(queries: Queries, today: CalendarDay): Promise<TicketsOfKey[]> {
  return queries.all<TicketsOfKey>(
    `SELECT key_id AS "keyId", count(*) AS "tickets", max(ticket_date) AS "lastDay" FROM tickets
      WHERE ticket_date >= ?
        AND NOT EXISTS (SELECT 1 FROM voids WHERE voids.number = tickets.number)
        AND NOT EXISTS (SELECT 1 FROM special_events WHERE special_events.event_id = tickets.event_id
                           AND special_events.cancelled_at IS NOT NULL)
      GROUP BY key_id`,
    [today],
  );
}
