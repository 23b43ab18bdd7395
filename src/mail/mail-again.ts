import { findSelfMailing } from '../accounts/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { mailboxOf } from '../core/email.ts';
import { requirePermission } from '../core/permissions.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { addDeliveries, type DeliveryState, dropUndelivered, findDelivery } from '../deliveries/index.ts';
import { record } from '../journal/index.ts';
import { findOrdersById, lockRelated } from '../orders/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import {
  findContacts,
  findTicketsOf,
  holds,
  orderOf,
  recordsOf,
  saveMailIds,
  type Ticket,
  type TicketRecord,
} from '../tickets/index.ts';
import { MAX_AGE_MS } from './affected.ts';
import { saleMailId } from './mail-feed.ts';
import { CHANNEL, type MailContent, RECEIVER } from './mail-kind.ts';
import { NOT_SENT } from './not-sent.ts';

/** What became of the mail that brings a ticket. */
export interface TicketMail {
  /** The address that it goes to, or went to. */
  readonly to: string;
  /** `none`: it was never planned, since its seller mails it or mail was off. */
  readonly state: DeliveryState | 'none';
  /** The result of the last attempt, in words for staff. */
  readonly answer: string | null;
}

/** What became of the mail with the ticket, the one that was asked for last; undefined: there is no address. */
export async function findTicketMail(
  queries: Queries,
  { ticket, importedCode }: Pick<TicketRecord, 'ticket' | 'importedCode'>,
  now: number,
): Promise<TicketMail | undefined> {
  const contact = (await findContacts(queries, [ticket.number])).get(ticket.number);
  if (contact === undefined) return undefined;
  const to = contact.email;
  const delivery = await findDelivery(queries, contact.mailId ?? (await saleMailOf(queries, ticket)));
  if (delivery !== undefined) return { to, state: delivery.state, answer: delivery.answer };
  // Deliveries are deleted after a month.
  if (contact.lastMailed !== null) return { to, state: 'delivered', answer: null };
  const isToCome =
    importedCode === undefined &&
    now - ticket.soldAt < MAX_AGE_MS &&
    !(await findSelfMailing(queries)).has(ticket.soldBy);
  return { to, state: isToCome ? 'waiting' : 'none', answer: null };
}

/** The delivery that mails the sale or the exchange that made the ticket, whether it was planned or not. */
async function saleMailOf(queries: Queries, ticket: Ticket): Promise<Uuid> {
  const { number, orderId, soldWith, soldAt } = ticket;
  const all = orderId === null ? [] : await findTicketsOf(queries, [orderId]);
  const first = all.find((each) => each.soldWith === soldWith && each.soldAt === soldAt);
  return saleMailId(first?.number ?? number, soldAt);
}

/** Whether a mail can bring the ticket: it admits somebody today or later, and has an address. */
export function isMailable({ ticket, state, contact }: TicketRecord, today: CalendarDay): boolean {
  return contact !== undefined && holds(state) && ticket.day >= today;
}

/** What a mail is planned by. */
interface MailPlan {
  /** The museum's current day. */
  readonly today: CalendarDay;
  readonly now: number;
  /** The tickets that it may bring; left out: all. */
  readonly only?: readonly Uuid[] | undefined;
}

/**
 * Plans one more mail with the ticket, and with those of the same sale that have the same address. It takes the place
 * of an earlier one that has not arrived; one that brings other tickets too is sent without these.
 * @returns whether one was planned: none if the ticket can't be mailed (`isMailable`)
 * @throws Refusal forbidden
 */
export async function mailTicketAgain(
  tx: Transaction,
  actor: Actor,
  ticket: Ticket,
  { today, now, only }: MailPlan,
): Promise<boolean> {
  requirePermission(actor, 'mail-tickets');
  const records = await recordsOf(tx, await lockRelated(tx, ticket.number), today);
  const asked = records.find((each) => each.ticket.number === ticket.number);
  if (asked === undefined || !isMailable(asked, today)) return false;
  const email = asked.contact && mailboxOf(asked.contact.email);
  const reached = records.filter(({ contact }) => contact && mailboxOf(contact.email) === email);
  const told = reached.filter(({ ticket: { ticketId } }) => only?.includes(ticketId) ?? true);
  const deliveryId = uuidV7(now);
  const tickets = told.map((each) => each.ticket);
  if (told.length === reached.length) await dropEarlier(tx, tickets, now);
  await saveMailIds(
    tx,
    tickets.map(({ number }) => [number, deliveryId]),
  );
  const mailed = told.filter((each) => isMailable(each, today)).map((each) => each.ticket.number);
  const content: MailContent = { numbers: mailed, mailId: deliveryId };
  const order =
    ticket.orderId === null ? undefined : (await findOrdersById(tx, [ticket.orderId])).get(ticket.orderId);
  const queued = { deliveryId, channel: CHANNEL, receiver: RECEIVER, kind: 'ticket', madeAt: now };
  const subject = order?.orderCode ?? ticket.confirmationCode;
  await addDeliveries(tx, [{ ...queued, subject, content: JSON.stringify(content) }], now);
  await record(
    { tx, actor, now },
    { kind: 'ticket.mailed-again', subject: orderOf(ticket), details: { tickets: mailed } },
  );
  return true;
}

/** Earlier mails with the tickets are not tried any more, and nobody is asked to look after them. */
async function dropEarlier(tx: Transaction, tickets: readonly Ticket[], now: number): Promise<void> {
  const contacts = await findContacts(
    tx,
    tickets.map(({ number }) => number),
  );
  const asked = [...contacts.values()].flatMap(({ mailId }) => mailId ?? []);
  const sales = new Map(tickets.map((ticket) => [ticket.soldWith ?? ticket.ticketId, ticket]));
  const sold = await Promise.all([...sales.values()].map((ticket) => saleMailOf(tx, ticket)));
  await dropUndelivered(tx, [...new Set([...asked, ...sold])], NOT_SENT.askedAgain, now);
}
