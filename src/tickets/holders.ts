import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';
import { HIGHEST_NUMBER, ORDER_OF_TICKET } from './ticket.ts';

/** A ticket whose holder left an address. */
export interface Holder {
  readonly number: number;
  readonly day: CalendarDay;
  readonly email: string;
  /** What its holder was mailed last; null: nothing. */
  readonly lastMailed: string | null;
  /** Confirmation code. */
  readonly code: string;
  readonly orderId: Uuid | null;
}

/** Which tickets are sought, among those of a range of numbers, or the one with that number. */
export type SoughtTickets =
  | { readonly of: 'ticket'; readonly number: number }
  | { readonly of: 'event'; readonly eventId: Uuid }
  /** Those that were sold under these keys. */
  | { readonly of: 'keys'; readonly keyIds: readonly string[] }
  | { readonly of: 'numbers'; readonly numbers: readonly number[] };

/**
 * The tickets for days from `today` on that are not void, in the order of their numbers; the one ticket also when it
 * is. A range of numbers is read at a time, by the primary key, so that no query takes long.
 */
export function findHolders(
  queries: Queries,
  which: SoughtTickets,
  { from, to }: { readonly from: number; readonly to: number },
  today: CalendarDay,
): Promise<Holder[]> {
  const select = `SELECT tickets.number, tickets.ticket_date AS day, contacts.email,
      contacts.last_mailed AS "lastMailed", tickets.confirmation_code AS code, ${ORDER_OF_TICKET} AS "orderId"
    FROM tickets JOIN contacts ON contacts.number = tickets.number WHERE tickets.ticket_date >= ?`;
  if (which.of === 'ticket')
    return queries.all<Holder>(`${select} AND tickets.number = ?`, [today, which.number]);
  // Holders of void tickets were told so already, or were told of the ticket that replaced theirs.
  const within = `AND tickets.number > ? AND tickets.number <= ?
    AND NOT EXISTS (SELECT 1 FROM voids WHERE voids.number = tickets.number)`;
  if (which.of === 'event')
    return queries.all<Holder>(`${select} ${within} AND tickets.event_id = ? ORDER BY tickets.number`, [
      today,
      from,
      to,
      which.eventId,
    ]);
  if (which.of === 'keys') {
    const ofKeys = 'AND tickets.key_id IN ? ORDER BY tickets.number';
    return queries.all<Holder>(`${select} ${within} ${ofKeys}`, [today, from, to, which.keyIds]);
  }
  return queries.all<Holder>(`${select} ${within} AND tickets.number IN ? ORDER BY tickets.number`, [
    today,
    from,
    to,
    which.numbers,
  ]);
}

/** The number before the first ticket whose day is not over, found by two index look-ups for each day with tickets. */
export async function findLastPassed(queries: Queries, today: CalendarDay): Promise<number> {
  const row = await queries.get<{ first: number | null }>(
    `WITH RECURSIVE days (day) AS (
       SELECT min(ticket_date) FROM tickets WHERE ticket_date >= ?
       UNION ALL
       SELECT (SELECT min(ticket_date) FROM tickets WHERE ticket_date > day) FROM days WHERE day IS NOT NULL)
     SELECT min((SELECT min(number) FROM tickets WHERE ticket_date = day)) AS "first" FROM days`,
    [today],
  );
  return (row?.first ?? HIGHEST_NUMBER) - 1;
}

/** Numbers of tickets; between them are gaps of any size. */
export async function findNextTickets(queries: Queries, from: number, limit: number): Promise<number[]> {
  const rows = await queries.all<{ number: number }>(
    `SELECT number FROM tickets WHERE number > ? ORDER BY number LIMIT ?`,
    [from, limit],
  );
  return rows.map(({ number }) => number);
}
