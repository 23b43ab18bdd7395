import { SERVICE } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Job } from '../jobs/index.ts';
import { lockSlots, slotOf } from '../offers/index.ts';
import { backFor, findAccount, findStanding, lockSold, PAID_BACK, voidTicket } from '../orders/index.ts';
import { findKept, refundOnline } from '../payments/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { findTicketsOf, findUnused, ORDER_OF_TICKET } from '../tickets/index.ts';
import type { PayingOptions } from './paying-options.ts';

const EVERY_MS = 1_000;

/** Tickets of one order for a date of an event. */
interface OrderDate {
  readonly orderId: Uuid;
  readonly eventId: Uuid;
  readonly day: CalendarDay;
}

/**
 * The job that owes buyers what they paid online for dates of events that were cancelled. If such a date takes place after
 * all, the tickets that were paid back are made void.
 */
export function cancelledDatesJob(options: PayingOptions): Job {
  const { store, selling } = options;
  let programme = '';
  const readProgramme = async () => `${await store.revision('events')}`;
  return {
    name: 'refund-cancelled-dates',
    everyMs: EVERY_MS,
    hasWork: async () => programme !== (await readProgramme()),
    step: async (lease) => {
      const revision = await readProgramme();
      const { day } = selling.terms.localOf(selling.clock.now());
      for (const date of await findUnpaid(store, day))
        await lease.transaction((tx) => owe(tx, date, options));
      for (const date of await findRestored(store, day))
        await lease.transaction((tx) => voidTickets(tx, date, options));
      programme = revision;
      return false;
    },
  };
}

const TICKETS_OF_DATE = `${ORDER_OF_TICKET} IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM voids WHERE voids.number = tickets.number)`;

/** Orders that were paid online, with tickets for dates that were cancelled and are not paid back. */
function findUnpaid(queries: Queries, today: CalendarDay): Promise<OrderDate[]> {
  return queries.all<OrderDate>(
    `SELECT DISTINCT ${ORDER_OF_TICKET} AS "orderId", event_id AS "eventId", ticket_date AS "day"
       FROM slots JOIN tickets ON ticket_date = day AND event_id = product
      WHERE listed = 0 AND starts_at = '' AND day >= ? AND ${TICKETS_OF_DATE}
        AND EXISTS (SELECT 1 FROM online_payments
                     WHERE online_payments.order_id = ${ORDER_OF_TICKET} AND state = 'paid')
        AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.order_id = ${ORDER_OF_TICKET}
                           AND refunds.event_id = tickets.event_id AND event_day = ticket_date)`,
    [today],
  );
}

/** Owes what is due for the tickets for the date that were not used, as far as the provider still has it. */
async function owe(tx: Transaction, date: OrderDate, options: PayingOptions): Promise<void> {
  const { orderId, eventId, day } = date;
  await lockSold(tx, SERVICE, 'all', orderId);
  const ids = (await findUnusedFor(tx, date)).map(({ ticketId }) => ticketId);
  const { facts } = await findAccount(tx, orderId);
  const cents = Math.min(backFor(facts, ids), await findKept(tx, orderId));
  if (cents === 0) return;
  const terms = { orderId, cents, reason: 'event', date: { product: eventId, day } } as const;
  await refundOnline({ tx, actor: SERVICE, now: options.selling.clock.now() }, [orderId], terms);
}

async function findUnusedFor(queries: Queries, { orderId, eventId, day }: OrderDate) {
  const tickets = (await findTicketsOf(queries, [orderId])).filter(
    (ticket) => ticket.product === eventId && ticket.day === day,
  );
  return findUnused(queries, await findStanding(queries, tickets));
}

/** Dates that were paid back and take place after all, with tickets that are still valid. */
function findRestored(queries: Queries, today: CalendarDay): Promise<OrderDate[]> {
  return queries.all<OrderDate>(
    `SELECT DISTINCT refunds.order_id AS "orderId", tickets.event_id AS "eventId", ticket_date AS "day"
       FROM refunds JOIN slots ON product = refunds.event_id AND day = event_day AND listed = 1 AND starts_at = ''
       JOIN tickets ON (tickets.order_id = refunds.order_id OR tickets.joined_order = refunds.order_id) AND tickets.event_id = product AND ticket_date = day
      WHERE refunds.event_id IS NOT NULL AND day >= ? AND ${TICKETS_OF_DATE}`,
    [today],
  );
}

async function voidTickets(tx: Transaction, date: OrderDate, { selling }: PayingOptions): Promise<void> {
  await lockSold(tx, SERVICE, 'all', date.orderId);
  const tickets = await findUnusedFor(tx, date);
  await lockSlots(tx, tickets.map(slotOf));
  for (const { ticketId } of tickets) await voidTicket(tx, SERVICE, ticketId, { reason: PAID_BACK }, selling);
}
