import { setImmediate as nextTurn } from 'node:timers/promises';
import { listCalledOff } from '../called-off/index.ts';
import type { Actor } from '../core/actor.ts';
import { type CalendarDay, FIRST_DAY } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { findPayments, type PaymentMethod } from '../payments/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import {
  type Contact,
  findContacts,
  findTicketsFor,
  findTicketsOf,
  findUnused,
  findVoids,
  orderOf,
  type Ticket,
  type TicketVoid,
} from '../tickets/index.ts';
import { backFor, type TicketMoney } from './account.ts';
import { ACCOUNTS_AT_ONCE, findAccounts, type OrderAccount } from './find-accounts.ts';
import { findOrdersById } from './order-store.ts';
import { lockSold } from './sold-order.ts';
import { type VoidOptions, voidTickets } from './void-order.ts';

/** What the tickets of one sale for a cancelled event come to. */
export interface CancelledSale {
  /** The id of the order, or of the ticket that was sold alone. */
  readonly saleId: Uuid;
  /** Null: a ticket that was sold alone. */
  readonly orderCode: string | null;
  /** Those for the cancelled days with which nobody came, in the order of their numbers; never none. */
  readonly tickets: readonly [Ticket, ...Ticket[]];
  /** Undefined when none was given, or it was erased. */
  readonly contact: Contact | undefined;
  /** How the sale was paid; none: its seller collected the money. */
  readonly paidBy: readonly PaymentMethod[];
  /** Hundredths: what is to be paid back by hand. */
  readonly dueCents: number;
  /** Hundredths: what goes back through the payment provider by itself, or has gone. */
  readonly onlineCents: number;
  /** When its tickets were made void, as paying back by hand does; undefined: they are not. */
  readonly settledAt: number | undefined;
}

/**
 * The sales of tickets for days of the event that were cancelled before they were over, in the order in which they were sold. It
 * queries in parts, and sales are handled in between.
 * @throws Refusal forbidden
 */
export async function findCancelledSales(
  queries: Queries,
  actor: Actor,
  eventId: Uuid,
): Promise<CancelledSale[]> {
  requirePermission(actor, 'void-tickets');
  const found: CancelledSale[] = [];
  const seen = new Set<Uuid>();
  const sinceOf = await findSince(queries, eventId);
  for (const day of sinceOf.keys()) {
    const sales = new Set((await findTicketsFor(queries, eventId, day)).map(orderOf));
    const fresh = [...sales].filter((sale) => !seen.has(sale));
    for (const sale of fresh) seen.add(sale);
    for (let at = 0; at < fresh.length; at += ACCOUNTS_AT_ONCE) {
      const part = fresh.slice(at, at + ACCOUNTS_AT_ONCE);
      found.push(...(await readSales(queries, part, { eventId, sinceOf })));
      await nextTurn();
    }
  }
  return found.sort(({ tickets: [one] }, { tickets: [other] }) => one.number - other.number);
}

/** An event whose days were cancelled, with the number of tickets for them that cost something and were not paid back. */
export interface EventToPayBack {
  readonly eventId: Uuid;
  readonly name: string;
  readonly tickets: number;
}

/** The events of which tickets are to be paid back by hand, for days from `from` on; by name. */
export async function findEventsToPayBack(queries: Queries, from: CalendarDay): Promise<EventToPayBack[]> {
  const rows = await queries.all<EventToPayBack>(
    `SELECT called_off.product AS "eventId", name AS "name", count(*) AS "tickets"
       FROM called_off JOIN special_events ON special_events.event_id = called_off.product
       JOIN tickets ON ticket_date = day AND tickets.event_id = called_off.product
      WHERE day >= ? AND price_cents > 0
        AND NOT EXISTS (SELECT 1 FROM voids WHERE voids.number = tickets.number)
        AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.order_id = tickets.order_id
                           AND refunds.event_id = called_off.product AND event_day = day)
        AND NOT EXISTS (SELECT 1 FROM check_ins WHERE check_ins.ticket_date = day AND check_ins.number = tickets.number
                           AND turn IS NOT NULL AND verdict = 'admitted' AND undone_at IS NULL)
      GROUP BY called_off.product, name ORDER BY name, called_off.product`,
    [from],
  );
  return rows.map(({ tickets, ...event }) => ({ ...event, tickets: Number(tickets) }));
}

/** By day: since when that day of the event is called off. */
async function findSince(queries: Queries, eventId: Uuid): Promise<Map<CalendarDay, number>> {
  const calledOff = await listCalledOff(queries, FIRST_DAY);
  const ofEvent = calledOff.filter(({ product }) => product === eventId);
  return new Map(ofEvent.map(({ day, calledOffAt }) => [day, calledOffAt]));
}

interface Cancelled {
  readonly eventId: Uuid;
  readonly sinceOf: ReadonlyMap<CalendarDay, number>;
}

async function readSales(
  queries: Queries,
  saleIds: readonly Uuid[],
  { eventId, sinceOf }: Cancelled,
): Promise<CancelledSale[]> {
  const sales = [...Map.groupBy(await findTicketsOf(queries, saleIds), orderOf).values()];
  const isMeant = (ticket: Ticket) => ticket.product === eventId && sinceOf.has(ticket.day);
  const meant = sales.flat().filter(isMeant);
  const numbers = meant.map(({ number }) => number);
  const [accounts, voids, notUsed, contacts, orders, payments] = await Promise.all([
    findAccounts(queries, saleIds),
    findVoids(queries, numbers),
    findUnused(queries, meant),
    findContacts(queries, numbers),
    findOrdersById(queries, saleIds),
    findPayments(queries, saleIds),
  ]);
  const unusedOnes = new Set(notUsed);
  return sales.flatMap((sold): CancelledSale[] => {
    const unused = sold.filter((ticket) => unusedOnes.has(ticket));
    const settled = unused.filter(({ number, day }) => isSettled(voids.get(number), sinceOf.get(day) ?? 0));
    const valid = unused.filter(({ number }) => !voids.has(number));
    const saleId = orderOf(sold[0] as Ticket);
    const { facts } = accounts.get(saleId) as OrderAccount;
    const ids = valid.map(({ ticketId }) => ticketId);
    const dueCents = backFor(facts, ids);
    const onlineCents = ids.reduce((sum, id) => sum + paidBackFor(facts.tickets.get(id)), 0);
    const taken = payments.filter(({ orderId, cents }) => orderId === saleId && cents > 0);
    const of = (tickets: readonly Ticket[]) => ({
      saleId,
      orderCode: orders.get(saleId)?.orderCode ?? null,
      tickets: tickets as [Ticket, ...Ticket[]],
      contact: contacts.get(tickets[0]?.number ?? 0),
      paidBy: [...new Set(taken.map(({ method }) => method))],
    });
    return [
      ...(valid.length > 0 ? [{ ...of(valid), dueCents, onlineCents, settledAt: undefined }] : []),
      ...(settled.length > 0
        ? [{ ...of(settled), dueCents: 0, onlineCents: 0, settledAt: latestOf(settled, voids) }]
        : []),
    ];
  });
}

function paidBackFor(ticket: TicketMoney | undefined): number {
  return ticket === undefined ? 0 : ticket.paidBackCents + ticket.underWayCents;
}

/** Made void once the day was cancelled, and not for another ticket. */
function isSettled(madeVoid: TicketVoid | undefined, since: number): boolean {
  return madeVoid !== undefined && madeVoid.replacedBy === null && madeVoid.voidedAt >= since;
}

function latestOf(tickets: readonly Ticket[], voids: ReadonlyMap<number, TicketVoid>): number {
  return Math.max(...tickets.map(({ number }) => voids.get(number)?.voidedAt ?? 0));
}

/**
 * Pays back what one sale for a cancelled event has due, however much that is by now, and makes its tickets for the cancelled days
 * void. What was paid back meanwhile is not paid back again.
 * @returns false when nothing is due
 * @throws Refusal forbidden or order-not-found
 */
export async function payBackCancelledSale(
  tx: Transaction,
  actor: Actor,
  {
    eventId,
    saleId,
    method,
  }: { readonly eventId: Uuid; readonly saleId: Uuid; readonly method: PaymentMethod },
  options: VoidOptions,
): Promise<boolean> {
  requirePermission(actor, 'void-tickets');
  const sold = await lockSold(tx, actor, 'all', saleId);
  const sales = await readSales(tx, [saleId], { eventId, sinceOf: await findSince(tx, eventId) });
  const due = sales.find(({ dueCents }) => dueCents > 0);
  if (due === undefined) return false;
  const refund = { method, cents: due.dueCents };
  await voidTickets(tx, actor, sold, due.tickets, { reason: PAID_BACK, refund }, options);
  return true;
}

/** Why the tickets are void: stored, as a reason that staff type. */
export const PAID_BACK = 'The date was cancelled and paid back.';
