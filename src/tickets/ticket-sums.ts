import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type CalendarDay, type DayRange } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { GENERAL, type Product } from '../offers/index.ts';
import type { Queries } from '../store/index.ts';
import { IS_CANCELLED, WITH_CALLED_OFF } from './standing.ts';

/** What the tickets of a sum have in common. */
export interface SoldAlike {
  /** Null: general entry. */
  readonly eventId: Uuid | null;
  readonly categoryNumber: number;
  /** Hundredths of a percent; null: none was set. */
  readonly vat: number | null;
  readonly soldBy: Uuid;
  readonly currency: string;
  /** Null: sold without a code. */
  readonly codeId: Uuid | null;
}

/** What became of tickets for a day. An exchanged ticket does not count as void. */
export interface DaySum extends SoldAlike {
  /** The day that they are for. */
  readonly day: CalendarDay;
  readonly sold: number;
  readonly void: number;
  readonly exchanged: number;
  readonly cancelled: number;
  /** Places and prices of those that hold. */
  readonly persons: number;
  readonly revenueCents: number;
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

const BECAME = `CASE WHEN voids.replaced_by IS NOT NULL THEN 'exchanged' WHEN voids.number IS NOT NULL THEN 'void'
                     WHEN ${IS_CANCELLED} THEN 'cancelled' ELSE 'held' END`;
const countWhere = (became: string) => `sum(CASE WHEN became = '${became}' THEN 1 ELSE 0 END) AS "${became}"`;
const sumHeld = (what: string) => `sum(CASE WHEN became = 'held' THEN ${what} ELSE 0 END)`;

const SUMS = `
  SELECT ticket_date AS "day", event_id AS "eventId", category AS "categoryNumber", vat AS "vat", sold_by AS "soldBy",
         currency AS "currency", code_id AS "codeId", count(*) AS "sold",
         ${countWhere('void')}, ${countWhere('exchanged')}, ${countWhere('cancelled')},
         ${sumHeld('places')} AS "persons", ${sumHeld('price_cents')} AS "revenueCents"
    FROM (SELECT tickets.ticket_date, event_id, coalesce(category, 0) AS category, vat, sold_by, currency, code_id,
                 coalesce(places, 1) AS places, price_cents, ${BECAME} AS became
            FROM tickets LEFT JOIN voids ON voids.number = tickets.number ${WITH_CALLED_OFF}
           WHERE tickets.ticket_date = ? AND coalesce(places, 1) > 0) AS sold_tickets
   GROUP BY ticket_date, event_id, category, vat, sold_by, currency, code_id`;

/** For how many persons the tickets for that day are that hold, by what they are for. */
export async function countHolding(queries: Queries, day: CalendarDay): Promise<Map<Product, number>> {
  const holding = new Map<Product, number>();
  for (const { eventId, persons } of await queries.all<DaySum>(SUMS, [day])) {
    const product = eventId ?? GENERAL;
    holding.set(product, (holding.get(product) ?? 0) + persons);
  }
  return holding;
}

/** How many places of general entry of that day tickets for events take. */
export async function countEntryPlaces(queries: Queries, day: CalendarDay): Promise<number> {
  const row = await queries.get<{ places: number }>(
    `SELECT coalesce(sum(entry_places), 0) AS places FROM tickets
      WHERE ticket_date = ? AND entry_places IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM voids WHERE voids.number = tickets.number)`,
    [day],
  );
  return Number(row?.places ?? 0);
}

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

/** How many tickets, for how many persons, and their total price. */
export interface TicketSum extends SoldAlike {
  readonly tickets: number;
  readonly persons: number;
  readonly cents: number;
}

const SUMMED_AT_ONCE = 512;
const SUMMED_IN_RANGE = 5_000;

/** Sums those tickets, none of which comes twice, without reading them. One sum may come in several parts. */
export async function sumUpTickets(queries: Queries, numbers: readonly number[]): Promise<TicketSum[]> {
  const sums: TicketSum[] = [];
  for (let from = 0; from < numbers.length; from += SUMMED_AT_ONCE)
    sums.push(...(await sumWhere(queries, 'number IN ?', [numbers.slice(from, from + SUMMED_AT_ONCE)])));
  return sums;
}

/** Sums the tickets with numbers in that range, in parts, between which other requests are handled. */
export async function sumUpRange(queries: Queries, first: number, last: number): Promise<TicketSum[]> {
  const sums: TicketSum[] = [];
  for (let from = first; from <= last; from += SUMMED_IN_RANGE) {
    const to = Math.min(last, from + SUMMED_IN_RANGE - 1);
    sums.push(...(await sumWhere(queries, 'number BETWEEN ? AND ?', [from, to])));
    await nextTurn();
  }
  return sums;
}

function sumWhere(
  queries: Queries,
  where: string,
  values: readonly (number | readonly number[])[],
): Promise<TicketSum[]> {
  return queries.all<TicketSum>(
    `SELECT event_id AS "eventId", coalesce(category, 0) AS "categoryNumber", vat AS "vat", sold_by AS "soldBy",
            currency AS "currency", code_id AS "codeId", count(*) AS "tickets",
            sum(coalesce(places, 1)) AS "persons", sum(price_cents) AS "cents"
       FROM tickets WHERE ${where} AND coalesce(places, 1) > 0
      GROUP BY event_id, category, vat, sold_by, currency, code_id`,
    values,
  );
}
