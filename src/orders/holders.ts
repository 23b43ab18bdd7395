import { setImmediate as nextTurn } from 'node:timers/promises';
import { listCalledOff } from '../called-off/index.ts';
import type { Actor } from '../core/actor.ts';
import { type CalendarDay, FIRST_DAY, LAST_DAY } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { GENERAL, type Product } from '../offers/index.ts';
import {
  type Due,
  findKeptOf,
  listDues,
  methodsOf,
  type PaymentMethod,
  paidWith,
  type RecordedMethod,
} from '../payments/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import {
  type BecauseVoid,
  type Contact,
  findContacts,
  findTicketsFor,
  findTicketsOf,
  findVoids,
  IS_CANCELLED,
  IS_FOR_CALLED_OFF,
  ORDER_OF_TICKET,
  orderOf,
  type Ticket,
  type TicketVoid,
} from '../tickets/index.ts';
import { type AccountFacts, backFor } from './account.ts';
import { ACCOUNTS_AT_ONCE, findAccounts, type OrderAccount } from './find-accounts.ts';
import { findOrdersById } from './order-store.ts';
import { payBack } from './pay-back.ts';
import { lockSold, type SoldOrder } from './sold-order.ts';
import { makeTicketsVoid, type VoidOptions } from './void-order.ts';

/** Why the tickets are void: stored, as a reason that staff type. */
export const PAID_BACK = 'The date was cancelled and paid back.';

/** What was called off: all days of an event or of general entry, or one of them. */
export interface CalledOffDays {
  readonly product: Product;
  readonly day?: CalendarDay | undefined;
}

/** Tickets of one order for what was called off, of which the same became. */
export interface CancelledSale {
  /** The id of the order, or of the ticket that was sold alone. */
  readonly saleId: Uuid;
  /** Null: a ticket that was sold alone. */
  readonly orderCode: string | null;
  /** In the order of their numbers; never none. */
  readonly tickets: readonly [Ticket, ...Ticket[]];
  /** Undefined when none was given, or it was erased. */
  readonly contact: Contact | undefined;
  /** How the order was paid; none: its seller collected the money. */
  readonly paidBy: readonly RecordedMethod[];
  /** Hundredths: what is due to the buyer for them, and paid back by hand. */
  readonly dueCents: number;
  /** Hundredths: what goes back through a payment provider or to gift vouchers by itself, or has gone through a provider. */
  readonly onlineCents: number;
  /** How much of that waits: for a second, or until the time to choose is over. */
  readonly waitingCents: number;
  /** When they were made void and nothing is due for them any more, as paying back by hand does; undefined: they are not. */
  readonly settledAt: number | undefined;
  /** When they were exchanged for others; undefined: they were not. */
  readonly movedAt: number | undefined;
}

/**
 * The orders with tickets for what was called off, in the order in which they were sold. It queries in parts, and sales are handled in
 * between.
 * @throws Refusal forbidden
 */
export async function findCancelledSales(
  queries: Queries,
  actor: Actor,
  off: CalledOffDays,
): Promise<CancelledSale[]> {
  requirePermission(actor, 'void-tickets');
  const found: CancelledSale[] = [];
  const seen = new Set<Uuid>();
  const sinceOf = await findSince(queries, off);
  for (const day of sinceOf.keys()) {
    const orders = new Set((await findTicketsFor(queries, off.product, day)).map(orderOf));
    const fresh = [...orders].filter((orderId) => !seen.has(orderId));
    for (const orderId of fresh) seen.add(orderId);
    for (let at = 0; at < fresh.length; at += ACCOUNTS_AT_ONCE) {
      const some = fresh.slice(at, at + ACCOUNTS_AT_ONCE);
      found.push(...(await readSales(queries, some, { ...off, sinceOf })));
      await nextTurn();
    }
  }
  return found.sort(({ tickets: [one] }, { tickets: [other] }) => one.number - other.number);
}

/** What was called off, with the number of tickets for it that staff are to pay back. */
export interface ToPayBack {
  readonly product: Product;
  /** The name of the event; null: general entry. */
  readonly name: string | null;
  /** For general entry; null: all days of the event. */
  readonly day: CalendarDay | null;
  readonly tickets: number;
}

/** For what, on days from `from` on, tickets are to be paid back by hand; by name and day. */
export async function findToPayBack(queries: Queries, from: CalendarDay): Promise<ToPayBack[]> {
  const rows = await queries.all<ToPayBack>(
    `WITH due AS (
       SELECT called_off.product AS product, called_off.day AS day, coalesce(${ORDER_OF_TICKET}, tickets.ticket_id) AS sale,
              count(*) AS tickets, sum(${CHARGED}) AS cents
         FROM called_off CROSS JOIN tickets LEFT JOIN voids ON voids.number = tickets.number
        WHERE ${IS_FOR_CALLED_OFF} AND called_off.day >= ? AND ${CHARGED} > 0 AND ${IS_CANCELLED}
        GROUP BY called_off.product, called_off.day, coalesce(${ORDER_OF_TICKET}, tickets.ticket_id))
     SELECT product AS "product", name AS "name", CASE product WHEN '${GENERAL}' THEN day END AS "day",
            sum(tickets) AS "tickets"
       FROM (SELECT due.*, coalesce(${GONE_BACK}, 0) AS back FROM due) AS owed
       LEFT JOIN special_events ON special_events.event_id = product
      WHERE cents > back AND (back > 0 OR coalesce(${KEPT_ONLINE}, 0) + coalesce(${PAID_BY_GIFTS}, 0) = 0)
      GROUP BY product, name, CASE product WHEN '${GENERAL}' THEN day END
      ORDER BY name IS NULL, name, product, 3`,
    [from],
  );
  return rows.map(({ tickets, ...off }) => ({ ...off, tickets: Number(tickets) }));
}

/** What was charged for a ticket, but for what exchanges of version 1.0 have waived. */
const CHARGED = 'CASE WHEN charged_cents < price_cents THEN charged_cents ELSE price_cents END';

/** What goes back through payment providers for what was called off. */
const GONE_BACK = `(SELECT sum(refunds.amount_cents) FROM refunds
    JOIN online_payments ON online_payments.online_payment_id = refunds.online_payment_id
   WHERE online_payments.order_id = sale AND refunds.event_id = product AND event_day = day)`;

/** What payment providers have, and were not told to pay back: that goes back by itself. */
const KEPT_ONLINE = `(SELECT sum(amount_cents - (SELECT coalesce(sum(refunds.amount_cents), 0) FROM refunds
      WHERE refunds.online_payment_id = online_payments.online_payment_id))
    FROM online_payments WHERE online_payments.order_id = sale AND state = 'paid')`;

/** What gift vouchers paid, and did not get back. */
const PAID_BY_GIFTS =
  '(SELECT sum(amount_cents) FROM payments WHERE payments.order_id = sale AND by_gift = 1)';

/** Those that were called off, with the instant since which they are. */
async function findSince(
  queries: Queries,
  { product, day }: CalledOffDays,
): Promise<Map<CalendarDay, number>> {
  const calledOff = await listCalledOff(queries, day ?? FIRST_DAY, day ?? LAST_DAY);
  const meant = calledOff.filter((each) => each.product === product);
  return new Map(meant.map((each) => [each.day, each.calledOffAt]));
}

interface Since extends CalledOffDays {
  readonly sinceOf: ReadonlyMap<CalendarDay, number>;
}

/** Whether money is owed for what was called off. */
function isFor({ product, sinceOf }: Since): (due: Due) => boolean {
  return ({ date }) => date?.product === product && sinceOf.has(date.day);
}

async function readSales(
  queries: Queries,
  orderIds: readonly Uuid[],
  { product, sinceOf }: Since,
): Promise<CancelledSale[]> {
  const tickets = await findTicketsOf(queries, orderIds);
  const meant = tickets.filter((ticket) => ticket.product === product && sinceOf.has(ticket.day));
  const numbers = meant.map(({ number }) => number);
  const [accounts, dues, voids, contacts, orders, kept] = await Promise.all([
    findAccounts(queries, orderIds),
    listDues(queries, orderIds),
    findVoids(queries, numbers),
    findContacts(queries, numbers),
    findOrdersById(queries, orderIds),
    findKeptOf(queries, orderIds),
  ]);
  const isMeant = isFor({ product, sinceOf });
  const owedTo = (saleId: Uuid) =>
    sum(
      dues.filter((due) => due.orderId === saleId && isMeant(due)),
      ({ cents }) => cents,
    );
  return [...Map.groupBy(meant, orderOf)].flatMap(([saleId, ofOrder]) => {
    const { facts, payments } = accounts.get(saleId) as OrderAccount;
    const became = (ticket: Ticket) => becameOf(facts, ticket, voids.get(ticket.number), sinceOf);
    return [...Map.groupBy(ofOrder, became)].flatMap(([what, some]): CancelledSale[] => {
      const [first, ...others] = some;
      if (what === undefined || first === undefined) return [];
      return [
        {
          saleId,
          orderCode: orders.get(saleId)?.orderCode ?? null,
          tickets: [first, ...others],
          contact: contacts.get(first.number),
          paidBy: methodsOf(payments),
          ...moneyOf(what, some, {
            facts,
            kept: (kept.get(saleId) ?? 0) + paidWith(payments, 'gift'),
            voids,
            owed: owedTo(saleId),
          }),
        },
      ];
    });
  });
}

type Became = 'cancelled' | BecauseVoid;

/** Undefined: what became of it has nothing to do with what was called off. */
function becameOf(
  { tickets }: AccountFacts,
  { ticketId, day }: Ticket,
  madeVoid: TicketVoid | undefined,
  sinceOf: Since['sinceOf'],
): Became | undefined {
  if (tickets.get(ticketId)?.state === 'cancelled') return 'cancelled';
  return madeVoid !== undefined && madeVoid.voidedAt >= (sinceOf.get(day) ?? 0)
    ? madeVoid.because
    : undefined;
}

interface SaleFacts {
  readonly facts: AccountFacts;
  /** What payment providers have taken for the order and were not told to pay back, and what gift vouchers paid. */
  readonly kept: number;
  readonly voids: ReadonlyMap<number, TicketVoid>;
  /** What is owed by hand for those of its tickets for what was called off that were given back. */
  readonly owed: number;
}

function moneyOf(
  became: Became,
  tickets: readonly Ticket[],
  { facts, kept, voids, owed }: SaleFacts,
): Pick<CancelledSale, 'dueCents' | 'onlineCents' | 'waitingCents' | 'settledAt' | 'movedAt'> {
  const ids = tickets.map(({ ticketId }) => ticketId);
  const nothing = { dueCents: 0, onlineCents: 0, waitingCents: 0, settledAt: undefined, movedAt: undefined };
  if (became === 'cancelled') {
    const due = backFor(facts, ids);
    const waitingCents = Math.min(due, kept);
    const onlineCents = sum(ids, (id) => onlineFor(facts, id)) + waitingCents;
    return { ...nothing, dueCents: due - waitingCents, onlineCents, waitingCents };
  }
  const voidedAt = Math.max(...tickets.map(({ number }) => voids.get(number)?.voidedAt ?? 0));
  if (became === 'exchanged') return { ...nothing, movedAt: voidedAt };
  const dueCents = became === 'returned' ? owed : 0;
  return { ...nothing, dueCents, settledAt: dueCents > 0 ? undefined : voidedAt };
}

function onlineFor({ tickets }: AccountFacts, ticketId: Uuid): number {
  const { paidBackCents = 0, underWayCents = 0 } = tickets.get(ticketId) ?? {};
  return paidBackCents + underWayCents;
}

function sum<T>(all: readonly T[], centsOf: (each: T) => number): number {
  return all.reduce((total, each) => total + centsOf(each), 0);
}

/**
 * Pays back by that method what one order has due for what was called off, however much that is by now, and makes those tickets void. What
 * a payment provider took for them goes back through it. What was paid back meanwhile is not paid back again.
 * @returns false when nothing is due by hand
 * @throws Refusal forbidden or order-not-found
 */
export async function payBackCancelledSale(
  tx: Transaction,
  actor: Actor,
  { saleId, method, ...off }: CalledOffDays & { readonly saleId: Uuid; readonly method: PaymentMethod },
  { clock, terms }: Pick<VoidOptions, 'clock' | 'terms'>,
): Promise<boolean> {
  requirePermission(actor, 'void-tickets');
  const sold = await lockSold(tx, actor, 'all', saleId);
  const since = { ...off, sinceOf: await findSince(tx, off) };
  const sales = await readSales(tx, [saleId], since);
  const due = sales.filter(({ dueCents }) => dueCents > 0);
  if (due.length === 0) return false;
  const context = { tx, actor, now: clock.now() };
  for (const sale of due) await payBackOne(context, sold, { sale, method, isPaid: isFor(since) }, terms);
  return true;
}

/** Those that were given back are void already, and what is due for them was written down. */
async function payBackOne(
  context: ActionContext,
  sold: SoldOrder,
  {
    sale: { tickets, dueCents, waitingCents },
    method,
    isPaid,
  }: {
    readonly sale: CancelledSale;
    readonly method: PaymentMethod;
    /** Which of what was owed is paid. */
    readonly isPaid: (due: Due) => boolean;
  },
  { localOf }: VoidOptions['terms'],
): Promise<void> {
  const voids = await findVoids(
    context.tx,
    tickets.map(({ number }) => number),
  );
  const toVoid = tickets.filter(({ number }) => !voids.has(number));
  await makeTicketsVoid(context, sold, toVoid, { reason: PAID_BACK });
  // First what waits: so no gift voucher gets what was paid in another way.
  const refunds = [{ method: 'online', cents: waitingCents } as const, { method, cents: dueCents }];
  const how = { reason: PAID_BACK, first: toVoid.length > 0 ? 'kept' : 'owed', isPaid } as const;
  for (const refund of refunds.filter(({ cents }) => cents > 0))
    await payBack(context, sold, { ...refund, ...how }, localOf);
}
