import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { listOf, type Queries, type SqlValue } from '../store/index.ts';

/**
 * How many people have a valid ticket for those days and left an e-mail address: who has to be told when the days
 * are called off.
 * @param eventId null: general entry
 * @throws Refusal forbidden
 */
export async function countAddresses(
  queries: Queries,
  actor: Actor,
  eventId: Uuid | null,
  days: readonly CalendarDay[],
): Promise<number> {
  requirePermission(actor, 'arrange-programme');
  if (days.length === 0) return 0;
  const { list, values } = listOf<SqlValue>(days);
  const which = eventId === null ? 'tickets.event_id IS NULL' : 'tickets.event_id = ?';
  const row = await queries.get<{ people: number }>(
    `SELECT count(DISTINCT lower(contacts.email)) AS people
       FROM tickets JOIN contacts ON contacts.number = tickets.number LEFT JOIN voids ON voids.number = tickets.number
      WHERE tickets.ticket_date IN ${list} AND ${which} AND voids.number IS NULL`,
    [...values, ...(eventId === null ? [] : [eventId])],
  );
  return row?.people ?? 0;
}
