import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { giveBackPlaces, lockPlaces, slotOf } from '../offers/index.ts';
import { type Amount, addPayments, makePayments } from '../payments/index.ts';
import type { ActionContext, Transaction } from '../store/index.ts';
import { findContacts, isJoined, orderOf, requireUnused, type Ticket, writeVoid } from '../tickets/index.ts';
import { paidFor } from './account.ts';
import { findAccount } from './find-accounts.ts';
import type { Sale, SaleRequest, Seller, SellingOptions, WantedItem } from './order.ts';
import { payBack } from './pay-back.ts';
import { sellBatch } from './sell.ts';
import type { SoldOrder } from './sold-order.ts';
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
  if (!isJoined(made)) await closeOrder(context, sold);
  await settle(context, isJoined(made) ? sold : { ...sold, orderId: orderOf(made) }, made, request, options);
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
  const joins = await joinsOf(tx, ticket, request, options);
  const { outcomes } = await sellBatch(tx, [{ seller, items: [item], buyer, joins }], [number], options);
  const sold = outcomes[0] as Sale | Refusal;
  if (sold instanceof Refusal) throw sold;
  return sold.tickets[0]?.ticket as Ticket;
}

/** In another currency nothing is joined: the old price is paid back, and the new one paid. */
async function joinsOf(
  tx: Transaction,
  ticket: Ticket,
  { payment, refund }: ExchangeRequest,
  { terms }: SellingOptions,
): Promise<SaleRequest['joins']> {
  if (ticket.currency !== terms.currency) return undefined;
  const orderId = orderOf(ticket);
  const { facts } = await findAccount(tx, orderId);
  const known = paidFor(facts, ticket.ticketId);
  return { orderId, paidCents: Math.max(0, known + (payment?.cents ?? 0) - (refund?.cents ?? 0)) };
}

async function settle(
  context: ActionContext,
  order: SoldOrder,
  made: Ticket,
  { payment, refund }: ExchangeRequest,
  { terms: { localOf } }: SellingOptions,
): Promise<void> {
  const { tx, actor, now } = context;
  const { currency } = made;
  const taken = { orderId: order.orderId, currency, at: now, isForExchange: isJoined(made) };
  const paid = payment === undefined ? [] : [{ ...taken, ...payment }];
  await addPayments(tx, actor, makePayments(actor, localOf, paid));
  if (refund !== undefined) await payBack(context, order, refund, localOf);
}
