import { lockCurrentKeyId } from '../codes/index.ts';
import { trustedNow } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { type Kept, keep, recallAll } from '../idempotency/index.ts';
import { record } from '../journal/index.ts';
import type { OfferTerms, Quote } from '../offers/index.ts';
import { addPayments, makePayments, type Payment } from '../payments/index.ts';
import type { Transaction } from '../store/index.ts';
import type { SoldTicket } from '../tickets/index.ts';
import { bookingMembers } from './booking.ts';
import {
  type Order,
  type OrderItem,
  type OrderTerms,
  type Seller,
  totalOf,
  type WantedItem,
} from './order.ts';
import { addOrders, freeOrderCodes } from './order-store.ts';
import type { Line, Sale, SaleRequest } from './sale.ts';
import { placedIn, recordSoldOut, type Taking, takeAll, takingOf } from './take-places.ts';
import { CONFIRM_MS, lockForVisitors, refuseBeyondLimits } from './visitor-limits.ts';
import { type SellingOptions, TicketWriter } from './write-tickets.ts';

/** The outcomes of a batch: one for each request, and the number of newly sold tickets. */
export interface BatchResult {
  readonly outcomes: readonly (Sale | Refusal | Kept)[];
  readonly sold: number;
}

/**
 * Sells as many of the requests as possible inside `tx`, and returns the outcome of each, in order. Places are taken for
 * a whole slot at once. There is a ticket number for each ticket. Independent statements are sent together, which saves
 * round trips to PostgreSQL.
 */
export async function sellBatch(
  tx: Transaction,
  requests: readonly SaleRequest[],
  numbers: readonly number[],
  options: SellingOptions,
): Promise<BatchResult> {
  const now = options.clock.now();
  await lockForVisitors(tx, requests);
  const onces = requests.map(({ once }) => once);
  const [keyId, known] = await Promise.all([
    lockCurrentKeyId(tx),
    recallAll(tx, onces, trustedNow(options.clock)),
  ]);
  const lines = new Map<number, Line>();
  for (const [index, request] of requests.entries())
    if (known[index] === undefined)
      lines.set(index, { request, taking: takingOf(request.seller, request.items), mustConfirm: false });
  const fresh = [...lines.values()];
  await refuseBeyondLimits(tx, fresh, options);
  const takings = fresh.map(({ taking }) => taking).filter(({ refusal }) => refusal === undefined);
  const full = await takeAll(tx, takings, options);
  const orders = await makeOrders(tx, fresh, now, options);
  const writer = new TicketWriter(numbers, keyId, now, options);
  const decided = new Map(
    [...lines].map(([index, line]) => [index, outcomeOf(line, orders.get(line), writer, options)]),
  );
  const placed = [...decided].flatMap(([index, outcome]) => orderPlaced(requests[index], outcome));
  const done = [...decided].flatMap(([index, outcome]) => {
    const request = onces[index];
    return request === undefined ? [] : { request, outcome, ...madeIn(outcome) };
  });
  await Promise.all([writer.write(tx), writeOrders(tx, placed, now, options), keep(tx, done, now)]);
  await recordSoldOut(tx, full, now);
  return {
    outcomes: known.map((each, index) => {
      return typeof each === 'object' ? each : (decided.get(each ?? index) as Sale | Refusal);
    }),
    sold: writer.count,
  };
}

/** The orders of the lines that are not refused. */
async function makeOrders(
  tx: Transaction,
  lines: readonly Line[],
  now: number,
  { terms, holds }: SellingOptions,
): Promise<Map<Line, Order>> {
  const accepted = lines.filter(({ request, taking }) => request.order && taking.refusal === undefined);
  if (accepted.length === 0) return new Map();
  const codes = await freeOrderCodes(tx, accepted.length);
  return new Map(
    accepted.map((line, index) => {
      const { seller, buyer, order } = line.request;
      const { reference = null, language, holdMs = null, visitor, booking } = order as OrderTerms;
      const items = termsOf(line).map((terms, at) => {
        return withTicketIds(terms, (line.request.items[at] as WantedItem).quantity, now);
      });
      const isFree = visitor !== undefined && totalOf({ items }) === 0;
      const heldMs = isFree ? (line.mustConfirm ? CONFIRM_MS : null) : holdMs;
      const isHeld = heldMs !== null;
      const made: Order = {
        orderId: uuidV7(now),
        orderCode: codes[index] as string,
        reference,
        state: isHeld ? 'held' : 'sold',
        items,
        currency: terms.currency,
        language,
        soldBy: seller.accountId,
        createdAt: now,
        expiresAt: isHeld ? holds.now() + heldMs : null,
        holdMs: heldMs,
        soldAt: isHeld ? null : now,
        releasedAt: null,
        releasedBy: null,
        heldFor: isHeld ? (isFree ? 'payment' : (visitor?.heldFor ?? null)) : null,
        networkHash: visitor?.networkHash ?? null,
        email: buyer.email ?? null,
        phone: buyer.phone ?? null,
        ...bookingMembers(booking, (line.request.items[0] as WantedItem).ticketDate, now),
      };
      return [line, made];
    }),
  );
}

/** What was wanted, at the terms on which the places were taken. */
function termsOf({ request: { items }, taking: { parts } }: Line): Omit<OrderItem, 'ticketIds'>[] {
  return items.map((item) => {
    const part = parts.find((each) => each.items.includes(item)) as Taking['parts'][number];
    const quote = (part.quoted as readonly Quote[])[part.items.indexOf(item)] as Quote;
    const { eventId = null, ticketDate, entryTime = null } = item;
    return { eventId, ticketDate, entryTime, ...quote };
  });
}

function withTicketIds(terms: Omit<OrderItem, 'ticketIds'>, quantity: number, now: number): OrderItem {
  return { ...terms, ticketIds: Array.from({ length: quantity }, () => uuidV7(now)) };
}

function outcomeOf(
  line: Line,
  order: Order | undefined,
  writer: TicketWriter,
  { terms }: SellingOptions,
): Sale | Refusal {
  const { request, taking } = line;
  const { seller, buyer, items } = request;
  if (taking.refusal !== undefined)
    return request.order === undefined ? taking.refusal : placedIn(items, taking.refusal);
  if (order?.state === 'held') return { order, tickets: [], payments: [] };
  const orderId = order?.orderId ?? null;
  const eventNames = new Map(taking.parts.map(({ slot, eventName }) => [slot.product as string, eventName]));
  const sell = (item: Omit<OrderItem, 'ticketIds'>, ticketId?: Uuid): SoldTicket => ({
    ticket: writer.make({ seller, buyer, item, ticketId, orderId }),
    eventName: item.eventId === null ? undefined : eventNames.get(item.eventId),
  });
  const tickets =
    order === undefined
      ? termsOf(line).map((item) => sell(item))
      : order.items.flatMap((item) => item.ticketIds.map((ticketId) => sell(item, ticketId)));
  return { order, tickets, payments: paymentsFor(request, order, terms) };
}

function paymentsFor(
  { seller, order: wanted }: SaleRequest,
  order: Order | undefined,
  { localOf }: OfferTerms,
) {
  if (order === undefined || wanted?.paidBy === undefined) return [];
  const { orderId, currency, createdAt: at } = order;
  const { day } = localOf(at);
  return makePayments(seller, [{ orderId, method: wanted.paidBy, cents: totalOf(order), currency, day, at }]);
}

/** What is written down of a line that is not a single ticket, and was not refused. */
interface PlacedOrder {
  readonly seller: Seller;
  readonly order: Order;
  readonly payments: readonly Payment[];
}

function orderPlaced(request: SaleRequest | undefined, outcome: Sale | Refusal): PlacedOrder[] {
  if (request === undefined || outcome instanceof Refusal || outcome.order === undefined) return [];
  return [{ seller: request.seller, order: outcome.order, payments: outcome.payments }];
}

/** The id of the order, or of the ticket that was sold alone. */
function madeIn(outcome: Sale | Refusal): { readonly made?: Uuid } {
  if (outcome instanceof Refusal) return {};
  const { order, tickets } = outcome;
  return { made: order?.orderId ?? (tickets[0] as SoldTicket).ticket.ticketId };
}

async function writeOrders(
  tx: Transaction,
  made: readonly PlacedOrder[],
  now: number,
  { contacts }: SellingOptions,
): Promise<void> {
  if (made.length === 0) return;
  const rows = made.map(({ order }) => {
    const email = order.email ?? order.contact?.emailAddress;
    const emailHash = email ? contacts.of(email) : null;
    // After the sale the contact is that of the tickets.
    return { order: order.state === 'held' ? order : { ...order, email: null, phone: null }, emailHash };
  });
  await Promise.all([
    addOrders(tx, rows),
    ...made.map(({ seller, order: { orderId, state, expiresAt }, payments }) =>
      state === 'held'
        ? record({ tx, actor: seller, now }, { kind: 'order.held', subject: orderId, details: { expiresAt } })
        : addPayments(tx, seller, payments),
    ),
  ]);
}
