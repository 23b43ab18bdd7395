import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';

/** Returned: given back by its buyer. */
export const BECAUSE_VOID = ['voided', 'exchanged', 'returned'] as const;
export type BecauseVoid = (typeof BECAUSE_VOID)[number];

/** Since when and why a ticket is void, and the ticket it was exchanged for. */
export interface TicketVoid {
  readonly number: number;
  readonly because: BecauseVoid;
  readonly voidedAt: number;
  /** Number of the ticket that took its place. */
  readonly replacedBy: number | null;
  /** Empty: none was given. */
  readonly reason: string;
}

/** Those of the tickets that are void, by number. */
export async function findVoids(
  queries: Queries,
  numbers: readonly number[],
): Promise<Map<number, TicketVoid>> {
  const rows = await queries.all<TicketVoid>(`${SELECT} WHERE number IN ?`, [numbers]);
  return new Map(rows.map((theVoid) => [theVoid.number, theVoid]));
}

export async function isVoid(queries: Queries, number: number): Promise<boolean> {
  return (await findVoids(queries, [number])).size > 0;
}

/** The tickets that those were exchanged from: number of the old one, by number of the new one. */
export async function findReplaced(
  queries: Queries,
  numbers: readonly number[],
): Promise<Map<number, number>> {
  const rows = await queries.all<TicketVoid>(`${SELECT} WHERE replaced_by IN ? AND replaced_by IS NOT NULL`, [
    numbers,
  ]);
  return new Map(rows.map(({ number, replacedBy }) => [replacedBy as number, number]));
}

/** Those of the void tickets that an instance of version 1.0 made void: it does not say what they were. */
export async function findVoidsOfBefore(queries: Queries, numbers: readonly number[]): Promise<Set<number>> {
  const rows = await queries.all<{ number: number }>(
    'SELECT number FROM voids WHERE number IN ? AND because IS NULL',
    [numbers],
  );
  return new Set(rows.map(({ number }) => number));
}

/** The tickets for those days that are void; of those numbers only, when some are given. */
export async function findVoidsOn(
  queries: Queries,
  days: readonly CalendarDay[],
  numbers?: readonly number[],
): Promise<VoidOnDay[]> {
  return queries.all<VoidOnDay>(
    `SELECT ticket_id AS "ticketId", ${BECAUSE} FROM voids WHERE ticket_date IN ?${numbers ? ' AND number IN ?' : ''} ORDER BY number`,
    numbers ? [days, numbers] : [days],
  );
}

export interface VoidOnDay extends Pick<TicketVoid, 'because'> {
  readonly ticketId: Uuid;
}

const BECAUSE = `coalesce(because, CASE WHEN replaced_by IS NULL THEN 'voided' ELSE 'exchanged' END) AS "because"`;

const SELECT = `SELECT number, voided_at AS "voidedAt", replaced_by AS "replacedBy", reason, ${BECAUSE} FROM voids`;
