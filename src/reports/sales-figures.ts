import { type CalendarDay, monthOf } from '../core/calendar-day.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import type { Entry, JournalKind } from '../journal/index.ts';
import { eventIn } from '../offers/index.ts';
import { findAccount, findCollected } from '../orders/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import {
  CANCELLING,
  findStandingChanges,
  findTicketsBetween,
  findTicketsByNumber,
  findVoidsOfBefore,
  type ImportDetails,
  orderOf,
  type SoldAlike,
  type StandingDetails,
  sumUpRange,
  sumUpTickets,
  type Ticket,
  type TicketSum,
} from '../tickets/index.ts';

/** What was sold and what became of it. An exchanged ticket does not count as void, and a void one not as cancelled. */
export interface SalesFigures {
  readonly sold: number;
  readonly void: number;
  readonly exchanged: number;
  /** Less those that are valid again, void or exchanged: below zero on the day on which they became so. */
  readonly cancelled: number;
  /** Places and prices of what was sold, less those of the others. */
  readonly persons: number;
  readonly revenueCents: number;
  /** The price of all that was sold. */
  readonly soldCents: number;
  /**
   * The price of what their sellers have collected, of sales that recorded no payment; less what was charged for tickets that were
   * exchanged into another currency, which is settled with the buyer.
   */
  readonly collectedCents: number;
}

/** The sales figures of tickets that are alike, on a day. They count for the account that sold them. */
export interface SalesSubtotal extends SalesFigures, SoldAlike {
  /** The museum's day on which it happened. */
  readonly day: CalendarDay;
}

type Became = 'sold' | 'void' | 'exchanged' | 'cancelled';

const OLD_AT_ONCE = 5_000;
const COUNTS = ['sold', 'void', 'exchanged', 'cancelled', 'persons'] as const;
const FIGURES = [...COUNTS, 'revenue_cents', 'sold_cents', 'collected_cents'] as const;

/** The sums of what was sold, called off, taken up again, voided and exchanged in those journal entries. */
export async function sumSales(
  queries: Queries,
  entries: readonly Entry[],
  localOf: LocalOf,
): Promise<SalesSubtotal[]> {
  const sum = new SalesSum();
  const adding: Adding = { queries, sum, dayOf: (at) => localOf(at).day };
  const ofKind = (...kinds: readonly JournalKind[]) => entries.filter(({ kind }) => kinds.includes(kind));
  await addSold(adding, ofKind('tickets.sold'));
  await addImported(adding, ofKind('tickets.imported'));
  await addCancelled(adding, ofKind(...CANCELLING));
  await addEnded(adding, ofKind('ticket.void'));
  return sum.subtotals();
}

interface Adding {
  readonly queries: Queries;
  readonly sum: SalesSum;
  readonly dayOf: (at: number) => CalendarDay;
}

/** All sales of a day at once: each has an entry, and few of them name many tickets. */
async function addSold({ queries, sum, dayOf }: Adding, entries: readonly Entry[]): Promise<void> {
  for (const [day, some] of Map.groupBy(entries, ({ at }) => dayOf(at))) {
    const numbers = some.flatMap(({ details }) => (details as { tickets: number[] }).tickets);
    for (const tickets of await sumUpTickets(queries, numbers)) sum.add(tickets, day, 'sold');
    const collected = await findCollected(queries, numbers);
    for (const tickets of await sumUpTickets(queries, collected)) sum.collect(tickets, day);
  }
}

async function addImported({ queries, sum, dayOf }: Adding, entries: readonly Entry[]): Promise<void> {
  for (const { at, details } of entries) {
    const { first, last } = details as ImportDetails;
    for (const tickets of await sumUpRange(queries, first, last)) {
      sum.add(tickets, dayOf(at), 'sold');
      sum.collect(tickets, dayOf(at));
    }
  }
}

async function addCancelled({ queries, sum, dayOf }: Adding, entries: readonly Entry[]): Promise<void> {
  for (const { kind, at, details } of entries) {
    const { tickets: numbers, since = at } = details as StandingDetails;
    const times = kind === 'tickets.called-off' ? 1 : -1;
    for (const tickets of await sumUpTickets(queries, numbers))
      sum.add(tickets, dayOf(since), 'cancelled', times);
  }
}

async function addEnded({ queries, sum, dayOf }: Adding, entries: readonly Entry[]): Promise<void> {
  const ends = entries.map(({ at, details }) => ({ at, ...(details as VoidDetails) }));
  const tickets = await findTicketsByNumber(
    queries,
    ends.map(({ number }) => number),
  );
  const byNumber = new Map(tickets.map((ticket) => [ticket.number, ticket]));
  const unsaid = ends
    .filter(({ was }) => was === undefined)
    .flatMap(({ number }) => byNumber.get(number) ?? []);
  const wereCancelled = await findCancelledBefore(queries, unsaid);
  const givenBack = await findGivenBack(queries, ends, byNumber);
  for (const { at, number, replacedBy, was } of ends) {
    const ticket = byNumber.get(number);
    // One with which a gate is tried takes no place, and counts nowhere.
    if (ticket === undefined || ticket.places === 0) continue;
    if (was === 'cancelled' || wereCancelled.has(number)) sum.add(oneOf(ticket), dayOf(at), 'cancelled', -1);
    sum.add(oneOf(ticket), dayOf(at), replacedBy === undefined ? 'void' : 'exchanged');
    const cents = givenBack.get(number);
    if (cents !== undefined) sum.collect({ ...oneOf(ticket), cents: -cents }, dayOf(at));
  }
}

interface VoidDetails {
  readonly number: number;
  readonly replacedBy?: number;
  readonly was?: 'cancelled';
}

/** By number, what was charged for tickets that were exchanged into another currency: it was given back, as accounts say. */
async function findGivenBack(
  queries: Queries,
  ends: readonly VoidDetails[],
  byNumber: ReadonlyMap<number, Ticket>,
): Promise<Map<number, number>> {
  const made = await findTicketsByNumber(
    queries,
    ends.flatMap(({ replacedBy }) => replacedBy ?? []),
  );
  const currencies = new Map(made.map(({ number, currency }) => [number, currency]));
  const givenBack = new Map<number, number>();
  for (const { number, replacedBy = 0 } of ends) {
    const ticket = byNumber.get(number);
    const currency = currencies.get(replacedBy);
    if (ticket === undefined || currency === undefined || currency === ticket.currency) continue;
    const { facts } = await findAccount(queries, orderOf(ticket));
    givenBack.set(number, facts.tickets.get(ticket.ticketId)?.chargedCents ?? 0);
  }
  return givenBack;
}

/** The numbers of those void tickets that were cancelled, and were made void by an instance of version 1.0, which does not say so. */
async function findCancelledBefore(queries: Queries, tickets: readonly Ticket[]): Promise<Set<number>> {
  const ofBefore = await findVoidsOfBefore(
    queries,
    tickets.map(({ number }) => number),
  );
  if (ofBefore.size === 0) return ofBefore;
  const changes = await findStandingChanges(
    queries,
    tickets.filter(({ number }) => ofBefore.has(number)),
  );
  return new Set([...ofBefore].filter((number) => changes.get(number)?.at(-1)?.isCancelled));
}

/** The sums of those sold tickets. */
export function sumTickets(tickets: readonly Ticket[], localOf: LocalOf): SalesSubtotal[] {
  const sum = new SalesSum();
  for (const ticket of tickets) {
    sum.add(oneOf(ticket), localOf(ticket.soldAt).day, 'sold');
    sum.collect(oneOf(ticket), localOf(ticket.soldAt).day);
  }
  return sum.subtotals();
}

function oneOf({ product, places, priceCents, ...ticket }: Ticket): TicketSum {
  return { ...ticket, eventId: eventIn(product), tickets: 1, persons: places, cents: priceCents };
}

class SalesSum {
  readonly #subtotals = new Map<
    string,
    { -readonly [Member in keyof SalesSubtotal]: SalesSubtotal[Member] }
  >();

  /** @param times -1: they are that no more */
  add(of: TicketSum, day: CalendarDay, became: Became, times: 1 | -1 = 1) {
    const subtotal = this.#subtotalFor(of, day);
    const sign = became === 'sold' ? times : -times;
    subtotal[became] += times * of.tickets;
    subtotal.persons += sign * of.persons;
    subtotal.revenueCents += sign * of.cents;
    if (became === 'sold') subtotal.soldCents += of.cents;
  }

  collect(of: TicketSum, day: CalendarDay) {
    this.#subtotalFor(of, day).collectedCents += of.cents;
  }

  #subtotalFor({ eventId, categoryNumber, vat, soldBy, currency, codeId }: TicketSum, day: CalendarDay) {
    const key = [day, eventId, categoryNumber, vat, soldBy, currency, codeId].join(' ');
    let subtotal = this.#subtotals.get(key);
    if (subtotal === undefined) {
      subtotal = { day, eventId, categoryNumber, vat, soldBy, currency, codeId, ...NOTHING_SOLD };
      this.#subtotals.set(key, subtotal);
    }
    return subtotal;
  }

  subtotals(): SalesSubtotal[] {
    return [...this.#subtotals.values()];
  }
}

const NOTHING_SOLD: SalesFigures = {
  sold: 0,
  void: 0,
  exchanged: 0,
  cancelled: 0,
  persons: 0,
  revenueCents: 0,
  soldCents: 0,
  collectedCents: 0,
};

/** The key for all events together. */
const ALL_EVENTS = '*';

/** Adds the subtotals to the stored figures, for each grouping of the reports. */
export async function addSales(tx: Transaction, subtotals: readonly SalesSubtotal[]): Promise<void> {
  for (const subtotal of subtotals) {
    const { day, categoryNumber, vat, codeId } = subtotal;
    const event = subtotal.eventId ?? '';
    const either = event && ALL_EVENTS;
    await add(tx, ['day', day, either, 0], subtotal);
    await add(tx, ['day-event', day, event, 0], subtotal);
    await add(tx, ['month-event', monthOf(day), event, 0], subtotal);
    if (categoryNumber > 0) await add(tx, ['day-category', day, either, categoryNumber], subtotal);
    await add(tx, ['day-vat', day, either, vat ?? NO_VAT], subtotal);
    if (codeId !== null)
      await add(tx, ['day-code', day, codeId, event === '' ? OF_GENERAL : OF_EVENTS], subtotal);
  }
}

/** Stands for the tickets without a rate of VAT. */
export const NO_VAT = -1;

/** What tickets with a code are for: their rows have the code where others have the event. */
const [OF_GENERAL, OF_EVENTS] = [0, 1];

export type StoredBy = 'day' | 'day-event' | 'month-event' | 'day-category' | 'day-vat' | 'day-code';

async function add(
  tx: Transaction,
  place: readonly [of: StoredBy, period: string, eventOrCode: string, part: number],
  subtotal: SalesSubtotal,
): Promise<void> {
  const { soldBy, currency, sold, exchanged, cancelled, persons } = subtotal;
  const counts = [sold, subtotal.void, exchanged, cancelled, persons];
  const { revenueCents, soldCents, collectedCents } = subtotal;
  await tx.run(ADD, [...place, soldBy, currency, ...counts, revenueCents, soldCents, collectedCents]);
}

const ADD = `
  INSERT INTO sales_totals (row_of, period, event_id, part, sold_by, currency, ${FIGURES.join(', ')})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (row_of, period, event_id, part, sold_by, currency) DO UPDATE SET
  ${FIGURES.map((figure) => `${figure} = sales_totals.${figure} + excluded.${figure}`).join(', ')}`;

/** Some of the tickets after that number that are older than the journal, in order; none: that was all. */
export async function findOldTickets(queries: Queries, after: number): Promise<Ticket[]> {
  const row = await queries.get<{ end: number }>('SELECT old_tickets_end AS "end" FROM figures_progress');
  const upTo = row?.end ?? 0;
  return after >= upTo ? [] : findTicketsBetween(queries, after, upTo, OLD_AT_ONCE);
}
