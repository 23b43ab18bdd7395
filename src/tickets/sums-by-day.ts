import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type CalendarDay, type DayRange } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';

/**
 * What became of the tickets of one event, category, seller and currency for a day. An exchanged ticket does not count as void; one
 * for a day of an event that was cancelled does, unless it was used.
 */
export interface DaySum {
  /** The day that they are for. */
  readonly day: CalendarDay;
  /** Null: general entry. */
  readonly eventId: Uuid | null;
  readonly categoryNumber: number;
  readonly soldBy: Uuid;
  readonly currency: string;
  readonly sold: number;
  readonly soldCents: number;
  readonly void: number;
  readonly voidCents: number;
  readonly exchanged: number;
  readonly exchangedCents: number;
}

/** Sums the tickets for those days, one day at a time, so that sales are handled between two. */
export async function* sumsByDay(queries: Queries, { from, to }: DayRange): AsyncGenerator<DaySum[]> {
  const { first, last } = (await queries.get<SoldDays>(
    'SELECT min(ticket_date) AS "first", max(ticket_date) AS "last" FROM tickets',
  )) as SoldDays;
  if (first === null || last === null) return;
  const end = last < to ? last : to;
  for (let day = first > from ? first : from; day <= end; day = addDays(day, 1)) {
    yield await queries.all<DaySum>(SUMS, [day]);
    if (day === end) return; // there may be no day after it
    await nextTurn();
  }
}

interface SoldDays {
  readonly first: CalendarDay | null;
  readonly last: CalendarDay | null;
}

const IS_CANCELLED = `voids.number IS NULL AND slots.product IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM check_ins WHERE check_ins.ticket_date = tickets.ticket_date
                       AND check_ins.number = tickets.number AND turn IS NOT NULL AND undone_at IS NULL)`;
const IS_VOID = `(voids.number IS NOT NULL AND voids.replaced_by IS NULL) OR (${IS_CANCELLED})`;
const IS_EXCHANGED = 'voids.replaced_by IS NOT NULL';
const sumWhere = (those: string, what: string) => `sum(CASE WHEN ${those} THEN ${what} ELSE 0 END)`;

const SUMS = `
  SELECT tickets.ticket_date AS "day", event_id AS "eventId", coalesce(category, 0) AS "categoryNumber",
         sold_by AS "soldBy", currency AS "currency", count(*) AS "sold", sum(price_cents) AS "soldCents",
         ${sumWhere(IS_VOID, '1')} AS "void", ${sumWhere(IS_VOID, 'price_cents')} AS "voidCents",
         ${sumWhere(IS_EXCHANGED, '1')} AS "exchanged", ${sumWhere(IS_EXCHANGED, 'price_cents')} AS "exchangedCents"
    FROM tickets LEFT JOIN voids ON voids.number = tickets.number
    LEFT JOIN slots ON slots.product = event_id AND slots.day = tickets.ticket_date AND starts_at = '' AND listed = 0
   WHERE tickets.ticket_date = ?
   GROUP BY tickets.ticket_date, event_id, category, sold_by, currency`;
