import { findNotKept } from '../called-off/index.ts';
import { SERVICE } from '../core/actor.ts';
import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Job } from '../jobs/index.ts';
import type { Product } from '../offers/index.ts';
import { backFor, findAccount, lockSold, makeTicketsVoid, PAID_BACK } from '../orders/index.ts';
import { addDue } from '../payments/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { IS_FOR_CALLED_OFF, ORDER_OF_TICKET, PRODUCT_OF_TICKET, type Ticket } from '../tickets/index.ts';
import { payBackByItself, splitBack } from './give-back.ts';
import type { PayingOptions } from './paying-options.ts';

const EVERY_MS = 1_000;
/** So many days after the day who has not chosen another one is paid back. */
const CHOICE_DAYS = 14;
/** What could not be paid back in so many days is left to staff. */
const DAYS_TRIED = 30;
/** So many orders are looked at in a step, each in a transaction of its own: the service can stop between two steps. */
const AT_ONCE = 20;

/** What an order has for a day that was called off. */
interface OrderDay {
  readonly orderId: Uuid;
  readonly product: Product;
  readonly day: CalendarDay;
}

/** What is to be done since the museum is in that state: each in a transaction. */
interface Work {
  readonly state: string;
  readonly left: ((tx: Transaction) => Promise<void>)[];
  /** Whether that is all there is to be done. */
  readonly isAll: boolean;
}

/**
 * The job that owes buyers what they paid online for what was called off: at once, or when their time to choose is over. If it takes
 * place after all, the tickets that were paid back are made void.
 */
export function payBackCalledOffJob(options: PayingOptions): Job {
  const { store, selling } = options;
  const today = () => selling.terms.localOf(selling.clock.now()).day;
  const readState = async () => `${await store.revision('events')} ${today()}`;
  let done = '';
  let work: Work | undefined;
  return {
    name: 'refund-cancelled-dates', // as version 1.0 calls its own, so that only one of them runs
    everyMs: EVERY_MS,
    hasWork: async () => done !== (await readState()),
    step: async (lease) => {
      const state = await readState();
      if (work?.state !== state) work = await findWork(state, today(), options);
      const some = work.left.slice(0, AT_ONCE);
      for (const each of some) await lease.transaction(each);
      work.left.splice(0, some.length); // only now: if one has failed, it is tried again
      if (work.left.length > 0) return true;
      if (work.isAll) done = state;
      work = undefined;
      return false;
    },
  };
}

async function findWork(state: string, today: CalendarDay, options: PayingOptions): Promise<Work> {
  const { store, selling } = options;
  const [unpaid, takenUp] = [await findUnpaid(store, today), await findTakenUp(store, today)];
  // An instance of version 1.0 may have called something off, and it is not written down yet.
  const now = selling.clock.now();
  const notKept = takenUp.length === 0 ? [] : await findNotKept(store, { now, today });
  const isKept = ({ product }: OrderDay) => !notKept.includes(product);
  return {
    state,
    left: [
      ...unpaid.map((each) => (tx: Transaction) => owe(tx, each, options)),
      ...takenUp.filter(isKept).map((each) => (tx: Transaction) => voidPaidBack(tx, each, options)),
    ],
    isAll: notKept.length === 0,
  };
}

const STANDS = 'NOT EXISTS (SELECT 1 FROM voids WHERE voids.number = tickets.number)';

/** Orders that were paid online or with gift vouchers, with tickets for what was called off and is to be paid back by now. */
function findUnpaid(queries: Queries, today: CalendarDay): Promise<OrderDay[]> {
  const chosen = addDays(today, -CHOICE_DAYS);
  return queries.all<OrderDay>(
    `SELECT DISTINCT ${ORDER_OF_TICKET} AS "orderId", called_off.product AS "product", day AS "day"
       FROM called_off CROSS JOIN tickets
      WHERE ${IS_FOR_CALLED_OFF}
        AND ((refund = 'choose' AND day BETWEEN ? AND ?) OR (refund <> 'choose' AND day >= ?)) AND ${STANDS}
        AND (EXISTS (SELECT 1 FROM online_payments
                      WHERE online_payments.order_id = ${ORDER_OF_TICKET} AND state = 'paid')
             OR EXISTS (SELECT 1 FROM payments WHERE payments.order_id = ${ORDER_OF_TICKET} AND by_gift = 1))
        AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.order_id = ${ORDER_OF_TICKET}
                           AND refunds.event_id = called_off.product AND event_day = day)`,
    [addDays(chosen, -DAYS_TRIED), chosen, addDays(today, -DAYS_TRIED)],
  );
}

/** Pays gift vouchers back what is due for the cancelled tickets, and owes the rest, as far as the provider still has it. */
async function owe(
  tx: Transaction,
  { orderId, product, day }: OrderDay,
  { selling }: PayingOptions,
): Promise<void> {
  const sold = await lockSold(tx, SERVICE, 'all', orderId);
  const { facts, payments } = await findAccount(tx, orderId);
  const cancelled = sold.tickets.filter((ticket) => {
    const isCancelled = facts.tickets.get(ticket.ticketId)?.state === 'cancelled';
    return isCancelled && ticket.product === product && ticket.day === day;
  });
  const due = backFor(
    facts,
    cancelled.map(({ ticketId }) => ticketId),
  );
  const money = await splitBack(tx, { orderId, payments }, due);
  const { toGifts = 0, online, byMuseum: cents } = money;
  if (toGifts + online === 0) return;
  const context = { tx, actor: SERVICE, now: selling.clock.now() };
  const { currency } = cancelled[0] as Ticket;
  const date = { product, day };
  if (toGifts > 0) {
    // Whoever has the gift voucher may spend it at once: the tickets can neither be moved nor be valid again.
    await makeTicketsVoid(context, sold, cancelled, { reason: PAID_BACK, isReturned: true });
    await addDue(context, { orderId, cents, currency, reason: 'returned', date });
  }
  const terms = { orderId, currency, money, reason: 'event', date } as const;
  await payBackByItself(context, terms, selling.terms.localOf);
}

/** What was paid back and takes place after all, with tickets that are not void. */
function findTakenUp(queries: Queries, today: CalendarDay): Promise<OrderDay[]> {
  return queries.all<OrderDay>(
    `SELECT DISTINCT online_payments.order_id AS "orderId", refunds.event_id AS "product", event_day AS "day"
       FROM refunds JOIN online_payments ON online_payments.online_payment_id = refunds.online_payment_id
       JOIN tickets ON ticket_date = event_day AND ${PRODUCT_OF_TICKET} = refunds.event_id
        AND (tickets.order_id = online_payments.order_id OR tickets.joined_order = online_payments.order_id)
       LEFT JOIN called_off ON called_off.product = refunds.event_id AND called_off.day = event_day
      WHERE refunds.event_id IS NOT NULL AND event_day >= ? AND called_off.product IS NULL AND ${STANDS}`,
    [today],
  );
}

async function voidPaidBack(
  tx: Transaction,
  { orderId, product, day }: OrderDay,
  { selling }: PayingOptions,
): Promise<void> {
  const sold = await lockSold(tx, SERVICE, 'all', orderId);
  const { facts } = await findAccount(tx, orderId);
  const toVoid = sold.tickets.filter((ticket) => {
    const money = facts.tickets.get(ticket.ticketId);
    const isPaidBack = money !== undefined && money.paidBackCents + money.underWayCents > 0;
    return ticket.product === product && ticket.day === day && money?.state !== 'void' && isPaidBack;
  });
  if (toVoid.length === 0) return;
  const context = { tx, actor: SERVICE, now: selling.clock.now() };
  await makeTicketsVoid(context, sold, toVoid, { reason: PAID_BACK });
}
