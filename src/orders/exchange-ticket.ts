import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { giveBackPlaces, lockPlaces, type Product, slotOf } from '../offers/index.ts';
import { type Amount, addPayments, makePayments } from '../payments/index.ts';
import type { Transaction } from '../store/index.ts';
import {
  findContacts,
  findTicket,
  findVoids,
  requireUnused,
  type Ticket,
  writeVoid,
} from '../tickets/index.ts';
import type { Sale, Seller, SellingOptions } from './order.ts';
import { paidUnder, payBack } from './paid.ts';
import { sellBatch } from './sell.ts';
import { closeOrder, lockSold, placesOf } from './void-order.ts';

/** What a ticket is exchanged for, and why. */
export interface ExchangeRequest {
  readonly ticketId: Uuid;
  readonly product: Product;
  readonly day: CalendarDay;
  readonly entryTime?: string;
  /** Slug; by default that of the old ticket. */
  readonly category?: string;
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
  const { ticketId } = request;
  const known = await findTicket(tx, ticketId);
  if (known === undefined) throw new Refusal('ticket-not-found', { ticketId });
  const together = await lockSold(tx, seller, scope, paidUnder(known));
  const ticket = together.find((each) => each.ticketId === ticketId) as Ticket;
  if ((await findVoids(tx, [ticket.number])).size > 0)
    throw new Refusal('ticket-void', { ticketId, asked: 'change' });
  await requireUnused(tx, [ticket]);
  await lockPlaces(tx, [slotOf(ticket), slotOf(request)], options.terms);
  await giveBackPlaces(tx, [placesOf(ticket)]); // first, since the other may be for the same slot
  const made = await sellInstead(tx, seller, ticket, request, number, options);
  const now = options.clock.now();
  await writeVoid({ tx, actor: seller, now }, ticket, { reason: request.reason, replacedBy: made.number });
  await closeOrder({ tx, actor: seller, now }, together);
  await settle(tx, seller, made, request, { day: options.terms.localOf(now).day, now });
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
  const item = {
    ...{ product, day, category, quantity: 1 },
    ...(entryTime !== undefined && { entryTime }),
  };
  const buyer = {
    ...(contact !== undefined && { email: contact.email }),
    ...(phone !== undefined && { phone }),
  };
  const { outcomes } = await sellBatch(tx, [{ seller, items: [item], buyer }], [number], options);
  const sold = outcomes[0] as Sale | Refusal;
  if (sold instanceof Refusal) throw sold;
  return sold.tickets[0]?.ticket as Ticket;
}

async function settle(
  tx: Transaction,
  seller: Seller,
  made: Ticket,
  { payment, refund }: ExchangeRequest,
  when: { readonly day: CalendarDay; readonly now: number },
): Promise<void> {
  const { ticketId: orderId, currency } = made;
  const { day, now } = when;
  const paid = payment === undefined ? [] : [{ orderId, ...payment, currency, day, at: now }];
  await addPayments(tx, seller, makePayments(seller, paid));
  if (refund !== undefined) await payBack(tx, seller, made, refund, when);
}
