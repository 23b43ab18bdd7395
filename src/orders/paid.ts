import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  type Amount,
  addPayments,
  findOwed,
  findPayments,
  makePayments,
  refundOnline,
} from '../payments/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import {
  findReplaced,
  findTicketsByNumber,
  findTicketsOf,
  findVoids,
  lockTickets,
  type Ticket,
} from '../tickets/index.ts';

/** The id under which a ticket was paid: that of its order, or its own if it was sold alone. */
export function paidUnder({ orderId, ticketId }: Pick<Ticket, 'orderId' | 'ticketId'>): Uuid {
  return orderId ?? ticketId;
}

/**
 * Pays money back for an order, or for a ticket that was sold alone. What a provider took is owed until it has paid it back.
 * @param tickets all of it, locked
 * @throws Refusal refund-too-high
 */
export async function payBack(
  tx: Transaction,
  actor: Actor,
  tickets: readonly Ticket[],
  { method, cents }: Amount,
  { day, now }: { readonly day: CalendarDay; readonly now: number },
): Promise<void> {
  const [first] = tickets;
  if (first === undefined) throw new Error('Nothing was sold that could be paid back.');
  const { currency } = first;
  const { remains, sales } = await findRemaining(tx, tickets);
  if (cents > remains) throw new Refusal('refund-too-high', { remains, asked: cents, currency });
  const orderId = paidUnder(first);
  if (method === 'online' && (await refundOnline(tx, actor, sales, { orderId, cents, reason: 'void' }, now)))
    return;
  const payment = { orderId, method, cents: -cents, currency, day, at: now };
  await addPayments(tx, actor, makePayments(actor, [payment]));
}

/**
 * Locks these tickets and all that they were exchanged for or from, so that nobody else pays any of it back meanwhile. Tickets
 * are locked before slots: whoever pays back what gives places back calls this first.
 */
export async function lockExchanged(tx: Transaction, tickets: readonly Ticket[]): Promise<Exchanged> {
  const exchanged = await findExchanged(tx, tickets);
  await lockTickets(tx, { numbers: exchanged.tickets.map(({ number }) => number) });
  return exchanged;
}

/**
 * What was paid, and neither paid back nor is owed, in cents, for these tickets and all that they were exchanged for or from. What has no
 * payments counts as paid in full, since its seller has collected it. For an exchange, that is what the new ticket costs
 * more than the old one.
 */
async function findRemaining(tx: Transaction, tickets: readonly Ticket[]) {
  const remains = await remainsBySale(tx, await lockExchanged(tx, tickets));
  return { remains: sum([...remains.values()]), sales: [...remains.keys()] };
}

/**
 * The same as it is now, for many sales at once: by the id under which they were paid.
 * @param sales all tickets of each
 */
export async function findRemainingOf(
  queries: Queries,
  sales: readonly (readonly Ticket[])[],
): Promise<Map<Uuid, number>> {
  const numbers = sales.flat().map(({ number }) => number);
  const [before, voids] = [await findReplaced(queries, numbers), await findVoids(queries, numbers)];
  const isExchanged = ({ number }: Ticket) =>
    before.has(number) || (voids.get(number)?.replacedBy ?? null) !== null;
  const tickets = sales.filter((sold) => !sold.some(isExchanged)).flat();
  const remains = await remainsBySale(queries, { tickets, worth: ({ priceCents }) => priceCents });
  for (const sold of sales.filter((each) => each.some(isExchanged))) {
    const connected = await remainsBySale(queries, await findExchanged(queries, sold));
    remains.set(paidUnder(sold[0] as Ticket), sum([...connected.values()]));
  }
  return remains;
}

/** Of each sale for itself. */
async function remainsBySale(queries: Queries, { tickets, worth }: Exchanged): Promise<Map<Uuid, number>> {
  const bySale = Map.groupBy(tickets, paidUnder);
  const sales = [...bySale.keys()];
  if (sales.length === 0) return new Map();
  // First, so that what is paid back meanwhile is not missed.
  const owed = await findOwed(queries, sales);
  const payments = Map.groupBy(await findPayments(queries, sales), ({ orderId }) => orderId);
  const remains = [...bySale].map(([sale, sold]) => {
    const cents = (payments.get(sale) ?? []).map((payment) => payment.cents);
    const paid = sum(cents.filter((each) => each > 0)) || sum(sold.map(worth));
    return [sale, paid + sum(cents.filter((each) => each < 0)) - (owed.get(sale) ?? 0)] as const;
  });
  return new Map(remains);
}

interface Exchanged {
  readonly tickets: readonly Ticket[];
  /** What a ticket was worth when it was sold. */
  worth(ticket: Ticket): number;
}

/** All tickets of the sales that are connected with these by exchanges, and what each was worth when it was sold. */
async function findExchanged(queries: Queries, tickets: readonly Ticket[]): Promise<Exchanged> {
  const known = new Map(tickets.map((ticket) => [ticket.number, ticket]));
  const replaced = new Map<number, number>();
  for (let fresh = [...tickets]; fresh.length > 0; ) {
    const numbers = fresh.map(({ number }) => number);
    const [before, voids] = [await findReplaced(queries, numbers), await findVoids(queries, numbers)];
    for (const [number, old] of before) replaced.set(number, old);
    for (const { number, replacedBy } of voids.values())
      if (replacedBy !== null) replaced.set(replacedBy, number);
    const others = [...before.values(), ...[...voids.values()].flatMap(({ replacedBy }) => replacedBy ?? [])];
    const found = await findTicketsByNumber(
      queries,
      others.filter((number) => !known.has(number)),
    );
    const orderIds = [...new Set(found.flatMap(({ orderId }) => orderId ?? []))];
    const together = orderIds.length === 0 ? [] : await findTicketsOf(queries, orderIds);
    fresh = [...found, ...together].filter(({ number }) => !known.has(number));
    for (const ticket of fresh) known.set(ticket.number, ticket);
  }
  const worth = ({ number, priceCents }: Ticket) => {
    const old = known.get(replaced.get(number) ?? 0);
    return old === undefined ? priceCents : Math.max(0, priceCents - old.priceCents);
  };
  return { tickets: [...known.values()], worth };
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, each) => total + each, 0);
}
