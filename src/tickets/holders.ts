import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { mailboxOf } from '../core/email.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';

/**
 * How many different e-mail addresses are on tickets for those days that are not void: the people who are concerned when the
 * days are cancelled. It queries day by day, and sales are handled in between.
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
  const people = new Set<string>();
  for (const day of days) {
    for (const email of await findAddresses(queries, eventId, day)) people.add(mailboxOf(email));
    await nextTurn();
  }
  return people.size;
}

async function findAddresses(queries: Queries, eventId: Uuid | null, day: CalendarDay): Promise<string[]> {
  const rows = await queries.all<{ email: string }>(
    `SELECT DISTINCT contacts.email
       FROM tickets JOIN contacts ON contacts.number = tickets.number
       LEFT JOIN voids ON voids.number = tickets.number
      WHERE tickets.ticket_date = ? AND voids.number IS NULL
        AND tickets.event_id ${eventId === null ? 'IS NULL' : '= ?'}`,
    eventId === null ? [day] : [day, eventId],
  );
  return rows.map(({ email }) => email);
}
