import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, SqlValue } from '../store/index.ts';
import { PASSAGES, passagesIn, QUARTER_MS } from './day-visits.ts';
import { ticketRanges } from './ticket-ranges.ts';

/** Passages within a quarter-hour of a day, of tickets of one event and seller. */
export interface Arrivals {
  /** Instant of its beginning. */
  readonly from: number;
  /** Null: general entry. */
  readonly eventId: Uuid | null;
  readonly categoryNumber: number;
  readonly soldBy: Uuid;
  /** First admissions; last exits of tickets that did not come in again; second admissions by gates that were offline. */
  readonly what: 'admitted' | 'left' | 'conflict';
  readonly count: number;
}

/**
 * Passages of one quarter-hour, event, category and seller may come in several parts.
 * Each ticket counts at its first admission and, if it did not come in again, at its last exit; each conflict counts. Other
 * requests are handled between two parts.
 */
export async function findArrivals(queries: Queries, day: CalendarDay): Promise<Arrivals[]> {
  const arrivals: Arrivals[] = [];
  for await (const range of ticketRanges(queries, day)) {
    const passages = passagesIn(day, range);
    arrivals.push(...(await findSome(queries, [...passages, ...passages, ...passages])));
  }
  return arrivals;
}

async function findSome(queries: Queries, values: readonly SqlValue[]): Promise<Arrivals[]> {
  const rows = await queries.all<Omit<Arrivals, 'from'> & { readonly quarter: number }>(
    `SELECT what AS "what", at / ${QUARTER_MS} AS quarter, visits.event_id AS "eventId",
            coalesce(category, 0) AS "categoryNumber", sold_by AS "soldBy", count(*) AS "count"
       FROM (SELECT 'admitted' AS what, number, max(event_id) AS event_id, min(at) AS at
               FROM (${PASSAGES}) AS passages WHERE verdict = 'admitted' GROUP BY number
              UNION ALL
             SELECT 'left', number, max(event_id), max(at) FROM (${PASSAGES}) AS passages GROUP BY number
             HAVING max(CASE WHEN verdict = 'left' THEN place END) >= max(CASE WHEN verdict = 'admitted' THEN place END)
              UNION ALL
             SELECT 'conflict', number, event_id, at FROM (${PASSAGES}) AS passages WHERE is_conflict = 1) AS visits
       JOIN tickets ON tickets.number = visits.number
      GROUP BY what, at / ${QUARTER_MS}, visits.event_id, category, sold_by`,
    values,
  );
  return rows.map(({ quarter, ...rest }) => ({ from: quarter * QUARTER_MS, ...rest }));
}
