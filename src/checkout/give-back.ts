import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import { record } from '../journal/index.ts';
import {
  backFor,
  extrasWith,
  findAccount,
  lockSold,
  type OrderAccount,
  payBackToGifts,
  type Seller,
  voidOrder,
} from '../orders/index.ts';
import {
  addDue,
  findKept,
  type NewDue,
  type Payment,
  paidWith,
  type RefundTerms,
  refundOnline,
} from '../payments/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import { findPostponedFrom, findVoids, type Ticket } from '../tickets/index.ts';
import { type Bought, findBought } from './buyers-tickets.ts';
import { type VisitRules, visitStart } from './visit.ts';

/** A ticket that is not void, and whether its buyer can give it back. */
export interface Returnable {
  readonly ticket: Ticket;
  /** The last instant; undefined: until it is used, or was paid back. */
  readonly until: number | undefined;
  /**
   * Why it can't be given back; undefined: it can. over: its day is; too-late: the visit is near; admitted: it was used; paid-back:
   * it was cancelled, and the money went back.
   */
  readonly because: 'over' | 'too-late' | 'admitted' | 'paid-back' | undefined;
}

/** What goes back to the buyer, in hundredths. */
export interface MoneyReturned {
  /** To the gift vouchers that paid; left out: nothing. */
  readonly toGifts?: number;
  /** Through the payment provider. */
  readonly online: number;
  /** What no provider has: the museum owes it, and pays it back by hand. */
  readonly byMuseum: number;
}

export const NOTHING_BACK: MoneyReturned = { online: 0, byMuseum: 0 };

/** What goes back, whoever pays it. */
export function sumOf({ toGifts = 0, online, byMuseum }: MoneyReturned): number {
  return toGifts + online + byMuseum;
}

/** Which of the tickets can be given back. */
export async function findReturnable(
  queries: Queries,
  { tickets }: Bought,
  rules: VisitRules,
): Promise<Returnable[]> {
  const numbers = tickets.map(({ ticket }) => ticket.number);
  const postponed = await findPostponedFrom(queries, numbers);
  return Promise.all(
    tickets.map(async ({ ticket, state, isUsed, isFree, isPaidBack }): Promise<Returnable> => {
      const may = { ticket, until: undefined, because: undefined };
      if (isUsed) return { ...may, because: 'admitted' };
      if (state === 'cancelled') return isPaidBack ? { ...may, because: 'paid-back' } : may;
      if (state !== 'valid') return { ...may, because: 'over' };
      if (isFree) return may;
      const hours = postponed.has(ticket.number) ? 0 : rules.selling.terms.settings.now.shop.cancelHours;
      const until = (await visitStart(queries, [ticket], rules)) - hours * 3_600_000;
      return { ticket, until, because: rules.selling.clock.now() <= until ? undefined : 'too-late' };
    }),
  );
}

/**
 * What goes back when those of its tickets are given back, with the extras that go with them: first to gift vouchers. What a provider
 * took goes back through it.
 */
export async function moneyFor(
  queries: Queries,
  orderId: Uuid,
  ticketIds: readonly Uuid[],
): Promise<MoneyReturned> {
  return moneyGoingBack(queries, orderId, await findAccount(queries, orderId), ticketIds);
}

export function moneyGoingBack(
  queries: Queries,
  orderId: Uuid,
  { facts, payments }: Pick<OrderAccount, 'facts' | 'payments'>,
  ticketIds: readonly Uuid[],
): Promise<MoneyReturned> {
  return splitBack(queries, { orderId, payments }, backFor(facts, ticketIds, extrasWith(facts, ticketIds)));
}

/** How so much of an order's money goes back. */
export async function splitBack(
  queries: Queries,
  { orderId, payments }: { readonly orderId: Uuid; readonly payments: readonly Payment[] },
  cents: number,
): Promise<MoneyReturned> {
  const toGifts = Math.min(cents, paidWith(payments, 'gift'));
  const rest = cents - toGifts;
  const online = Math.min(rest, await findKept(queries, orderId));
  return { ...(toGifts > 0 && { toGifts }), online, byMuseum: rest - online };
}

/** What a buyer gives back. */
export interface GivenBack {
  /** Left out: all that are not void. */
  readonly ticketIds?: readonly Uuid[] | undefined;
  /** What the page said would go back; left out: it said nothing. */
  readonly shown?: MoneyReturned | undefined;
}

/**
 * Makes tickets void for their buyer, and pays back what was paid for them. For tickets that were given back already, it does nothing.
 * @returns false when other money would go back by now: nothing was done
 * @throws Refusal order-not-found, order-not-sold, not-of-order, ticket-void or too-late-to-void
 */
export async function giveBack(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  { ticketIds, shown }: GivenBack,
  rules: VisitRules,
): Promise<boolean> {
  const { selling } = rules;
  const { cancelHours: hours } = selling.terms.settings.now.shop;
  const { tickets } = await lockSold(tx, seller, 'own', orderId);
  const asked = ticketIds && tickets.filter(({ ticketId }) => ticketIds.includes(ticketId));
  if (asked !== undefined && asked.length > 0 && (await areReturned(tx, asked))) return true;
  const bought = await findBought(tx, orderId, rules);
  const meant = (await findReturnable(tx, bought, rules)).filter(
    ({ ticket: { ticketId } }) => ticketIds === undefined || ticketIds.includes(ticketId),
  );
  const refused = meant.find((each) => isInTheWay(each, ticketIds === undefined));
  if (refused !== undefined) {
    const because = refused.because === 'admitted' ? 'admitted' : 'time';
    throw new Refusal('too-late-to-void', { hours, because });
  }
  const given = meant.map(({ ticket }) => ticket);
  const ids = ticketIds ?? given.map(({ ticketId }) => ticketId);
  const money = await moneyGoingBack(tx, orderId, bought.account, ids);
  if (shown !== undefined && !isSame(shown, money)) return false;
  const owed = owedFor(bought, given, money.byMuseum);
  // The hours of partners don't bind a visitor.
  const options = { ...selling, partnerVoidHours: Number.POSITIVE_INFINITY };
  const articles = extrasWith(bought.account.facts, ids);
  const request = { reason: GIVEN_BACK, ticketIds: ids, articles, isReturned: true };
  await voidOrder(tx, seller, orderId, request, options);
  await settleReturn(tx, seller, orderId, { tickets: given, money, owed }, rules);
  return true;
}

/** Why the tickets are void: stored, as a reason that staff type. */
const GIVEN_BACK = 'Given back by its buyer.';

/** Whether it can't be given back. When all are, those that were paid back already go too. */
export function isInTheWay({ because }: Returnable, isAll: boolean): boolean {
  return because !== undefined && !(isAll && because === 'paid-back');
}

export function isSame(one: MoneyReturned, other: MoneyReturned): boolean {
  const [{ toGifts = 0 }, { toGifts: otherGifts = 0 }] = [one, other];
  return toGifts === otherGifts && one.online === other.online && one.byMuseum === other.byMuseum;
}

async function areReturned(tx: Transaction, tickets: readonly Ticket[]): Promise<boolean> {
  const voids = await findVoids(
    tx,
    tickets.map(({ number }) => number),
  );
  return tickets.every(({ number }) => voids.get(number)?.because === 'returned');
}

type Owed = Pick<NewDue, 'cents' | 'date'>;

/** What of that is for tickets for something that was called off, which are not void yet: Holders of it say so. */
function owedFor({ account: { facts } }: Bought, tickets: readonly Ticket[], cents: number): Owed[] {
  const calledOff = tickets.filter(({ ticketId }) => facts.tickets.get(ticketId)?.state === 'cancelled');
  let rest = cents;
  const owed = [...Map.groupBy(calledOff, ({ product, day }) => `${product} ${day}`).values()].map((some) => {
    const [{ product, day }] = some as [Ticket];
    const ids = some.map(({ ticketId }) => ticketId);
    const part = Math.min(rest, backFor(facts, ids));
    rest -= part;
    return { cents: part, date: { product, day } };
  });
  return [...owed, { cents: rest }];
}

interface Settling {
  readonly tickets: readonly Ticket[];
  readonly money: MoneyReturned;
  /** What the money that the museum owes is for. */
  readonly owed: readonly Owed[];
}

async function settleReturn(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  { tickets, money, owed }: Settling,
  { selling }: VisitRules,
): Promise<void> {
  const context = { tx, actor: seller, now: selling.clock.now() };
  const { currency } = tickets[0] as Ticket;
  await payBackByItself(context, { orderId, currency, money }, selling.terms.localOf);
  for (const due of owed) await addDue(context, { orderId, ...due, currency, reason: 'returned' });
  const numbers = tickets.map(({ number }) => number);
  const details = { tickets: numbers, currency, ...money };
  await record(context, { kind: 'order.returned', subject: orderId, details });
}

/** Pays back what no staff are needed for: what gift vouchers paid, and what a provider took. */
export async function payBackByItself(
  context: ActionContext,
  {
    orderId,
    currency,
    money: { toGifts = 0, online },
    ...why
  }: { readonly orderId: Uuid; readonly currency: string; readonly money: MoneyReturned } & Partial<
    Pick<RefundTerms, 'reason' | 'date'>
  >,
  localOf: LocalOf,
): Promise<void> {
  if (toGifts > 0) await payBackToGifts(context, { orderId, cents: toGifts, currency }, localOf);
  if (online > 0) await refundOnline(context, { orderId, cents: online, reason: 'void', ...why });
}
