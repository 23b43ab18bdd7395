import { confirmationCode, lockCurrentKeyId } from '../codes/index.ts';
import { trustedNow } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { giveBackUsesOf } from '../discounts/index.ts';
import { findGiftFaults } from '../gifts/index.ts';
import { type Kept, keep, recallAll } from '../idempotency/index.ts';
import { record } from '../journal/index.ts';
import { giveBackPlaces, ticketTypeOf } from '../offers/index.ts';
import { addPayments, makePayments } from '../payments/index.ts';
import type { Transaction } from '../store/index.ts';
import { addContacts, addTickets, type Contact, type SoldTicket, type Ticket } from '../tickets/index.ts';
import { goodsFor, goodsToKeep, payWithGifts, sellGoods } from './goods.ts';
import {
  amountsOf,
  type Buyer,
  bookingMembers,
  type Good,
  giftUsesIn,
  type Order,
  type OrderItem,
  type OrderTerms,
  placesOfItems,
  type Sale,
  type SaleRequest,
  type Seller,
  type SellingOptions,
  totalOf,
} from './order.ts';
import { addOrders, freeOrderCodes } from './order-store.ts';
import { type NotTaken, placedIn, recordSoldOut, type Taken, takeAll, type Wish } from './take-places.ts';
import { askLimits, CONFIRM_MS, lockForVisitors } from './visitor-limits.ts';

/**
 * Sells as many of the requests as possible inside `tx`. Places are taken for a whole slot at once. Independent statements are
 * sent together, which saves round trips to PostgreSQL.
 * @param requests each an object of its own
 * @param numbers one for each ticket, or more
 * @returns the outcome of each, in order, and the number of newly sold tickets
 */
export async function sellBatch(
  tx: Transaction,
  requests: readonly SaleRequest[],
  numbers: readonly number[],
  options: SellingOptions,
): Promise<{ readonly outcomes: readonly (Sale | Refusal | Kept)[]; readonly sold: number }> {
  const now = options.clock.now();
  await lockForVisitors(tx, requests);
  const [keyId, known] = await Promise.all([
    lockCurrentKeyId(tx),
    recallAll(
      tx,
      requests.map(({ once }) => once),
      trustedNow(options.clock),
    ),
  ]);
  const fresh = requests.filter((_, index) => known[index] === undefined);
  const limits = await askLimits(tx, fresh, options);
  const goods = await findGoods(tx, fresh, options);
  const refusalOf = (request: SaleRequest) => limits.refusals.get(request) ?? goods.refusals.get(request);
  const allowed = fresh.filter((request) => refusalOf(request) === undefined);
  const placed = await takeAll(
    tx,
    allowed.map((request) => wishOf(request, goods.of.get(request))),
    options,
  );
  const taken = await withGifts(tx, allowed, placed, options);
  const takenBy = new Map(allowed.map((request, index) => [request, taken[index] as Taken | NotTaken]));
  const made = { now, mustConfirm: limits.mustConfirm, goodsOf: goods.of };
  const orders = await makeOrders(tx, takenBy, made, options);
  const writer = new TicketWriter(numbers, keyId, now, options);
  const outcomes = new Map(
    fresh.map((request) => {
      const got = takenBy.get(request) ?? { refusal: refusalOf(request) as Refusal };
      return [request, outcomeOf(request, got, orders.get(request), writer, options)];
    }),
  );
  const done = fresh.flatMap((request) => {
    const outcome = outcomes.get(request) as Sale | Refusal;
    return request.once === undefined ? [] : { request: request.once, outcome, ...madeIn(outcome) };
  });
  await Promise.all([writer.write(tx), writeOrders(tx, outcomes, now, options), keep(tx, done, now)]);
  await recordSoldOut(tx, allowed, taken, now);
  return {
    outcomes: known.map((each, index) =>
      typeof each === 'object'
        ? each
        : (outcomes.get(requests[each ?? index] as SaleRequest) as Sale | Refusal),
    ),
    sold: writer.count,
  };
}

/** What the requests get beside tickets; it asks nothing where nobody wants any. */
async function findGoods(
  tx: Transaction,
  requests: readonly SaleRequest[],
  options: SellingOptions,
): Promise<{
  readonly of: ReadonlyMap<SaleRequest, readonly Good[]>;
  readonly refusals: ReadonlyMap<SaleRequest, Refusal>;
}> {
  const [of, refusals] = [new Map<SaleRequest, readonly Good[]>(), new Map<SaleRequest, Refusal>()];
  for (const request of requests) {
    if ([request.articles, request.gifts, request.passes].every((each = []) => each.length === 0)) continue;
    const goods = await goodsFor(tx, request.seller, request, [], options);
    if (goods instanceof Refusal) refusals.set(request, goods);
    else of.set(request, goods);
  }
  return { of, refusals };
}

function wishOf(request: SaleRequest, goods: readonly Good[] | undefined): Wish {
  return goods === undefined ? request : { ...request, goods };
}

/** Gives the places of those back that gift vouchers can't pay for. */
async function withGifts(
  tx: Transaction,
  requests: readonly SaleRequest[],
  taken: readonly (Taken | NotTaken)[],
  { clock, terms, giftCodes: codes }: SellingOptions,
): Promise<readonly (Taken | NotTaken)[]> {
  const uses = requests
    .map((request, index) => [taken[index] as Taken | NotTaken, giftUsesIn(request.order ?? {})] as const)
    .filter(([got, some]) => !('refusal' in got) && some.length > 0);
  if (uses.length === 0) return taken;
  const { localOf, currency } = terms;
  const faults = await findGiftFaults({ tx, now: clock.now() }, new Map(uses), currency, { codes, localOf });
  const after: (Taken | NotTaken)[] = [];
  for (const got of taken) {
    const refusal = faults.get(got);
    if (refusal !== undefined && !('refusal' in got)) {
      await giveBackPlaces(tx, placesOfItems(got.items));
      await giveBackUsesOf(tx, got.items);
    }
    after.push(refusal === undefined ? got : { refusal, unsold: [] });
  }
  return after;
}

interface Making {
  readonly now: number;
  readonly mustConfirm: ReadonlySet<SaleRequest>;
  readonly goodsOf: ReadonlyMap<SaleRequest, readonly Good[]>;
}

/** The orders of those that got their places. */
async function makeOrders(
  tx: Transaction,
  takenBy: ReadonlyMap<SaleRequest, Taken | NotTaken>,
  { now, mustConfirm, goodsOf }: Making,
  options: SellingOptions,
): Promise<ReadonlyMap<SaleRequest, Order>> {
  const accepted = [...takenBy].flatMap(([request, taken]) =>
    request.order === undefined || 'refusal' in taken ? [] : [[request, taken.items] as const],
  );
  if (accepted.length === 0) return new Map();
  const codes = await freeOrderCodes(tx, accepted.length);
  return new Map(
    accepted.map(([request, items], index) => {
      const made = { orderCode: codes[index] as string, now, mustConfirm: mustConfirm.has(request) };
      return [request, makeOrder(request, { items, goods: goodsOf.get(request) ?? [] }, made, options)];
    }),
  );
}

function makeOrder(
  { seller, buyer, order }: SaleRequest,
  { items, goods }: Pick<Order, 'items' | 'goods'>,
  made: { readonly orderCode: string; readonly now: number; readonly mustConfirm: boolean },
  { terms, holds }: SellingOptions,
): Order {
  const { orderCode, now, mustConfirm } = made;
  const { reference = null, language, holdMs = null, visitor, booking } = order as OrderTerms;
  const isFree = visitor !== undefined && totalOf({ items, goods }) === 0;
  const heldMs = isFree ? (mustConfirm ? CONFIRM_MS : null) : holdMs;
  const isHeld = heldMs !== null;
  return {
    orderId: uuidV7(now),
    orderCode,
    reference,
    state: isHeld ? 'held' : 'sold',
    items,
    goods,
    currency: terms.currency,
    language,
    soldBy: seller.accountId,
    createdAt: now,
    expiresAt: isHeld ? holds.now() + heldMs : null,
    holdMs: heldMs,
    soldAt: isHeld ? null : now,
    releasedAt: null,
    releasedBy: null,
    heldFor: isHeld && visitor !== undefined ? 'payment' : null,
    networkHash: visitor?.networkHash ?? null,
    email: buyer.email ?? null,
    phone: buyer.phone ?? null,
    ...bookingMembers(booking, items[0]?.day ?? null, now),
  };
}

function outcomeOf(
  request: SaleRequest,
  taken: Taken | Pick<NotTaken, 'refusal'>,
  order: Order | undefined,
  writer: TicketWriter,
  options: SellingOptions,
): Sale | Refusal {
  if ('refusal' in taken)
    return request.order === undefined ? taken.refusal : placedIn(request.items, taken.refusal);
  if (order?.state === 'held') return { order, tickets: [], payments: [] };
  const tickets = taken.items.flatMap((item) =>
    item.ticketIds.map(
      (ticketId): SoldTicket => ({
        ticket: writer.make(request, item, ticketId, { soldWith: order?.orderId }),
        eventName: taken.events.get(item.product)?.name,
      }),
    ),
  );
  return { order, tickets, payments: paymentsFor(request, order, options) };
}

function paymentsFor(
  { seller, order: wanted }: SaleRequest,
  order: Order | undefined,
  { terms }: SellingOptions,
): Sale['payments'] {
  if (order === undefined || wanted === undefined) return [];
  const { orderId, currency, createdAt: at } = order;
  const amounts = amountsOf(wanted, totalOf(order));
  return makePayments(
    seller,
    terms.localOf,
    amounts.map((amount) => ({ ...amount, orderId, currency, at })),
  );
}

/** The id of the order, or of the ticket that was sold alone. */
function madeIn(outcome: Sale | Refusal): { readonly made?: Uuid } {
  if (outcome instanceof Refusal) return {};
  const { order, tickets } = outcome;
  return { made: order?.orderId ?? (tickets[0] as SoldTicket).ticket.ticketId };
}

async function writeOrders(
  tx: Transaction,
  outcomes: ReadonlyMap<SaleRequest, Sale | Refusal>,
  now: number,
  options: SellingOptions,
): Promise<void> {
  const placed = [...outcomes].flatMap(([{ seller, order: paid = {} }, outcome]) =>
    outcome instanceof Refusal || outcome.order === undefined
      ? []
      : { seller, paid, order: outcome.order, payments: outcome.payments },
  );
  if (placed.length === 0) return;
  const orders = placed.map(({ order }) => {
    return order.state === 'sold' ? { ...order, goods: goodsToKeep(order.goods) } : order;
  });
  await Promise.all([
    addOrders(tx, orders, options.contacts),
    ...placed.map(({ seller, order: { orderId, state, expiresAt }, payments }) =>
      state === 'held'
        ? record({ tx, actor: seller, now }, { kind: 'order.held', subject: orderId, details: { expiresAt } })
        : addPayments(tx, seller, payments),
    ),
    ...placed.map(
      ({ seller, order }) =>
        order.state === 'sold' &&
        sellGoods({ tx, actor: seller, now }, order, order.email ?? undefined, options),
    ),
    ...placed.map(
      ({ seller, order, paid }) =>
        order.state === 'sold' && payWithGifts({ tx, actor: seller, now }, order, paid, options),
    ),
  ]);
}

/** More tickets are to be written than numbers were reserved. */
export class TooFewNumbers extends Error {}

/** The order that a ticket belongs to; neither: it is sold alone. */
interface OrderOfTicket {
  /** It is sold with this order. */
  readonly soldWith?: Uuid | undefined;
  /** Another ticket of this order is exchanged for it. Charged, in hundredths: what counts as paid for it. */
  readonly joins?: { readonly orderId: Uuid; readonly chargedCents: number };
}

/** Makes tickets from reserved numbers, and writes them together with their contacts and the journal's entry. */
export class TicketWriter {
  readonly #numbers: readonly number[];
  readonly #spelled: readonly string[];
  readonly #keyId: string;
  readonly #now: number;
  readonly #currency: string;
  readonly #made: { readonly ticket: Ticket; readonly seller: Seller; readonly buyer: Buyer }[] = [];

  /** @param keyId the key that they are signed with */
  constructor(numbers: readonly number[], keyId: string, now: number, options: SellingOptions) {
    this.#numbers = numbers;
    this.#spelled = options.codes.spell(numbers);
    this.#keyId = keyId;
    this.#now = now;
    this.#currency = options.terms.currency;
  }

  /** How many tickets were made. */
  get count(): number {
    return this.#made.length;
  }

  /** @param ticketId drawn when its place was taken */
  make(
    { seller, buyer }: Pick<SaleRequest, 'seller' | 'buyer'>,
    item: Omit<OrderItem, 'ticketIds'>,
    ticketId: Uuid,
    { soldWith, joins }: OrderOfTicket,
  ): Ticket {
    const {
      product,
      day,
      entryTime,
      category,
      categoryNumber,
      places,
      priceCents,
      vat,
      entryPlaces = 0,
      codeId = null,
      fullPriceCents = null,
    } = item;
    const position = this.#made.length;
    const number = this.#numbers[position];
    if (number === undefined) throw new TooFewNumbers();
    const ticket: Ticket = {
      number,
      ticketId,
      product,
      day,
      entryTime,
      category,
      categoryNumber,
      places,
      priceCents,
      vat,
      entryPlaces,
      currency: this.#currency,
      confirmationCode: confirmationCode(ticketTypeOf(product), this.#spelled[position] as string),
      keyId: this.#keyId,
      soldBy: seller.accountId,
      soldAt: this.#now,
      orderId: joins?.orderId ?? soldWith ?? null,
      soldWith: soldWith ?? null,
      chargedCents: joins?.chargedCents ?? null,
      codeId,
      fullPriceCents,
    };
    this.#made.push({ ticket, seller, buyer });
    return ticket;
  }

  async write(tx: Transaction): Promise<void> {
    const contacts = this.#made.flatMap(({ ticket: { number }, buyer }): Contact[] => {
      const { email, phone = null } = buyer;
      return email === undefined ? [] : [{ number, email, phone }];
    });
    await Promise.all([
      addTickets(
        tx,
        this.#made.map(({ ticket }) => ticket),
      ),
      addContacts(tx, contacts),
      this.#record(tx),
    ]);
  }

  /** Records one entry for all tickets of a seller through one channel, so that the journal costs little. */
  async #record(tx: Transaction): Promise<void> {
    const bySeller = Map.groupBy(this.#made, ({ seller }) => `${seller.accountId} ${seller.channel}`);
    await Promise.all(
      [...bySeller.values()].map((made) => {
        const [{ seller, ticket }] = made as [(typeof made)[number]];
        const details = {
          tickets: made.map((each) => each.ticket.number),
          requests: made.map((each) => each.seller.requestId ?? null),
        };
        const { requestId: _ofOne, ...actor } = seller;
        return record(
          { tx, actor, now: this.#now },
          { kind: 'tickets.sold', subject: `${ticket.number}`, details },
        );
      }),
    );
  }
}
