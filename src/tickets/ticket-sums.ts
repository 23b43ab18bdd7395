import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type CalendarDay, type DayRange } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';
import { IS_CANCELLED, WITH_CALLED_OFF } from './standing.ts';

/**
 * What became of the tickets of one event, category, seller and currency for a day. An exchanged ticket does not count
 * as void; a cancelled one does.
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

const IS_VOID = `(voids.number IS NOT NULL AND voids.replaced_by IS NULL) OR (${IS_CANCELLED})`;
const IS_EXCHANGED = 'voids.replaced_by IS NOT NULL';
const sumWhere = (those: string, what: string) => `sum(CASE WHEN ${those} THEN ${what} ELSE 0 END)`;

const SUMS = `
  SELECT tickets.ticket_date AS "day", event_id AS "eventId", coalesce(category, 0) AS "categoryNumber",
         sold_by AS "soldBy", currency AS "currency", count(*) AS "sold", sum(price_cents) AS "soldCents",
         ${sumWhere(IS_VOID, '1')} AS "void", ${sumWhere(IS_VOID, 'price_cents')} AS "voidCents",
         ${sumWhere(IS_EXCHANGED, '1')} AS "exchanged", ${sumWhere(IS_EXCHANGED, 'price_cents')} AS "exchangedCents"
    FROM tickets LEFT JOIN voids ON voids.number = tickets.number
    ${WITH_CALLED_OFF}
   WHERE tickets.ticket_date = ?
   GROUP BY tickets.ticket_date, event_id, category, sold_by, currency`;

/** What still depends on a key: tickets to come that admit. */
export interface TicketsOfKey {
  /** The key under which they were sold. */
  readonly keyId: string;
  readonly tickets: number;
  readonly lastDay: CalendarDay;
}

/**
 * The tickets for today and later by the key under which they were sold, without void ones and those for what was
 * called off.
 */
export function ticketsByKey(queries: Queries, today: CalendarDay): Promise<TicketsOfKey[]> {
  return queries.all<TicketsOfKey>(
    `SELECT key_id AS "keyId", count(*) AS "tickets", max(ticket_date) AS "lastDay" FROM tickets
      WHERE ticket_date >= ?
        AND NOT EXISTS (SELECT 1 FROM voids WHERE voids.number = tickets.number)
        AND NOT EXISTS (SELECT 1 FROM called_off WHERE called_off.day = ticket_date
                           AND called_off.product = coalesce(tickets.event_id, 'general'))
      GROUP BY key_id`,
    [today],
  );
}

/** The number and the total price of the tickets of one event, category, seller and currency. */
export interface TicketSum {
  /** Null: general entry. */
  readonly eventId: Uuid | null;
  readonly categoryNumber: number;
  readonly soldBy: Uuid;
  readonly currency: string;
  readonly tickets: number;
  readonly cents: number;
}

/** Sums those tickets in the database, without reading them. */
export function sumUpTickets(queries: Queries, numbers: readonly number[]): Promise<TicketSum[]> {
  return queries.all<TicketSum>(
    `SELECT event_id AS "eventId", coalesce(category, 0) AS "categoryNumber", sold_by AS "soldBy",
            currency AS "currency", count(*) AS "tickets", sum(price_cents) AS "cents"
       FROM tickets WHERE number IN ? GROUP BY event_id, category, sold_by, currency`,
    [numbers],
  );
}
