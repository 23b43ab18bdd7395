import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import type { Pass } from '../passes/index.ts';
import type { Queries } from '../store/index.ts';
import { findStandingChanges, type Standing, type StandingChanges } from '../tickets/index.ts';
import { ACCOUNTS_AT_ONCE, accountIn, findOrderMoney, type OrderMoney } from './find-accounts.ts';

/** A change of what is due to the buyer of an order, on one of the museum's days. */
export interface DueChange {
  readonly orderId: Uuid;
  readonly day: CalendarDay;
  /** Hundredths; below zero: less is due. */
  readonly cents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The account that sold its first ticket; of what was never sold, that which was paid; null: the service itself. */
  readonly soldBy: Uuid | null;
}

/**
 * By how much has changed what is due to the buyers of those orders: from their accounts as they stood at the ends of days. An account
 * is told from what was recorded by then, so the past does not change. An order to whose buyer nothing was ever due has one change, of 0.
 */
export async function findDueChanges(
  queries: Queries,
  orderIds: readonly Uuid[],
  localOf: LocalOf,
): Promise<DueChange[]> {
  const changes: DueChange[] = [];
  for (let from = 0; from < orderIds.length; from += ACCOUNTS_AT_ONCE) {
    const all = await findOrderMoney(queries, orderIds.slice(from, from + ACCOUNTS_AT_ONCE));
    const tickets = [...all.values()].flatMap((money) => money.tickets);
    const standings = await findStandingChanges(queries, tickets);
    for (const [orderId, money] of all) changes.push(...changesOf(orderId, money, { standings, localOf }));
    await nextTurn();
  }
  return changes;
}

interface Replay {
  readonly standings: StandingChanges;
  readonly localOf: LocalOf;
}

function changesOf(orderId: Uuid, money: OrderMoney, { standings, localOf }: Replay): DueChange[] {
  const first = money.tickets[0] ?? money.articles[0] ?? money.gifts[0] ?? money.passes[0];
  const [paid] = money.payments;
  const currency = (first ?? paid)?.currency;
  if (currency === undefined) return [];
  const order = { orderId, currency, soldBy: first?.soldBy ?? paid?.accountId ?? null };
  let before = 0;
  const days = Map.groupBy(instantsOf(money, standings), (at) => localOf(at).day);
  const changes = [...days.keys()].sort().map((day): DueChange => {
    const { due } = accountIn(moneyAt(money, Math.max(...(days.get(day) ?? [])), standings));
    const cents = due - before;
    before = due;
    return { ...order, day, cents };
  });
  const real = changes.filter(({ cents }) => cents !== 0);
  return real.length > 0 ? real : changes.slice(0, 1);
}

/** When something was recorded that may change what is due. */
function instantsOf(money: OrderMoney, all: StandingChanges): number[] {
  const { tickets, articles, gifts, passes, voids, payments, refunds, dues } = money;
  return [
    ...articles.flatMap(({ soldAt, changes }) => [soldAt, ...changes.map(({ at }) => at)]),
    ...tickets.flatMap(({ number, soldAt }) => [
      soldAt,
      voids.get(number)?.voidedAt ?? soldAt,
      ...(all.get(number) ?? []).map(({ at }) => at),
    ]),
    ...gifts.map(({ at }) => at),
    ...passes.flatMap(({ soldAt, voidAt }) => [soldAt, voidAt ?? soldAt]),
    ...payments.map(({ at }) => at),
    ...refunds.map(({ dueAt }) => dueAt),
    ...dues.map(({ at }) => at),
  ];
}

/** What was recorded of the order by that instant. */
function moneyAt(money: OrderMoney, instant: number, standings: StandingChanges): OrderMoney {
  const tickets = money.tickets.filter(({ soldAt }) => soldAt <= instant);
  const articles = money.articles
    .filter(({ soldAt }) => soldAt <= instant)
    .map((sold) => ({ ...sold, changes: sold.changes.filter(({ at }) => at <= instant) }));
  const voids = new Map([...money.voids].filter(([, { voidedAt }]) => voidedAt <= instant));
  const payments = money.payments.filter(({ at }) => at <= instant);
  const made = new Set(payments.map(({ paymentId }) => paymentId));
  const by = (at: number | null) => (at !== null && at <= instant ? at : null);
  // What replaced another has its day of sale, but has been there only since then.
  const isKnown = ({ passId, firstId, soldAt }: Pass) =>
    soldAt <= instant &&
    (passId === firstId ||
      money.passes.some(
        (each) => each.firstId === firstId && each.passId < passId && by(each.replacedAt) !== null,
      ));
  const standingAt = (number: number): Standing => {
    const madeVoid = voids.get(number);
    if (madeVoid !== undefined) return { state: 'void', because: madeVoid.because };
    const last = standings.get(number)?.findLast(({ at }) => at <= instant);
    return { state: last?.isCancelled ? 'cancelled' : 'valid' };
  };
  const refunds = money.refunds
    .filter(({ dueAt }) => dueAt <= instant)
    .map((refund) => {
      const isMade = refund.paymentId !== null && made.has(refund.paymentId);
      return { ...refund, paymentId: isMade ? refund.paymentId : null };
    });
  return {
    ...money,
    tickets,
    articles,
    gifts: money.gifts.filter(({ at }) => at <= instant),
    passes: money.passes.filter(isKnown).map((pass) => {
      return { ...pass, voidAt: by(pass.voidAt), replacedAt: by(pass.replacedAt) };
    }),
    states: new Map(tickets.map(({ number }) => [number, standingAt(number)])),
    voids,
    payments,
    refunds,
    dues: money.dues.filter(({ at }) => at <= instant),
  };
}
