import { type CalendarDay, monthOf } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import type { Entry } from '../journal/index.ts';
import { eventIn } from '../offers/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import {
  findTicketsBetween,
  findTicketsByNumber,
  type ImportDetails,
  sumUpTickets,
  type Ticket,
} from '../tickets/index.ts';

/** How many tickets were sold, voided and exchanged, and their total prices. An exchanged ticket does not count as void. */
export interface SalesFigures {
  readonly sold: number;
  readonly soldCents: number;
  readonly void: number;
  readonly voidCents: number;
  readonly exchanged: number;
  readonly exchangedCents: number;
}

/** The sales figures of one seller, event, category, day and currency. */
export interface SalesSubtotal extends SalesFigures {
  /** The museum's day on which it happened. */
  readonly day: CalendarDay;
  /** Null: general entry. */
  readonly eventId: Uuid | null;
  readonly categoryNumber: number;
  /** The account that sold the ticket, also for tickets that another account voided. */
  readonly soldBy: Uuid;
  readonly currency: string;
}

const TICKETS_AT_ONCE = 512;
const OLD_AT_ONCE = 5_000;
const FIGURES = ['sold', 'sold_cents', 'void', 'void_cents', 'exchanged', 'exchanged_cents'] as const;

/** The sums of what was sold, voided and exchanged in those journal entries. */
export async function sumSales(
  queries: Queries,
  entries: readonly Entry[],
  localOf: LocalOf,
): Promise<SalesSubtotal[]> {
  const sum = new SalesSum();
  const sales = entries.filter(({ kind }) => kind === 'tickets.sold');
  for (const [day, some] of Map.groupBy(sales, ({ at }) => localOf(at).day)) {
    const numbers = some.flatMap(({ details }) => (details as { tickets: number[] }).tickets);
    for (let from = 0; from < numbers.length; from += TICKETS_AT_ONCE) {
      const sums = await sumUpTickets(queries, numbers.slice(from, from + TICKETS_AT_ONCE));
      for (const { tickets, cents, ...key } of sums) sum.add(key, day, 'sold', tickets, cents);
    }
  }
  for (const { at, details } of entries.filter(({ kind }) => kind === 'tickets.imported'))
    for (const { tickets, cents, ...key } of (details as ImportDetails).sums)
      sum.add(key, localOf(at).day, 'sold', tickets, cents);
  const ended = entries.flatMap(({ kind, at, details }) =>
    kind === 'ticket.void' ? [{ at, ...(details as { number: number; replacedBy?: number }) }] : [],
  );
  for (const { number, at, replacedBy } of ended) {
    const [ticket] = await findTicketsByNumber(queries, [number]);
    if (ticket !== undefined)
      sum.add(
        keyOf(ticket),
        localOf(at).day,
        replacedBy === undefined ? 'void' : 'exchanged',
        1,
        ticket.priceCents,
      );
  }
  return sum.subtotals();
}

/** The sums of those sold tickets. */
export function sumTickets(tickets: readonly Ticket[], localOf: LocalOf): SalesSubtotal[] {
  const sum = new SalesSum();
  for (const ticket of tickets)
    sum.add(keyOf(ticket), localOf(ticket.soldAt).day, 'sold', 1, ticket.priceCents);
  return sum.subtotals();
}

function keyOf({ product, ...ticket }: Ticket) {
  return { ...ticket, eventId: eventIn(product) };
}

class SalesSum {
  readonly #subtotals = new Map<
    string,
    { -readonly [Member in keyof SalesSubtotal]: SalesSubtotal[Member] }
  >();

  add(
    of: Pick<SalesSubtotal, 'eventId' | 'categoryNumber' | 'soldBy' | 'currency'>,
    day: CalendarDay,
    what: 'sold' | 'void' | 'exchanged',
    tickets: number,
    cents: number,
  ) {
    const { eventId, categoryNumber, soldBy, currency } = of;
    const key = [day, eventId, categoryNumber, soldBy, currency].join(' ');
    let subtotal = this.#subtotals.get(key);
    if (subtotal === undefined) {
      subtotal = { day, eventId, categoryNumber, soldBy, currency, ...NOTHING_SOLD };
      this.#subtotals.set(key, subtotal);
    }
    subtotal[what] += tickets;
    subtotal[`${what}Cents`] += cents;
  }

  subtotals(): SalesSubtotal[] {
    return [...this.#subtotals.values()];
  }
}

const NOTHING_SOLD: SalesFigures = {
  sold: 0,
  soldCents: 0,
  void: 0,
  voidCents: 0,
  exchanged: 0,
  exchangedCents: 0,
};

/** The key for all events together. */
const ALL_EVENTS = '*';

/** Adds the subtotals to the stored figures, for each grouping of the reports. */
export async function addSales(tx: Transaction, subtotals: readonly SalesSubtotal[]): Promise<void> {
  for (const subtotal of subtotals) {
    const { day, categoryNumber } = subtotal;
    const event = subtotal.eventId ?? '';
    await add(tx, ['day', day, event && ALL_EVENTS, 0], subtotal);
    await add(tx, ['day-event', day, event, 0], subtotal);
    await add(tx, ['month-event', monthOf(day), event, 0], subtotal);
    if (categoryNumber > 0)
      await add(tx, ['day-category', day, event && ALL_EVENTS, categoryNumber], subtotal);
  }
}

export type StoredBy = 'day' | 'day-event' | 'month-event' | 'day-category';

async function add(
  tx: Transaction,
  place: readonly [of: StoredBy, period: string, eventId: string, category: number],
  subtotal: SalesSubtotal,
): Promise<void> {
  await tx.run(ADD, [
    ...place,
    subtotal.soldBy,
    subtotal.currency,
    subtotal.sold,
    subtotal.soldCents,
    subtotal.void,
    subtotal.voidCents,
    subtotal.exchanged,
    subtotal.exchangedCents,
  ]);
}

const ADD = `
  INSERT INTO sales_figures (row_of, period, event_id, category, sold_by, currency, ${FIGURES.join(', ')})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (row_of, period, event_id, category, sold_by, currency) DO UPDATE SET
  ${FIGURES.map((figure) => `${figure} = sales_figures.${figure} + excluded.${figure}`).join(', ')}`;

/** Some of the tickets after that number that are older than the journal, in order; none: that was all. */
export async function findOldTickets(queries: Queries, after: number): Promise<Ticket[]> {
  const row = await queries.get<{ end: number }>('SELECT old_tickets_end AS "end" FROM report_progress');
  const upTo = row?.end ?? 0;
  return after >= upTo ? [] : findTicketsBetween(queries, after, upTo, OLD_AT_ONCE);
}
