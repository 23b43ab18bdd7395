import { lockCurrentKeyId } from '../codes/index.ts';
import { MS_PER_DAY } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  atFullPrice,
  chooseDiscounts,
  codesIn,
  type Discount,
  findDiscountsById,
  giveBackUses,
  spellingOf,
  takeDiscount,
  takeUsesOf,
  unfitRefusal,
} from '../discounts/index.ts';
import { record } from '../journal/index.ts';
import { giveBackPlaces, lockGone, lockPlaces, type Product, STANDARD, slotOf } from '../offers/index.ts';
import { addPayments, makePayments } from '../payments/index.ts';
import type { Transaction } from '../store/index.ts';
import { goodsFor, goodsToKeep, payWithGifts, sellGoods } from './goods.ts';
import { expired, releaseOrders } from './holds.ts';
import { requireNoMove } from './moves.ts';
import {
  amountsOf,
  awaitsConfirmation,
  type HeldFor,
  type HowPaid,
  type Order,
  type OrderItem,
  paymentFault,
  placesOfItems,
  type ReleasedBy,
  type Seller,
  type SellingOptions,
  totalOf,
  type Wanted,
  type WantedItem,
} from './order.ts';
import { lockOrderToSell, updateOrder } from './order-store.ts';
import { TicketWriter } from './sell.ts';
import { type NotTaken, placedIn, recordSoldOut, type Taken, takeAll } from './take-places.ts';
import { requireDeskPlaces } from './visitor-limits.ts';

/** A partner holds an order for so long at most. */
const MOST_HELD_MS = MS_PER_DAY;

/**
 * Changes what a held order is for. What stays keeps its ticket ids and prices; the rest is given back, and what is new is
 * taken as in a sale. An article of which more is wanted is had at today's price. The code then reduces what it fits of all
 * tickets, the dearest first.
 * @param wanted its code as typed; null: none; left out: as it was
 * @throws Refusal forbidden, order-not-found, order-sold, order-for-move, hold-expired, or why something can't be had
 */
export async function changeOrder(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  wanted: Wanted & { readonly code?: string | null | undefined },
  options: SellingOptions,
): Promise<Order> {
  const order = await lockHeldOrder(tx, seller, orderId, options);
  await requireNoMove(tx, order);
  const goods = await goodsFor(tx, seller, wanted, order.goods, options);
  if (goods instanceof Refusal) throw goods;
  const now = options.clock.now();
  const discount = await discountOf(tx, order, { seller, ...wanted }, now);
  const { kept, dropped, added } = compare(order.items.map(atFullPrice), wanted.items);
  const slots = [...placesOfItems(order.items).map(({ slot }) => slot), ...added.map(slotOf)];
  await lockPlaces(tx, slots, options.terms);
  await giveBackPlaces(tx, placesOfItems(dropped));
  const wish = { seller, items: added, opened: discount };
  const [taken] = (await takeAll(tx, [wish], options)) as [Taken | NotTaken];
  if ('refusal' in taken) throw placedIn(wanted.items, taken.refusal);
  const isAsked = typeof wanted.code === 'string';
  const items = await recode(tx, order, merge([...kept, ...taken.items]), { discount, isAsked });
  const changes = { items, goods, bookingDay: order.bookingDay && (items[0]?.day ?? null) };
  await updateOrder(tx, order, changes);
  await record({ tx, actor: seller, now }, { kind: 'order.changed', subject: orderId, details: {} });
  await recordSoldOut(tx, [wish], [taken], now);
  return { ...order, ...changes };
}

/** The code that a held order has from now on. @throws Refusal code-invalid, code-not-applicable or code-used-up */
async function discountOf(
  tx: Transaction,
  { items: before }: Order,
  wish: {
    readonly seller: Seller;
    readonly items: readonly WantedItem[];
    readonly code?: string | null | undefined;
  },
  now: number,
): Promise<Discount | undefined> {
  if (wish.code === null) return undefined;
  const [own] = (await findDiscountsById(tx, [...codesIn(before).keys()])).values();
  const { code } = wish;
  if (code === undefined) return own;
  const asked = { ...wish, code };
  // What it has already may be used up, or not valid any more.
  if (own !== undefined && spellingOf(own.code) === spellingOf(code)) {
    const fault = unfitRefusal(asked, own);
    if (fault !== undefined) throw fault;
    return own;
  }
  const chosen = (await chooseDiscounts(tx, [asked], now)).get(asked);
  if (chosen instanceof Refusal) throw chosen;
  return chosen;
}

/** Gives the items, which are at their full prices, the code, and gives back what uses the order does not need any more. */
async function recode(
  tx: Transaction,
  { items: before, currency }: Order,
  items: readonly OrderItem[],
  { discount, isAsked }: { readonly discount: Discount | undefined; readonly isAsked: boolean },
): Promise<readonly OrderItem[]> {
  const had = new Map(codesIn(before));
  const own = discount === undefined ? 0 : (had.get(discount.codeId) ?? 0);
  if (discount !== undefined) had.delete(discount.codeId);
  // Codes are locked in one order, also that whose uses are taken next.
  const locked = discount === undefined || had.size === 0 ? had : new Map([...had, [discount.codeId, 0]]);
  await giveBackUses(tx, locked);
  if (discount === undefined) return items;
  const reduced = await takeDiscount(tx, items, { discount, had: own }, currency);
  if (!(reduced instanceof Refusal)) return reduced;
  if (isAsked) throw reduced;
  if (own > 0) await giveBackUses(tx, new Map([[discount.codeId, own]]));
  return items;
}

/** Whether the order is for exactly this. */
export function isFor({ items }: Pick<Order, 'items'>, wanted: readonly WantedItem[]): boolean {
  const { dropped, added } = compare(items, wanted);
  return dropped.length === 0 && added.length === 0;
}

/**
 * Holds the order for so long from now on. A partner's hold ends a day after the order was made at the latest.
 * @throws Refusal forbidden, order-not-found, order-sold, order-cancelled or hold-expired
 */
export async function extendHold(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  holdMs: number,
  options: SellingOptions,
): Promise<Order> {
  const order = await lockHeldOrder(tx, seller, orderId, options);
  const isPartner = requirePermission(seller, 'fetch-tickets') === 'own';
  const holdsNow = options.holds.now();
  const wanted = holdsNow + holdMs;
  const expiresAt = isPartner ? Math.min(wanted, order.createdAt + MOST_HELD_MS) : wanted;
  const changes = { expiresAt, holdMs: Math.max(0, expiresAt - holdsNow) };
  return changeHold(tx, seller, order, changes, options);
}

/**
 * Holds an order of the shop until then: while its buyer is at a payment provider, or until it is paid at the desk. For one that
 * is held so already, it does nothing.
 * @param until by the clock of holds
 * @throws Refusal forbidden, order-not-found, order-sold, order-cancelled, hold-expired, order-unconfirmed or too-many-held
 */
export async function holdUntil(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  {
    until,
    heldFor,
  }: { readonly until: (order: Order) => Promise<number> | number; readonly heldFor: HeldFor },
  options: SellingOptions,
): Promise<Order> {
  const order = await lockHeldOrder(tx, seller, orderId, options);
  if (awaitsConfirmation(order)) throw new Refusal('order-unconfirmed', { orderId, isLate: false });
  if (heldFor === 'desk' && order.heldFor !== 'desk') await requireDeskPlaces(tx, order, options);
  const expiresAt = await until(order);
  if (heldFor === order.heldFor && expiresAt === order.expiresAt) return order;
  const changes = { heldFor, expiresAt, holdMs: Math.max(0, expiresAt - options.holds.now()) };
  return changeHold(tx, seller, order, changes, options);
}

async function changeHold(
  tx: Transaction,
  seller: Seller,
  order: Order,
  changes: Pick<Order, 'expiresAt' | 'holdMs'> & Partial<Pick<Order, 'heldFor'>>,
  { clock }: SellingOptions,
): Promise<Order> {
  await updateOrder(tx, order, changes);
  const details = { expiresAt: changes.expiresAt };
  await record(
    { tx, actor: seller, now: clock.now() },
    { kind: 'order.extended', subject: order.orderId, details },
  );
  return { ...order, ...changes };
}

/**
 * Gives the places of a held order back; for one that was released already, it does nothing.
 * @throws Refusal forbidden, order-not-found or order-sold
 */
export async function releaseOrder(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  by: Extract<ReleasedBy, 'seller' | 'buyer'>,
  { clock }: SellingOptions,
): Promise<Order> {
  const order = await lockOrderToSell(tx, seller, orderId);
  if (order.state === 'released') return order;
  if (order.state !== 'held') throw new Refusal('order-sold', { orderId });
  const now = clock.now();
  await releaseOrders({ tx, actor: seller, now }, [order], by);
  return { ...order, state: 'released', releasedBy: by, releasedAt: now };
}

/** @throws Refusal forbidden, order-not-found, order-sold, order-cancelled or hold-expired */
export async function lockHeldOrder(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  { holds }: SellingOptions,
): Promise<Order> {
  const order = await lockOrderToSell(tx, seller, orderId);
  if (order.state === 'sold' || order.state === 'void') throw new Refusal('order-sold', { orderId });
  if (order.releasedBy === 'buyer') throw new Refusal('order-cancelled', { orderId });
  if (order.state === 'released' || (order.expiresAt ?? 0) <= holds.now()) throw await expired(tx, order);
  return order;
}

/** What of the items stays, what goes, and what is wanted beyond them. */
function compare(items: readonly OrderItem[], wanted: readonly WantedItem[]) {
  const more = new Map(wanted.map((item) => [keyOf({ ...item, category: item.category ?? STANDARD }), item]));
  const kept: OrderItem[] = [];
  const dropped: OrderItem[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const still = more.get(key);
    const count = Math.min(still?.quantity ?? 0, item.ticketIds.length);
    if (count > 0) kept.push({ ...item, ticketIds: item.ticketIds.slice(0, count) });
    if (count < item.ticketIds.length) dropped.push({ ...item, ticketIds: item.ticketIds.slice(count) });
    if (still !== undefined) more.set(key, { ...still, quantity: still.quantity - count });
  }
  return { kept, dropped, added: [...more.values()].filter(({ quantity }) => quantity > 0) };
}

/** The items, those for the same at the same price as one. */
function merge(items: readonly OrderItem[]): OrderItem[] {
  const merged = new Map<string, OrderItem>();
  for (const item of items) {
    const key = `${keyOf(item)} ${item.priceCents} ${item.vat} ${item.entryPlaces ?? 0} ${item.codeId ?? ''}`;
    const found = merged.get(key);
    merged.set(key, found ? { ...found, ticketIds: [...found.ticketIds, ...item.ticketIds] } : item);
  }
  return [...merged.values()];
}

function keyOf(item: {
  readonly product: Product;
  readonly day: string;
  readonly entryTime?: string | null | undefined;
  readonly category: string;
}): string {
  return [item.product, item.day, item.entryTime ?? '', item.category].join(' ');
}

/** What is said when an order is confirmed; what is left out stays as it is. */
export interface Confirmation extends HowPaid {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly reference?: string;
  /** What a provider has taken of it, in hundredths, beside `payments`; left out: nothing, or all of it. It is written down already. */
  readonly takenCents?: number;
}

/**
 * Sells a held order at the prices of the hold: its tickets are made. One that was released is taken up again if its places
 * are there. For one that is sold already, it does nothing.
 * @param numbers for its tickets, or more
 * @returns the order, and how many tickets were sold now
 * @throws Refusal forbidden, order-not-found, order-sold for a ticket that was sold alone, order-for-move, order-cancelled, hold-expired
 * or payments-not-total
 */
export async function confirmOrder(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  confirmation: Confirmation,
  numbers: readonly number[],
  options: SellingOptions,
): Promise<{ readonly order: Order; readonly sold: number }> {
  const order = await lockOrderToSell(tx, seller, orderId);
  if (order.state === 'sold' || order.state === 'void') return { order, sold: 0 };
  await requireNoMove(tx, order);
  const { takenCents } = confirmation;
  const fault = paymentFault(confirmation, { ...order, total: totalOf(order), takenCents }, order.currency);
  if (fault !== undefined) throw fault;
  const quantity = order.items.flatMap(({ ticketIds }) => ticketIds).length;
  const ensured = await ensureHeldPlaces(tx, seller, order, options);
  const sold = await sellHeld(tx, seller, ensured, confirmation, numbers, options);
  return { order: sold, sold: quantity };
}

/**
 * Makes sure that the order, which is held or was released, has its places, and that they may be sold.
 * @returns it, with the places that it has now
 * @throws Refusal order-cancelled or hold-expired
 */
export async function ensureHeldPlaces(
  tx: Transaction,
  seller: Seller,
  order: Order,
  options: SellingOptions,
): Promise<Order> {
  if (order.state !== 'held') return takeUp(tx, seller, order, options);
  await requireOnSale(tx, order, options);
  return order;
}

/** What takes place no more is not sold, although its places were held: its hold is ended by the job. */
async function requireOnSale(tx: Transaction, order: Order, { terms }: SellingOptions): Promise<void> {
  if ((await lockGone(tx, order.items.map(slotOf), terms)).size > 0) throw await expired(tx, order);
}

/** Takes the places of a released order again. */
async function takeUp(
  tx: Transaction,
  seller: Seller,
  order: Order,
  options: SellingOptions,
): Promise<Order> {
  const { orderId, releasedBy } = order;
  if (releasedBy === 'buyer') throw new Refusal('order-cancelled', { orderId });
  // Whoever has held an entry time may buy it when it is over.
  const wish = { seller, items: order.items.map(wantedAgain), mayBeLate: true, opened: 'always' } as const;
  const [taken] = (await takeAll(tx, [wish], options)) as [Taken | NotTaken];
  if ('refusal' in taken) throw await expired(tx, order, taken.unsold);
  if (!(await takeUsesOf(tx, order.items))) {
    await giveBackPlaces(tx, placesOfItems(taken.items));
    throw await expired(tx, order);
  }
  await recordSoldOut(tx, [wish], [taken], options.clock.now());
  const entryPlaces = taken.items.map((item) => item.entryPlaces ?? 0);
  return { ...order, items: order.items.map((item, at) => ({ ...item, entryPlaces: entryPlaces[at] ?? 0 })) };
}

function wantedAgain(item: OrderItem): WantedItem {
  const { product, day, entryTime, category, ticketIds } = item;
  return {
    product,
    day,
    entryTime,
    category,
    quantity: ticketIds.length,
  };
}

/** Writes the tickets of the order, whose places are taken. */
async function sellHeld(
  tx: Transaction,
  seller: Seller,
  order: Order,
  { reference = order.reference ?? undefined, ...confirmation }: Confirmation,
  numbers: readonly number[],
  options: SellingOptions,
): Promise<Order> {
  const now = options.clock.now();
  const { orderId, currency, items } = order;
  const { email = order.email ?? undefined, phone = order.phone ?? undefined } = confirmation;
  const writer = new TicketWriter(numbers, await lockCurrentKeyId(tx), now, options);
  // The sale belongs to whoever placed the order, also when somebody else takes the money.
  const owner = { ...seller, accountId: order.soldBy };
  for (const item of items)
    for (const ticketId of item.ticketIds)
      writer.make({ seller: owner, buyer: { email, phone } }, item, ticketId, { soldWith: orderId });
  const sold = {
    state: 'sold',
    soldAt: now,
    releasedAt: null,
    releasedBy: null,
    reference: reference ?? null,
    ...(order.goods.length > 0 && { goods: goodsToKeep(order.goods) }),
    // The tickets have the contact, if there are any.
    email: items.length > 0 ? null : (email ?? null),
    phone: items.length > 0 ? null : (phone ?? null),
  } as const;
  const address = email ?? order.contact?.emailAddress;
  const emailHash = address ? options.contacts.of(address) : null;
  await payWithGifts({ tx, actor: seller, now }, order, confirmation, options);
  const payments = amountsOf(confirmation, totalOf(order)).map((amount) => {
    return { ...amount, orderId, currency, at: now };
  });
  await Promise.all([
    writer.write(tx),
    updateOrder(tx, order, { ...sold, emailHash }),
    record({ tx, actor: seller, now }, { kind: 'order.sold', subject: orderId, details: {} }),
    addPayments(tx, seller, makePayments(seller, options.terms.localOf, payments)),
    sellGoods({ tx, actor: owner, now }, order, address ?? undefined, options),
  ]);
  return { ...order, ...sold };
}
