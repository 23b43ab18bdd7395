import { type BecauseCalledOff, type CalledOff, calledOffKey, findCalledOff } from '../called-off/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import { GENERAL } from '../offers/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import { findPassages, firstUseOf } from '../visits/index.ts';
import { ORDER_OF_TICKET, PRODUCT_OF_TICKET, type Ticket } from './ticket.ts';
import { type BecauseVoid, findVoids, type TicketVoid } from './voids.ts';

export const TICKET_STATES = ['valid', 'admitted', 'void', 'cancelled', 'expired'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** How a ticket stands, and why it is void or cancelled. */
export interface Standing {
  readonly state: TicketState;
  readonly because?: BecauseVoid | BecauseCalledOff;
}

/** What the standing of a ticket follows from. */
export interface StandingFacts {
  /** That of the ticket. */
  readonly day: CalendarDay;
  readonly madeVoid: TicketVoid | undefined;
  /** What it is for was called off. */
  readonly calledOff: CalledOff | undefined;
  /** The instant of the first admission that was not taken back. */
  readonly firstUsedAt: number | undefined;
  /** The museum’s current day, which may last beyond midnight. */
  readonly today: CalendarDay;
}

/**
 * How a ticket stands: the first that applies. It is void; it was used by the time at which what it is for was called off; that was
 * called off; it was used; its day is over; it is valid. Whatever says or decides something about a ticket asks this.
 */
export function standingOf({ day, madeVoid, calledOff, firstUsedAt, today }: StandingFacts): Standing {
  if (madeVoid !== undefined) return { state: 'void', because: madeVoid.because };
  if (calledOff !== undefined && !(firstUsedAt !== undefined && firstUsedAt <= calledOff.calledOffAt))
    return { state: 'cancelled', because: calledOff.because };
  if (firstUsedAt !== undefined) return { state: 'admitted' };
  return { state: day < today ? 'expired' : 'valid' };
}

/** Whether it is neither void nor cancelled: it admits on its day, or has admitted, or might have. */
export function holds(state: TicketState): boolean {
  return state !== 'void' && state !== 'cancelled';
}

/** How each of those tickets stands, by number. */
export async function findStandings(
  queries: Queries,
  tickets: readonly Ticket[],
  today: CalendarDay,
): Promise<Map<number, Standing>> {
  const [voids, calledOff, passages] = await Promise.all([
    findVoids(
      queries,
      tickets.map(({ number }) => number),
    ),
    findCalledOffFor(queries, tickets),
    findPassages(queries, tickets),
  ]);
  return new Map(
    tickets.map(({ number, day }) => {
      const firstUsedAt = firstUseOf(passages.get(number) ?? []);
      const facts = {
        day,
        madeVoid: voids.get(number),
        calledOff: calledOff.get(number),
        firstUsedAt,
        today,
      };
      return [number, standingOf(facts)];
    }),
  );
}

/** What was called off of what those tickets are for, by their numbers. */
export async function findCalledOffFor(
  queries: Queries,
  tickets: readonly Pick<Ticket, 'number' | 'product' | 'day'>[],
): Promise<Map<number, CalledOff>> {
  const calledOff = await findCalledOff(queries, tickets);
  return new Map(
    tickets.flatMap((ticket) => {
      const found = calledOff.get(calledOffKey(ticket));
      return found === undefined ? [] : [[ticket.number, found] as const];
    }),
  );
}

const TICKETS_IN_ENTRY = 1_000;

/** What the journal says of tickets that are cancelled, or no more. */
export interface StandingDetails extends Pick<CalledOff, 'day' | 'because'> {
  readonly tickets: readonly number[];
  /** When they were, if an instance of the version before has called it off, which was noticed later. */
  readonly since?: number;
}

/** What the entries about its standing are about. */
export function standingSubject({ product, day }: Pick<Ticket, 'product' | 'day'>): string {
  return product === GENERAL ? day : product;
}

/**
 * Says in the journal that those tickets for what was called off are cancelled now, or no more.
 * @param since when they are so, if not now
 */
export async function recordStandings(
  context: ActionContext,
  kind: 'tickets.called-off' | 'tickets.taken-up',
  calledOff: CalledOff,
  numbers: readonly number[],
  since = context.now,
): Promise<void> {
  const { day, because } = calledOff;
  const subject = standingSubject(calledOff);
  for (let from = 0; from < numbers.length; from += TICKETS_IN_ENTRY) {
    const tickets = numbers.slice(from, from + TICKETS_IN_ENTRY);
    const details: StandingDetails = { day, because, tickets, ...(since !== context.now && { since }) };
    await record(context, { kind, subject, details });
  }
}

/** A row of `tickets` with `called_off`, whose columns are NULL where it takes place. */
export const WITH_CALLED_OFF = `LEFT JOIN called_off
    ON called_off.day = tickets.ticket_date AND called_off.product = ${PRODUCT_OF_TICKET}`;

/**
 * For the tickets of what was called off: `FROM called_off CROSS JOIN tickets WHERE ...`. With that join, SQLite begins with the few
 * rows of `called_off` instead of all tickets.
 */
export const IS_FOR_CALLED_OFF = `tickets.ticket_date = called_off.day AND ${PRODUCT_OF_TICKET} = called_off.product`;

/** `standingOf` in SQL: whether a row of `tickets`, joined by WITH_CALLED_OFF and with `voids`, is cancelled. */
export const IS_CANCELLED = `voids.number IS NULL AND called_off.product IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM check_ins
                     WHERE check_ins.ticket_date = tickets.ticket_date AND check_ins.number = tickets.number
                       AND turn IS NOT NULL AND verdict = 'admitted' AND entry IS NULL AND undone_at IS NULL
                       AND at <= called_off_at)`;

/** The orders of cancelled tickets that cost something, or the tickets themselves that were sold alone. */
export async function findSalesCalledOff(queries: Queries): Promise<Uuid[]> {
  const rows = await queries.all<{ sale: Uuid }>(
    `SELECT DISTINCT coalesce(${ORDER_OF_TICKET}, tickets.ticket_id) AS "sale"
       FROM called_off CROSS JOIN tickets LEFT JOIN voids ON voids.number = tickets.number
      WHERE ${IS_FOR_CALLED_OFF} AND price_cents > 0 AND ${IS_CANCELLED}`,
  );
  return rows.map(({ sale }) => sale);
}

/** The numbers of the cancelled tickets for what was called off, as it was written down. */
export async function findCancelled(
  queries: Queries,
  { product, day, calledOffAt }: CalledOff,
): Promise<number[]> {
  const rows = await queries.all<{ number: number }>(
    `SELECT tickets.number FROM tickets LEFT JOIN voids ON voids.number = tickets.number
       CROSS JOIN (SELECT CAST(? AS TEXT) AS product, CAST(? AS BIGINT) AS called_off_at) AS called_off
      WHERE tickets.ticket_date = ? AND ${PRODUCT_OF_TICKET} = ? AND ${IS_CANCELLED} ORDER BY tickets.number`,
    [product, calledOffAt, day, product],
  );
  return rows.map(({ number }) => number);
}
