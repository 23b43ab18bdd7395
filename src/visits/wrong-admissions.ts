import type { CalendarDay } from '../core/calendar-day.ts';
import type { Queries } from '../store/index.ts';

/** An admission by a gate without a network, which could not know that the ticket was inside already, or void. */
export interface WrongAdmission {
  /** Of the ticket. */
  readonly number: number;
  readonly what: 'twice' | 'void';
  readonly at: number;
  readonly gate: string | null;
  /** When the ticket was made void. */
  readonly voidedAt: number | null;
}

/** Those with tickets for `from` and later days, the latest first. One that was undone is not among them. */
export function findWrongAdmissions(
  queries: Queries,
  from: CalendarDay,
  limit: number,
): Promise<WrongAdmission[]> {
  return queries.all<WrongAdmission>(
    `SELECT check_ins.number AS "number", 'twice' AS "what", at AS "at", gate AS "gate", NULL AS "voidedAt"
       FROM check_ins WHERE is_conflict = 1 AND ticket_date >= ? AND undone_at IS NULL
      UNION ALL
     SELECT voids.number, 'void', at, gate, voided_at
       FROM voids JOIN check_ins ON check_ins.ticket_date = voids.ticket_date AND check_ins.number = voids.number
      WHERE voids.ticket_date >= ? AND turn IS NOT NULL AND verdict = 'admitted' AND is_conflict = 0
        AND undone_at IS NULL AND device_at IS NOT NULL AND at >= voided_at
      ORDER BY 3 DESC LIMIT ?`,
    [from, from, limit],
  );
}
