import { DatabaseSync } from 'node:sqlite';
import { fromStoredKey, signTicketCode } from '../src/codes/index.ts';
import type { CalendarDay } from '../src/core/calendar-day.ts';
import { museumCalendar, systemClock } from '../src/core/clock.ts';
import type { Uuid } from '../src/core/uuid.ts';

/** A ticket as it is scanned at a gate. */
export interface TodaysTicket {
  readonly ticketId: Uuid;
  readonly code: string;
}

/**
 * Dates up to `wanted` tickets for general entry to today, in a copy of the seeded database that is in use: the seeded days
 * are in the future, and the gate would refuse them. The day's counter stays, because the gate does not use it.
 */
export function openForToday(path: string, wanted: number) {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  const today = museumCalendar(systemClock, new Intl.DateTimeFormat().resolvedOptions().timeZone).today();
  database
    .prepare(
      `UPDATE tickets SET ticket_date = ? WHERE number IN
         (SELECT number FROM tickets WHERE ticket_type = 'general' ORDER BY number LIMIT ?)`,
    )
    .run(today, wanted);
  // In random order, as visitors arrive.
  const ids = database
    .prepare('SELECT ticket_id FROM tickets WHERE ticket_date = ? ORDER BY random()')
    .all(today) as unknown as { ticket_id: Uuid }[];
  const sign = signer(database, today);
  return {
    count: ids.length,
    /** Functions that make the tickets, so that only those in use are signed. */
    take: (from: number, count: number) =>
      ids.slice(from, from + count).map(({ ticket_id: ticketId }) => () => ({
        ticketId,
        get code() {
          return sign(ticketId);
        },
      })),
    /** How many scans the gate has recorded. */
    counted() {
      const row = database
        .prepare(
          `SELECT count(turn) AS admitted, count(*) - count(turn) AS others FROM check_ins WHERE direction = 'in'`,
        )
        .get();
      return row as { admitted: number; others: number };
    },
    close: () => database.close(),
  };
}

function signer(database: DatabaseSync, ticketDate: CalendarDay): (ticketId: Uuid) => string {
  const row = database
    .prepare('SELECT key_id, public_key, private_key FROM signing_keys WHERE is_current = 1')
    .get();
  const { key_id, public_key, private_key } = row as Record<string, string>;
  const key = fromStoredKey({
    keyId: key_id as string,
    publicKey: public_key as string,
    privateKey: private_key as string,
  });
  return (ticketId) => signTicketCode({ ticketId, ticketType: 'general', ticketDate }, key);
}
