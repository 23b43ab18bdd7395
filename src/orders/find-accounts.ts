import { findSoldArticles, leftToReturn, type SoldArticle, standingCount } from '../articles/index.ts';
import { LAST_DAY } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { findGiftChanges, type GiftChange } from '../gifts/index.ts';
import { findSoldPasses, isStanding, type Pass } from '../passes/index.ts';
import {
  type Due,
  findPaidSales,
  findSaleRefunds,
  listDues,
  type Payment,
  type SaleRefund,
} from '../payments/index.ts';
import type { Queries } from '../store/index.ts';
import {
  findReplaced,
  findStandings,
  findTicketsOf,
  findUnused,
  findVoids,
  isJoined,
  orderOf,
  type Standing,
  type Ticket,
  type TicketVoid,
} from '../tickets/index.ts';
import {
  type AccountFacts,
  type ArticleMoney,
  accountOf,
  type Balance,
  type TicketMoney,
} from './account.ts';
import { findOrderPayments } from './order-payments.ts';

/** The account of an order, with what it follows from. */
export interface OrderAccount extends Balance {
  readonly facts: AccountFacts;
  /** The oldest first. */
  readonly payments: readonly Payment[];
  /** What was sold with it beside tickets. */
  readonly articles: readonly SoldArticle[];
  readonly gifts: readonly GiftChange[];
  /** Also those that are void or were replaced. */
  readonly passes: readonly Pass[];
}

/** So many orders are asked about at once: each has at most some hundred tickets, and a query of SQLite at most 32,766 values. */
export const ACCOUNTS_AT_ONCE = 100;

/** The account of an order, or of a ticket that was sold alone. */
export async function findAccount(queries: Queries, orderId: Uuid): Promise<OrderAccount> {
  return (await findAccounts(queries, [orderId])).get(orderId) as OrderAccount;
}

/** The accounts of those orders, by id. */
export async function findAccounts(
  queries: Queries,
  orderIds: readonly Uuid[],
): Promise<Map<Uuid, OrderAccount>> {
  const accounts = new Map<Uuid, OrderAccount>();
  for (let from = 0; from < orderIds.length; from += ACCOUNTS_AT_ONCE) {
    const ids = orderIds.slice(from, from + ACCOUNTS_AT_ONCE);
    for (const [orderId, money] of await findOrderMoney(queries, ids))
      accounts.set(orderId, accountIn(money));
  }
  return accounts;
}

/** What is recorded of an order, as far as it has to do with money. */
export interface OrderMoney {
  readonly tickets: readonly Ticket[];
  readonly articles: readonly SoldArticle[];
  /** What gift vouchers were sold and bought back for. */
  readonly gifts: readonly GiftChange[];
  readonly passes: readonly Pass[];
  readonly states: ReadonlyMap<number, Standing>;
  readonly voids: ReadonlyMap<number, TicketVoid>;
  /** By the number of a ticket that was exchanged for another: the number of that one. */
  readonly replaced: ReadonlyMap<number, number>;
  readonly payments: readonly Payment[];
  /** Whether the sale itself recorded a payment; else its seller has collected the price. */
  readonly isSalePaid: boolean;
  readonly refunds: readonly SaleRefund[];
  readonly dues: readonly Due[];
  readonly unused: ReadonlySet<number>;
}

/** What is recorded of those orders, at most ACCOUNTS_AT_ONCE. */
export async function findOrderMoney(
  queries: Queries,
  orderIds: readonly Uuid[],
): Promise<Map<Uuid, OrderMoney>> {
  // Before payments, so that what is paid back meanwhile is not missed.
  const [refunds, dues, tickets, articles, gifts, passes] = await Promise.all([
    findSaleRefunds(queries, orderIds),
    listDues(queries, orderIds),
    findTicketsOf(queries, orderIds),
    findSoldArticles(queries, orderIds),
    findGiftChanges(queries, orderIds),
    findSoldPasses(queries, orderIds),
  ]);
  const numbers = numbersOf(tickets);
  const [payments, paidSales, voids, replaced, unused, states] = await Promise.all([
    findOrderPayments(queries, orderIds, tickets),
    findPaidSales(queries, orderIds),
    findVoids(queries, numbers),
    findReplaced(queries, numbersOf(tickets.filter(isJoined))),
    findUnused(queries, refunds.some(({ date }) => date !== null) ? tickets : []),
    findStandings(queries, tickets, LAST_DAY), // whether a day is over has nothing to do with money
  ]);
  const ticketsOf = Map.groupBy(tickets, orderOf);
  const refundsOf = Map.groupBy(refunds, ({ paidFor }) => paidFor);
  const duesOf = Map.groupBy(dues, ({ orderId }) => orderId);
  const shared = { voids, states, replaced, unused: new Set(numbersOf(unused)) };
  return new Map(
    orderIds.map((orderId) => [
      orderId,
      {
        ...shared,
        tickets: ticketsOf.get(orderId) ?? [],
        articles: articles.get(orderId) ?? [],
        gifts: gifts.get(orderId) ?? [],
        passes: passes.get(orderId) ?? [],
        payments: payments.get(orderId) ?? [],
        isSalePaid: paidSales.has(orderId),
        refunds: refundsOf.get(orderId) ?? [],
        dues: duesOf.get(orderId) ?? [],
      },
    ]),
  );
}

export function accountIn(money: OrderMoney): OrderAccount {
  const { tickets, articles, gifts, passes, states, refunds, dues } = money;
  const calledOff = calledOffRefunds(money);
  const charged = chargedIn(money, calledOff.of);
  const moneyOf = (ticket: Ticket): TicketMoney => ({
    state: (states.get(ticket.number) as Standing).state,
    priceCents: ticket.priceCents,
    chargedCents: ticket.chargedCents ?? Math.min(ticket.priceCents, charged(ticket)),
    ...calledOff.of(ticket),
  });
  const facts = {
    tickets: new Map(tickets.map((ticket) => [ticket.ticketId, moneyOf(ticket)])),
    articles: articles.map(articleMoney),
    gifts: sum(gifts),
    unusedGifts: sum(gifts.filter(({ isUnused }) => isUnused === 1)),
    passes: priceOf(passes.filter(isStanding)),
    paid: paidIn(money, charged),
    dues: sum(dues),
    underWay: sum(refunds.filter((refund) => !isMade(refund) && refund.date === null)) + calledOff.unplaced,
  };
  return { facts, payments: money.payments, articles, gifts, passes, ...accountOf(facts) };
}

function articleMoney(sold: SoldArticle): ArticleMoney {
  const { article, kind, priceCents } = sold;
  const counts = { standing: standingCount(sold), returnable: leftToReturn(sold) };
  return { article, isDonation: kind === 'donation', priceCents, ...counts };
}

/** Payments less refunds, and what its seller has collected. */
function paidIn(
  { tickets, articles, gifts, passes, payments, isSalePaid, voids }: OrderMoney,
  charged: (ticket: Ticket) => number,
): number {
  const collected = isSalePaid ? [] : tickets.filter((ticket) => !isJoined(ticket));
  const goods = isSalePaid ? [] : articles;
  return (
    sum(payments) +
    collected.reduce((total, { priceCents }) => total + priceCents, 0) +
    goods.reduce((total, { priceCents, quantity }) => total + priceCents * quantity, 0) +
    sum(isSalePaid ? [] : gifts.filter(({ cents }) => cents > 0)) +
    // One that replaced another was not sold.
    priceOf(isSalePaid ? [] : passes.filter(({ passId, firstId }) => passId === firstId)) -
    // Exchanged for a ticket in another currency, which is an order of its own: what was paid for it was given back.
    tickets
      .filter(({ number }) => isElsewhere(voids.get(number), tickets))
      .reduce((total, ticket) => total + charged(ticket), 0)
  );
}

function priceOf(passes: readonly Pass[]): number {
  return passes.reduce((total, { priceCents }) => total + priceCents, 0);
}

function isElsewhere(madeVoid: TicketVoid | undefined, tickets: readonly Ticket[]): boolean {
  const replacedBy = madeVoid?.replacedBy ?? null;
  return replacedBy !== null && !tickets.some(({ number }) => number === replacedBy);
}

type PaidBack = Pick<TicketMoney, 'paidBackCents' | 'underWayCents'>;

/**
 * A refund for a date is for those of the order's tickets for it that were neither used nor void by then: for those that are not void
 * even now, and for those that were made void last. What went back counts before what is under way.
 */
function calledOffRefunds({ tickets, states, voids, refunds, unused }: OrderMoney): {
  of(ticket: Ticket): PaidBack;
  /** Under way, for none of them. */
  readonly unplaced: number;
} {
  const paidBack = new Map<number, PaidBack>();
  const voidedAt = ({ number }: Ticket) => voids.get(number)?.voidedAt ?? Number.MAX_SAFE_INTEGER;
  const lastFirst = tickets
    .filter(({ number }) => unused.has(number) || states.get(number)?.state === 'cancelled')
    .sort((one, other) => voidedAt(other) - voidedAt(one));
  const dated = refunds.filter(({ date }) => date !== null);
  let unplaced = 0;
  for (const [key, some] of Map.groupBy(dated, ({ date }) => `${date?.product} ${date?.day}`)) {
    let made = sum(some.filter(isMade));
    let underWay = sum(some) - made;
    for (const ticket of lastFirst.filter((each) => `${each.product} ${each.day}` === key)) {
      const paidBackCents = Math.min(ticket.priceCents, made);
      const underWayCents = Math.min(ticket.priceCents - paidBackCents, underWay);
      paidBack.set(ticket.number, { paidBackCents, underWayCents });
      [made, underWay] = [made - paidBackCents, underWay - underWayCents];
    }
    unplaced += underWay;
  }
  return { unplaced, of: ({ number }) => paidBack.get(number) ?? { paidBackCents: 0, underWayCents: 0 } };
}

/** What was charged for each ticket. An exchange of version 1.0 recorded what was paid for it with the id of the new ticket. */
function chargedIn(
  { tickets, replaced, payments, refunds }: OrderMoney,
  calledOff: (ticket: Ticket) => PaidBack,
): (ticket: Ticket) => number {
  const byNumber = new Map(tickets.map((ticket) => [ticket.number, ticket]));
  return function charged(ticket): number {
    const { ticketId, priceCents, chargedCents, number } = ticket;
    if (chargedCents !== null) return chargedCents;
    const old = byNumber.get(replaced.get(number) ?? 0);
    if (old === undefined) return priceCents;
    const { paidBackCents, underWayCents } = calledOff(old);
    const paid = sum(payments.filter(({ orderId }) => orderId === ticketId));
    const owed = sum(refunds.filter((refund) => refund.orderId === ticketId && !isMade(refund)));
    return charged(old) - paidBackCents - underWayCents + paid - owed;
  };
}

function isMade({ paymentId }: SaleRefund): boolean {
  return paymentId !== null;
}

function numbersOf(tickets: readonly Ticket[]): number[] {
  return tickets.map(({ number }) => number);
}

function sum(amounts: readonly { readonly cents: number }[]): number {
  return amounts.reduce((total, { cents }) => total + cents, 0);
}
