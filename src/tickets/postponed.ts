import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Entry, findOfKinds } from '../journal/index.ts';
import { eventIn } from '../offers/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import type { Ticket } from './ticket.ts';

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

/** For which day those of the tickets that were postponed were before the last time, by number. */
export async function findPostponedFrom(
  queries: Queries,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, CalendarDay>> {
  const rows = await queries.all<{ number: number; from: CalendarDay }>(
    'SELECT number, from_day AS "from" FROM postponed WHERE number IN ? ORDER BY postponed_at, from_day',
    [numbers],
  );
  return new Map(rows.map(({ number, from }) => [number, from]));
}

/** An entry of the journal about a date that was postponed. */
export interface Postponement extends Entry {
  readonly details: {
    readonly from: CalendarDay;
    readonly reason?: string;
    /** Their numbers. */
    readonly tickets: readonly number[];
  };
}

/** The postponements of any of those tickets, in the order in which they were recorded. */
export async function findPostponements(
  queries: Queries,
  tickets: readonly Pick<Ticket, 'number' | 'product'>[],
): Promise<Postponement[]> {
  const numbers = new Set(tickets.map(({ number }) => number));
  const eventIds = [...new Set(tickets.flatMap(({ product }) => eventIn(product) ?? []))];
  if (eventIds.length === 0) return [];
  const entries = (await findOfKinds(queries, ['event.postponed'], eventIds)) as Postponement[];
  return entries.filter(({ details }) => details.tickets.some((number) => numbers.has(number)));
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
