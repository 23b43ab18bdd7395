import { lockCurrentKeyId } from '../codes/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Discount, findDiscountsById, giveBackUses } from '../discounts/index.ts';
import { giveBackPlaces, lockPlaces, type Product, placesTaken, slotOf } from '../offers/index.ts';
import { type Amount, addPayments, makePayments } from '../payments/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import {
  findContacts,
  findStandings,
  findUnused,
  isJoined,
  orderOf,
  requireUnused,
  type Ticket,
  writeVoid,
} from '../tickets/index.ts';
import { chargedFor, paidFor } from './account.ts';
import { findAccount } from './find-accounts.ts';
import type { OrderItem, Seller, SellingOptions, WantedItem } from './order.ts';
import { updateOrder } from './order-store.ts';
import { payBack } from './pay-back.ts';
import { TicketWriter } from './sell.ts';
import { chosenOf, findStanding, lockSold, type SoldOrder } from './sold-order.ts';
import { type NotTaken, recordSoldOut, type Taken, takeAll } from './take-places.ts';
import { closeOrder, countCodes } from './void-order.ts';

/** What tickets are exchanged for: what is left out stays as it is with each of them. */
export interface Instead {
  readonly product?: Product | undefined;
  readonly day?: CalendarDay | undefined;
  /** HH:mm; null: none. */
  readonly entryTime?: string | null | undefined;
  readonly category?: string | undefined;
}

/** What staff exchange, for what, and why. */
export interface ExchangeRequest extends Instead {
  /** Tickets of the order; left out: all that are valid, or cancelled and unused. */
  readonly ticketIds?: readonly Uuid[] | undefined;
  /** The museum’s current day, which may last beyond midnight; left out: that of the calendar. */
  readonly today?: CalendarDay | undefined;
  /** Replaces the known one. */
  readonly phone?: string | undefined;
  readonly reason?: string | undefined;
  /** What was paid for all the new tickets together beside the old ones, or what is paid back. */
  readonly payment?: Amount | undefined;
  readonly refund?: Amount | undefined;
}

/**
 * Makes tickets of an order void, and sells others in their place, which belong to the order too; or does nothing.
 * @param orderId that of the ticket, if it was sold alone
 * @param numbers one for each ticket, or more
 * @returns the new tickets, in the order of the old ones
 * @throws Refusal forbidden, order-not-found, order-not-sold, order-void, nothing-to-exchange, not-of-order, ticket-void,
 * ticket-admitted, refund-too-high, or why the others can't be sold
 */
export async function exchangeTickets(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  request: ExchangeRequest,
  numbers: readonly number[],
  options: SellingOptions,
): Promise<Ticket[]> {
  const scope = requirePermission(seller, 'void-tickets');
  const sold = await lockSold(tx, seller, scope, orderId);
  const { reason, phone, payment, refund, ticketIds, today = options.terms.calendar.today() } = request;
  const tickets = ticketIds === undefined ? await allOf(tx, sold, today) : await namedIn(tx, sold, ticketIds);
  const moreCents = (payment?.cents ?? 0) - (refund?.cents ?? 0);
  const swap = { tickets, instead: request, reason, phone, moreCents };
  const made = await replaceTickets(tx, seller, sold, swap, numbers, options);
  const context = { tx, actor: seller, now: options.clock.now() };
  await recordPayment(context, sold, made, payment, options);
  if (refund !== undefined) await payBack(context, sold, { ...refund, reason }, options.terms.localOf);
  return made;
}

/** Those that are valid, or cancelled and unused. @throws Refusal order-void or nothing-to-exchange */
async function allOf(
  tx: Transaction,
  { orderId, tickets }: SoldOrder,
  today: CalendarDay,
): Promise<readonly Ticket[]> {
  const standings = await findStandings(tx, tickets, today);
  const stateOf = ({ number }: Ticket) => standings.get(number)?.state;
  const unused = await findUnused(tx, tickets);
  const all = unused.filter((ticket) => ['valid', 'cancelled'].includes(stateOf(ticket) ?? ''));
  if (all.length > 0) return all;
  const isVoid = tickets.every((ticket) => stateOf(ticket) === 'void');
  throw new Refusal(isVoid ? 'order-void' : 'nothing-to-exchange', { orderId });
}

/** @throws Refusal not-of-order, ticket-void or ticket-admitted */
async function namedIn(
  tx: Transaction,
  sold: SoldOrder,
  ticketIds: readonly Uuid[],
): Promise<readonly Ticket[]> {
  const named = chosenOf(sold, await findStanding(tx, sold.tickets), ticketIds);
  await requireUnused(tx, named);
  return named;
}

/** Tickets of one order, and those that take their place. */
export interface Swap {
  /** They are neither void nor used. */
  readonly tickets: readonly Ticket[];
  /** What is taken for them now. */
  readonly instead: Instead;
  /** Instead of that: what is held for them, an item with one ticket id for each. Nobody gives its places back. */
  readonly held?: readonly OrderItem[];
  readonly reason?: string | undefined;
  /** Replaces the known one. */
  readonly phone?: string | undefined;
  /** Hundredths: what is paid for all of them beside the old ones; below zero: what goes back. It is recorded by the caller. */
  readonly moreCents: number;
  /** Whether what was charged for an old ticket counts for its new one, also if that costs less. */
  readonly keepsCharge?: boolean;
}

/**
 * Sells tickets in the place of others of an order, which become void. Where no more places of a slot are taken than given back
 * there, they are had whatever the capacity is by now.
 * @param sold by `lockSold`
 * @param numbers one for each ticket, or more
 * @returns the new tickets, in the order of the old ones
 * @throws Refusal why they can't be sold
 */
export async function replaceTickets(
  tx: Transaction,
  seller: Seller,
  sold: SoldOrder,
  swap: Swap,
  numbers: readonly number[],
  options: SellingOptions,
): Promise<Ticket[]> {
  const { tickets, held, reason } = swap;
  const { facts } = await findAccount(tx, sold.orderId);
  if (held !== undefined)
    await giveBackPlaces(
      tx,
      tickets.flatMap((ticket) => placesTaken(ticket)),
    );
  const items = held ?? (await takeInstead(tx, seller, swap, options));
  const prices = items.map(({ priceCents }) => priceCents);
  const paid = tickets.map(({ ticketId }) => paidFor(facts, ticketId));
  const charged = swap.keepsCharge ? paid : chargedFor(prices, paid, swap.moreCents);
  const made = await writeInstead(tx, seller, sold, { ...swap, items, charged }, numbers, options);
  const context = { tx, actor: seller, now: options.clock.now() };
  for (const [index, ticket] of tickets.entries())
    await writeVoid(context, ticket, { reason, replacedBy: (made[index] as Ticket).number });
  const lost = tickets.filter((_, index) => (made[index] as Ticket).codeId === null);
  await giveBackUses(tx, countCodes(lost));
  const after = { ...sold, tickets: [...sold.tickets, ...made.filter(isJoined)] };
  await closeOrder(context, after);
  await moveBooking(tx, after);
  return made;
}

/** Gives the places of the tickets back and takes others: first, since they may be in the same slots. */
async function takeInstead(
  tx: Transaction,
  seller: Seller,
  { tickets, instead }: Swap,
  options: SellingOptions,
): Promise<readonly OrderItem[]> {
  const items = tickets.map((ticket) => insteadOf(ticket, instead));
  const places = tickets.flatMap((ticket) => placesTaken(ticket));
  await lockPlaces(tx, [...places.map(({ slot }) => slot), ...items.map(slotOf)], options.terms);
  const keeps = await findKeptCodes(tx, tickets);
  const wish = { seller, items, keeps, freed: await giveBackPlaces(tx, places) };
  const [taken] = (await takeAll(tx, [wish], options)) as [Taken | NotTaken];
  if ('refusal' in taken) throw taken.refusal;
  await recordSoldOut(tx, [wish], [taken], options.clock.now());
  return taken.items;
}

/** The codes of the tickets, which what they are exchanged for keeps where they fit it. */
export async function findKeptCodes(
  queries: Queries,
  tickets: readonly Pick<Ticket, 'codeId'>[],
): Promise<readonly (Discount | undefined)[]> {
  const codeIds = tickets.flatMap(({ codeId }) => codeId ?? []);
  const known = await findDiscountsById(queries, codeIds);
  return tickets.map(({ codeId }) => (codeId === null ? undefined : known.get(codeId)));
}

function insteadOf(ticket: Ticket, instead: Instead): WantedItem {
  const { product = ticket.product, day = ticket.day, category = ticket.category } = instead;
  const entryTime = instead.entryTime === undefined ? ticket.entryTime : instead.entryTime;
  return { product, day, entryTime, category, quantity: 1 };
}

/** In another currency nothing is joined: the old price is paid back, and the new one paid. */
async function writeInstead(
  tx: Transaction,
  seller: Seller,
  { orderId }: SoldOrder,
  {
    tickets,
    phone: wanted,
    items,
    charged,
  }: Swap & { readonly items: readonly OrderItem[]; readonly charged: readonly number[] },
  numbers: readonly number[],
  options: SellingOptions,
): Promise<Ticket[]> {
  const used = numbers.slice(0, tickets.length);
  const writer = new TicketWriter(used, await lockCurrentKeyId(tx), options.clock.now(), options);
  const contacts = await findContacts(
    tx,
    tickets.map(({ number }) => number),
  );
  const made = tickets.map(({ number, currency, codeId }, index) => {
    const contact = contacts.get(number);
    const buyer = { email: contact?.email, phone: wanted ?? contact?.phone ?? undefined };
    const { ticketIds, ...sold } = items[index] as OrderItem;
    const keepsCode = sold.fullPriceCents !== undefined && codeId !== null;
    const terms = keepsCode ? { ...sold, codeId } : sold;
    const joins = { orderId, chargedCents: charged[index] as number };
    const isSame = currency === options.terms.currency;
    return writer.make({ seller, buyer }, terms, ticketIds[0] as Uuid, isSame ? { joins } : {});
  });
  await writer.write(tx);
  return made;
}

/** A reseller's booking is found by its last day, and forgotten after it. */
async function moveBooking(tx: Transaction, { orderId, order, tickets }: SoldOrder): Promise<void> {
  if (order?.bookingDay == null) return;
  const days = (await findStanding(tx, tickets)).map(({ day }) => day).sort();
  await updateOrder(tx, { orderId }, { bookingDay: days.at(-1) ?? order.bookingDay });
}

async function recordPayment(
  { tx, actor, now: at }: ActionContext,
  { orderId }: SoldOrder,
  made: readonly Ticket[],
  payment: Amount | undefined,
  { terms: { localOf } }: SellingOptions,
): Promise<void> {
  if (payment === undefined) return;
  const [{ currency, ...first }] = made as [Ticket];
  const isForExchange = isJoined(first);
  const parts = isForExchange ? [{ orderId, cents: payment.cents }] : partsOf(payment.cents, made);
  const paid = parts.map((part) => ({ ...payment, ...part, currency, at, isForExchange }));
  await addPayments(tx, actor, makePayments(actor, localOf, paid));
}

/** What is paid for each ticket that was sold alone: its price, as far as the sum reaches, and the rest with the last. */
function partsOf(cents: number, tickets: readonly Ticket[]) {
  let rest = cents;
  return tickets.map((ticket, index) => {
    const part = index === tickets.length - 1 ? rest : Math.min(rest, ticket.priceCents);
    rest -= part;
    return { orderId: orderOf(ticket), cents: part };
  });
}
