import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { inList, type Queries, type SqlValue, type Transaction } from '../store/index.ts';

/** Since when and why a ticket is void, and the ticket it was exchanged for. */
export interface TicketVoid {
  readonly number: number;
  readonly voidedAt: number;
  /** Number of the ticket that took its place. */
  readonly replacedBy: number | null;
  readonly reason: string;
}

export async function addVoid(
  tx: Transaction,
  ticket: { readonly number: number; readonly ticketId: Uuid; readonly ticketDate: CalendarDay },
  action: {
    readonly reason: string;
    readonly accountId: Uuid | null;
    readonly now: number;
    readonly replacedBy?: number;
  },
): Promise<void> {
  await tx.insert(
    'voids',
    ['number', 'ticket_id', 'ticket_date', 'reason', 'voided_at', 'voided_by', 'replaced_by'],
    [
      [
        ticket.number,
        ticket.ticketId,
        ticket.ticketDate,
        action.reason,
        action.now,
        action.accountId,
        action.replacedBy ?? null,
      ],
    ],
  );
}

/** Those of the tickets that are void, by number. */
export async function findVoids(
  queries: Queries,
  numbers: readonly number[],
): Promise<Map<number, TicketVoid>> {
  if (numbers.length === 0) return new Map();
  const { list, values } = inList(numbers);
  const rows = await queries.all<VoidRow>(`${SELECT} WHERE number IN ${list}`, values);
  return new Map(rows.map((row) => [row.number, fromRow(row)]));
}

export async function isVoid(queries: Queries, number: number): Promise<boolean> {
  return (await findVoids(queries, [number])).size > 0;
}

/** The tickets that those were exchanged from: number of the old one, by number of the new one. */
export async function findReplaced(
  queries: Queries,
  numbers: readonly number[],
): Promise<Map<number, number>> {
  if (numbers.length === 0) return new Map();
  const { list, values } = inList(numbers);
  const rows = await queries.all<VoidRow>(
    `${SELECT} WHERE replaced_by IN ${list} AND replaced_by IS NOT NULL`,
    values,
  );
  return new Map(rows.map(({ number, replaced_by }) => [replaced_by as number, number]));
}

/** Ids of the tickets for those days that are void; of those numbers only, when some are given. */
export async function findVoidsOn(
  queries: Queries,
  days: readonly CalendarDay[],
  numbers?: readonly number[],
): Promise<Uuid[]> {
  if (numbers?.length === 0) return [];
  const on = inList<SqlValue>(days);
  const of = numbers && inList(numbers);
  const rows = await queries.all<{ ticket_id: Uuid }>(
    `SELECT ticket_id FROM voids WHERE ticket_date IN ${on.list}${of ? ` AND number IN ${of.list}` : ''} ORDER BY number`,
    [...on.values, ...(of?.values ?? [])],
  );
  return rows.map(({ ticket_id }) => ticket_id);
}

const SELECT = 'SELECT number, voided_at, replaced_by, reason FROM voids';

interface VoidRow {
  readonly number: number;
  readonly voided_at: number;
  readonly replaced_by: number | null;
  readonly reason: string;
}

function fromRow({ number, voided_at, replaced_by, reason }: VoidRow): TicketVoid {
  return { number, voidedAt: voided_at, replacedBy: replaced_by, reason };
}
