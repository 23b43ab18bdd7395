import type { Actor } from '../core/actor.ts';
import { mailboxOf } from '../core/email.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { Transaction } from '../store/index.ts';
import {
  changeEmail,
  findContacts,
  findRelated,
  findTicketsByNumber,
  lockTickets,
  type Ticket,
} from '../tickets/index.ts';
import type { SellingOptions } from './order.ts';
import { lockOrders, updateOrder } from './order-store.ts';

/**
 * Replaces the e-mail address of a ticket, wherever the same one was left for tickets of the same sale, also after exchanges,
 * and by which their orders are found. What the old address is still to be told goes to the new one.
 * @returns whether there was an address to correct
 * @throws Refusal forbidden
 */
export async function correctContact(
  tx: Transaction,
  actor: Actor,
  ticket: Pick<Ticket, 'number' | 'ticketId' | 'orderId'>,
  email: string,
  { clock, contacts }: Pick<SellingOptions, 'clock' | 'contacts'>,
): Promise<boolean> {
  requirePermission(actor, 'mail-tickets');
  const related = await lockRelated(tx, ticket.number);
  const known = await findContacts(
    tx,
    related.map(({ number }) => number),
  );
  const wrong = mailboxIn(known.get(ticket.number)?.email);
  if (wrong === undefined) return false;
  const corrected = related.filter(({ number }) => mailboxIn(known.get(number)?.email) === wrong);
  const numbers = corrected.map(({ number }) => number);
  await changeEmail(tx, numbers, email, contacts.of(email));
  await correctOrders(tx, orderIdsOf(corrected), { wrong, email, hash: contacts.of(email) });
  await record(
    { tx, actor, now: clock.now() },
    { kind: 'contact.corrected', subject: ticket.orderId ?? ticket.ticketId, details: { tickets: numbers } },
  );
  return true;
}

/** The related tickets (`findRelated`), locked with their orders. */
export async function lockRelated(tx: Transaction, number: number): Promise<Ticket[]> {
  let numbers = await findRelated(tx, number);
  for (;;) {
    const orderIds = orderIdsOf(await findTicketsByNumber(tx, numbers));
    if (orderIds.length > 0) await lockOrders(tx, orderIds);
    const locked = await lockTickets(tx, { numbers });
    // One of them may have been exchanged meanwhile.
    const now = await findRelated(tx, number);
    if (now.length === numbers.length) return locked;
    numbers = now;
  }
}

function orderIdsOf(tickets: readonly Ticket[]): Uuid[] {
  return [...new Set(tickets.flatMap(({ orderId }) => orderId ?? []))];
}

/** What a reseller has said of the buyer has the address as well, unless it was another. */
async function correctOrders(
  tx: Transaction,
  orderIds: readonly Uuid[],
  { wrong, email, hash }: { readonly wrong: string; readonly email: string; readonly hash: number },
): Promise<void> {
  for (const order of orderIds.length === 0 ? [] : await lockOrders(tx, orderIds)) {
    const { contact } = order;
    const said = mailboxIn(contact?.emailAddress ?? undefined);
    if (said !== undefined && said !== wrong) continue;
    const corrected = contact !== null && said === wrong && { contact: { ...contact, emailAddress: email } };
    await updateOrder(tx, order, { emailHash: hash, ...corrected });
  }
}

function mailboxIn(email: string | undefined): string | undefined {
  return email === undefined ? undefined : mailboxOf(email);
}
