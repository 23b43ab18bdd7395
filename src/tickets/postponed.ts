import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';

const TICKETS_AT_ONCE = 500;

/** Days between which tickets move, at an instant. */
interface Move {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly now: number;
}

/** Moves tickets for that day, which are locked, to another. Their ids and codes stay. */
export async function moveTickets(
  tx: Transaction,
  numbers: readonly number[],
  { from, to, now }: Move,
): Promise<void> {
  for (let at = 0; at < numbers.length; at += TICKETS_AT_ONCE) {
    const some = numbers.slice(at, at + TICKETS_AT_ONCE);
    // One that comes back may have gone away before.
    await tx.run('DELETE FROM postponed WHERE from_day IN ? AND number IN ?', [[from, to], some]);
    const rows = some.map((number) => [number, from, now]);
    await tx.insert('postponed', ['number', 'from_day', 'postponed_at'], rows);
    await tx.run('UPDATE tickets SET ticket_date = ? WHERE number IN ?', [to, some]);
    await tx.run('UPDATE imported_codes SET ticket_date = ? WHERE ticket_date = ? AND number IN ?', [
      to,
      from,
      some,
    ]);
  }
}

/** A ticket whose codes may name a day that it is not for any more. */
export interface Postponed {
  readonly ticketId: Uuid;
  /** The day that it is for now. */
  readonly day: CalendarDay;
}

/** The numbers of those of the tickets that were postponed. */
export async function findPostponedAmong(
  queries: Queries,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await queries.all<{ number: number }>('SELECT number FROM postponed WHERE number IN ?', [
    numbers,
  ]);
  return new Set(rows.map(({ number }) => number));
}

/** The tickets that are for one of those days now, or were before, and were postponed. */
export function findPostponed(queries: Queries, days: readonly CalendarDay[]): Promise<Postponed[]> {
  return queries.all<Postponed>(
    `SELECT DISTINCT ticket_id AS "ticketId", ticket_date AS "day" FROM postponed
       JOIN tickets ON tickets.number = postponed.number
      WHERE from_day IN ? OR ticket_date IN ? ORDER BY ticket_date, ticket_id`,
    [days, days],
  );
}
