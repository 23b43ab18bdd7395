import type { CalendarDay } from '../core/calendar-day.ts';
import { inList, type Queries, type SqlValue, type Transaction } from '../store/index.ts';
import { lockTickets } from './ticket-store.ts';

/**
 * Erases the contacts of those tickets. It waits for a running exchange, which copies the contact to the new ticket.
 * @returns how many contacts were erased.
 */
export async function forgetContacts(tx: Transaction, numbers: readonly number[]): Promise<number> {
  await lockTickets(tx, { numbers });
  const { list, values } = inList<SqlValue>(numbers);
  return tx.run(`DELETE FROM contacts WHERE number IN ${list}`, values);
}

/** Numbers of tickets for that day that still have a contact, at most `limit`. */
export async function findReachable(queries: Queries, day: CalendarDay, limit: number): Promise<number[]> {
  const rows = await queries.all<{ number: number }>(
    `SELECT tickets.number FROM tickets JOIN contacts ON contacts.number = tickets.number
      WHERE ticket_date = ? ORDER BY tickets.number LIMIT ?`,
    [day, limit],
  );
  return rows.map(({ number }) => number);
}

/** The first day after `day`, up to `last`, that tickets were sold for. */
export async function nextTicketDay(
  queries: Queries,
  day: CalendarDay | '',
  last: CalendarDay,
): Promise<CalendarDay | undefined> {
  const row = await queries.get<{ day: CalendarDay }>(
    'SELECT ticket_date AS day FROM tickets WHERE ticket_date > ? AND ticket_date <= ? ORDER BY ticket_date LIMIT 1',
    [day, last],
  );
  return row?.day;
}
