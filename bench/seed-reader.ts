import { DatabaseSync } from 'node:sqlite';
import { HOT_EVENT, WINDOW } from './seed-rows.ts';

/** Reads a seeded database directly, not through the service: to choose requests, and to check what was stored. */
export class SeedReader {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { readOnly: true });
  }

  hotEventId(): string {
    return this.#text('SELECT event_id FROM special_events WHERE name = ?', HOT_EVENT);
  }

  /** Any `count` of the events. */
  eventIds(count: number): string[] {
    return this.#texts('SELECT event_id FROM special_events ORDER BY random() LIMIT ?', count);
  }

  /** Any `count` of the tickets. */
  ticketIds(count: number): string[] {
    return this.#texts(
      'SELECT ticket_id FROM tickets WHERE number IN (SELECT number FROM tickets ORDER BY random() LIMIT ?)',
      count,
    );
  }

  /** Up to `count` tickets for that day of the hot event. */
  hotTicketIds(day: string, count: number): string[] {
    return this.#texts(
      'SELECT ticket_id FROM tickets WHERE event_id = ? AND ticket_date = ? LIMIT ?',
      this.hotEventId(),
      day,
      count,
    );
  }

  /** Any `count` of the days on which an event without a limit can be sold: the event and the day. */
  eventDays(count: number): [eventId: string, day: string][] {
    const statement = this.#database.prepare(
      "SELECT product, day FROM slots WHERE listed = 1 AND capacity IS NULL AND product <> 'general' ORDER BY random() LIMIT ?",
    );
    statement.setReturnArrays(true);
    return statement.all(count) as unknown as [string, string][];
  }

  /** Tickets on disk for that day of the hot event, and what its counter says. */
  sold(day: string): { readonly rows: number; readonly counted: number } {
    // One statement, so that both figures are of the same moment.
    const row = this.#database
      .prepare(
        `SELECT sold AS counted, (SELECT count(*) FROM tickets WHERE event_id = days.product AND ticket_date = days.day) AS rows
           FROM slots AS days WHERE product = ? AND day = ?`,
      )
      .get(this.hotEventId(), day);
    return row as { rows: number; counted: number };
  }

  close(): void {
    this.#database.close();
  }

  #text(sql: string, ...values: (string | number)[]): string {
    return this.#texts(sql, ...values)[0] as string;
  }

  #texts(sql: string, ...values: (string | number)[]): string[] {
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    return (statement.all(...values) as unknown as [string][]).map(([text]) => text);
  }
}

export const LIST_PATH = `/special-events?startDate=${WINDOW.from}&endDate=${WINDOW.to}`;

/** A purchase on that day of the hot event. */
export function purchase(eventId: string, ticketDate: string, visitor: number) {
  return { ticketType: 'event', eventId, ticketDate, email: `visitor-${visitor}@example.com` };
}
