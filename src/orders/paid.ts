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
import type { Transaction } from '../store/index.ts';
import {
  findReplaced,
  findTicketsByNumber,
  findTicketsOf,
  findVoids,
  lockTickets,
  type Ticket,
} from '../tickets/index.ts';

/** The id under which a ticket was paid: that of its order, or its own if it was sold alone. */
function paidUnder({ orderId, ticketId }: Pick<Ticket, 'orderId' | 'ticketId'>): Uuid {
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
 * What was paid, and neither paid back nor is owed, in cents, for these tickets and all that they were exchanged for or from. What has no
 * payments counts as paid in full, since its seller has collected it. For an exchange, that is what the new ticket costs
 * more than the old one.
 */
async function findRemaining(tx: Transaction, tickets: readonly Ticket[]) {
  const exchanged = await findExchanged(tx, tickets);
  // Nobody else pays any of it back meanwhile.
  await lockTickets(tx, { numbers: exchanged.tickets.map(({ number }) => number) });
  const bySale = Map.groupBy(exchanged.tickets, paidUnder);
  const sales = [...bySale.keys()];
  // First, so that what is paid back meanwhile is not missed.
  let remains = -(await findOwed(tx, sales));
  const payments = Map.groupBy(await findPayments(tx, sales), ({ orderId }) => orderId);
  for (const [id, sold] of bySale) {
    const cents = (payments.get(id) ?? []).map((payment) => payment.cents);
    const paid = sum(cents.filter((each) => each > 0));
    remains += (paid > 0 ? paid : sum(sold.map(exchanged.worth))) + sum(cents.filter((each) => each < 0));
  }
  return { remains, sales };
}

/** All tickets of the sales that are connected with these by exchanges, and what each was worth when it was sold. */
async function findExchanged(tx: Transaction, tickets: readonly Ticket[]) {
  const known = new Map(tickets.map((ticket) => [ticket.number, ticket]));
  const replaced = new Map<number, number>();
  for (let fresh = [...tickets]; fresh.length > 0; ) {
    const numbers = fresh.map(({ number }) => number);
    const [before, voids] = [await findReplaced(tx, numbers), await findVoids(tx, numbers)];
    for (const [number, old] of before) replaced.set(number, old);
    for (const { number, replacedBy } of voids.values())
      if (replacedBy !== null) replaced.set(replacedBy, number);
    const others = [...before.values(), ...[...voids.values()].flatMap(({ replacedBy }) => replacedBy ?? [])];
    const found = await findTicketsByNumber(
      tx,
      others.filter((number) => !known.has(number)),
    );
    const orderIds = [...new Set(found.flatMap(({ orderId }) => orderId ?? []))];
    const together = orderIds.length === 0 ? [] : await findTicketsOf(tx, orderIds);
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
