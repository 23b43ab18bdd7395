import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { giveBackPlaces, lockPlaces, slotOf } from '../offers/index.ts';
import { type Amount, addPayments, makePayments } from '../payments/index.ts';
import type { ActionContext, Transaction } from '../store/index.ts';
import { findContacts, requireUnused, type Ticket, writeVoid } from '../tickets/index.ts';
import type { Sale, Seller, SellingOptions, WantedItem } from './order.ts';
import { payBack } from './paid.ts';
import { sellBatch } from './sell.ts';
import { closeOrder, lockToVoid, placesOf } from './void-order.ts';

/** What a ticket is exchanged for, by default for one of its category, and why. */
export interface ExchangeRequest extends Omit<WantedItem, 'quantity'> {
  readonly ticketId: Uuid;
  /** Replaces the known one. */
  readonly phone?: string;
  readonly reason: string;
  /** What was paid for the new ticket beside the old one, or what is paid back. */
  readonly payment?: Amount;
  readonly refund?: Amount;
}

/**
 * Makes a ticket void and sells another in its place to the same person; or does neither.
 * @param number a ticket number that was reserved for it
 * @returns the new ticket
 * @throws Refusal forbidden, ticket-not-found, ticket-void, ticket-admitted, refund-too-high, or why the other can't be sold
 */
export async function exchangeTicket(
  tx: Transaction,
  seller: Seller,
  request: ExchangeRequest,
  number: number,
  options: SellingOptions,
): Promise<Ticket> {
  const scope = requirePermission(seller, 'void-tickets');
  const { ticket, sold } = await lockToVoid(tx, seller, scope, request.ticketId);
  await requireUnused(tx, [ticket]);
  await lockPlaces(tx, [slotOf(ticket), slotOf(request)], options.terms);
  await giveBackPlaces(tx, [placesOf(ticket)]); // first, since the other may be for the same slot
  const made = await sellInstead(tx, seller, ticket, request, number, options);
  const context = { tx, actor: seller, now: options.clock.now() };
  await writeVoid(context, ticket, { reason: request.reason, replacedBy: made.number });
  await closeOrder(context, sold);
  await settle(context, made, request, options);
  return made;
}

async function sellInstead(
  tx: Transaction,
  seller: Seller,
  ticket: Ticket,
  request: ExchangeRequest,
  number: number,
  options: SellingOptions,
): Promise<Ticket> {
  const contact = (await findContacts(tx, [ticket.number])).get(ticket.number);
  const { product, day, entryTime } = request;
  const { category = ticket.category, phone = contact?.phone ?? undefined } = request;
  const item = { product, day, entryTime, category, quantity: 1 };
  const buyer = { email: contact?.email, phone };
  const { outcomes } = await sellBatch(tx, [{ seller, items: [item], buyer }], [number], options);
  const sold = outcomes[0] as Sale | Refusal;
  if (sold instanceof Refusal) throw sold;
  return sold.tickets[0]?.ticket as Ticket;
}

async function settle(
  context: ActionContext,
  made: Ticket,
  { payment, refund }: ExchangeRequest,
  { terms: { localOf } }: SellingOptions,
): Promise<void> {
  const { tx, actor, now } = context;
  const { ticketId: orderId, currency } = made;
  const paid = payment === undefined ? [] : [{ orderId, ...payment, currency, at: now }];
  await addPayments(tx, actor, makePayments(actor, localOf, paid));
  if (refund !== undefined) await payBack(context, made, refund, localOf);
}
