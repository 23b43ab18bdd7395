import type { Uuid } from '../core/uuid.ts';
import { lockPlaces, placesTaken, slotOf, sumPlaces } from '../offers/index.ts';
import {
  addMovedTickets,
  countMoves,
  findOpenMoves,
  lockOrder,
  lockSold,
  moveFreePlaces,
  type OrderItem,
  type Replace,
  releaseOrder,
  type Seller,
  type SoldOrder,
} from '../orders/index.ts';
import { addDue } from '../payments/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { findContacts, findVoids, type Ticket } from '../tickets/index.ts';
import { payBackByItself, sumOf } from './give-back.ts';
import { type Movable, type MoveWish, requireMovable } from './movable.ts';
import { findMoveCost, isSameCost, type MoveCost } from './move-cost.ts';
import type { VisitRules } from './visit.ts';

/** What became of a move: it is done; it is dearer, and to be paid first; it costs something else than was said: nothing was done. */
export type MoveOutcome = 'moved' | 'to-pay' | 'changed';

/** The prices have changed since they were read in the same transaction, which is undone. */
export class PriceChanged extends Error {}

/**
 * Moves tickets of an order for their buyer, if nothing is to be paid first, and pays back what they cost less. Those that were moved
 * there already it leaves as they are.
 * @param shown what the page said of the cost
 * @throws Refusal order-not-found, order-not-sold, ticket-void, too-late-to-void, or why the others can't be sold
 * @throws PriceChanged
 */
export async function moveByBuyer(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  { wish, shown, replace }: { readonly wish: MoveWish; readonly shown: MoveCost; readonly replace: Replace },
  rules: VisitRules,
): Promise<MoveOutcome> {
  const sold = await lockSold(tx, seller, 'own', orderId);
  if (await isMoved(tx, sold, wish)) return 'moved';
  const movable = await requireMovable(tx, orderId, wish.ticketIds, rules);
  const cost = await findMoveCost(tx, seller, orderId, movable, wish, rules);
  if (cost === undefined || !isSameCost(cost, shown)) return 'changed';
  if (cost.toPay > 0) return 'to-pay';
  await lockForMove(tx, seller, sold, { movable, wish }, rules);
  await dropMoves(tx, seller, orderId, rules);
  const made = await replaceAll(tx, seller, { sold, movable, wish, cents: -sumOf(cost.back) }, replace);
  if (made.some(({ priceCents }, index) => priceCents !== cost.prices[index])) throw new PriceChanged();
  const context = { tx, actor: seller, now: rules.selling.clock.now() };
  const { currency } = made[0] as Ticket;
  await payBackByItself(context, { orderId, currency, money: cost.back }, rules.localOf);
  await addDue(context, { orderId, cents: cost.back.byMuseum, currency, reason: 'moved' });
  return 'moved';
}

/**
 * Locks what a move changes, beyond the order: the shop, where its limits are asked, what was held for another move, and then all
 * slots. What is free counts for the limits of strangers, wherever it is moved.
 */
async function lockForMove(
  tx: Transaction,
  seller: Seller,
  { orderId, order }: SoldOrder,
  { movable, wish: { day, entryTime } }: { readonly movable: readonly Movable[]; readonly wish: MoveWish },
  { selling }: VisitRules,
): Promise<void> {
  const tickets = movable.map(({ ticket }) => ticket);
  const from = tickets.map((ticket) => ({ slot: slotOf(ticket), places: ticket.places }));
  const to = tickets.map((ticket) => ({
    slot: slotOf({ ...ticket, day, entryTime: entryTime ?? null }),
    places: ticket.places,
  }));
  const email = await emailOf(tx, tickets);
  if (order !== undefined)
    await moveFreePlaces(tx, order, { email, from: sumPlaces(from), to: sumPlaces(to) }, selling);
  const held: OrderItem[] = [];
  for (const { holdId } of await findOpenMoves(tx, orderId))
    held.push(...(await lockOrder(tx, seller, 'own', holdId)).items);
  const taken = [
    ...tickets.flatMap((ticket) => placesTaken(ticket)),
    ...held.flatMap((item) => placesTaken(item)),
  ];
  await lockPlaces(
    tx,
    [...taken, ...to].map(({ slot }) => slot),
    selling.terms,
  );
}

async function emailOf(queries: Queries, tickets: readonly Ticket[]): Promise<string | undefined> {
  const numbers = tickets.map(({ number }) => number);
  const [contact] = (await findContacts(queries, numbers)).values();
  return contact?.email;
}

/** Whether each of them was exchanged for one there: the same form was sent twice. */
async function isMoved(tx: Transaction, { tickets }: SoldOrder, wish: MoveWish): Promise<boolean> {
  const numbers = tickets
    .filter(({ ticketId }) => wish.ticketIds.includes(ticketId))
    .map(({ number }) => number);
  const voids = await findVoids(tx, numbers);
  const instead = new Set([...voids.values()].flatMap(({ replacedBy }) => replacedBy ?? []));
  const made = tickets.filter(({ number }) => instead.has(number));
  const isThere = ({ day, entryTime }: Ticket) => day === wish.day && entryTime === (wish.entryTime ?? null);
  return numbers.length > 0 && made.length === numbers.length && made.every(isThere);
}

/** Ends the holds of what the buyer wanted before. */
export async function dropMoves(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  { selling }: VisitRules,
): Promise<void> {
  for (const { holdId } of await findOpenMoves(tx, orderId))
    await releaseOrder(tx, seller, holdId, 'buyer', selling);
}

/** Tickets that are moved together. */
interface Moving {
  readonly sold: SoldOrder;
  readonly movable: readonly Movable[];
  readonly wish: Pick<MoveWish, 'day' | 'entryTime'>;
  /** Where places are held for them, an item each. */
  readonly held?: readonly OrderItem[];
  /** What is paid for them together; below zero: what goes back. */
  readonly cents: number;
}

/** Sells the new tickets in the place of the old ones, and counts the moves. What was called off keeps what was paid for it. */
export async function replaceAll(
  tx: Transaction,
  seller: Seller,
  { sold, movable, wish: { day, entryTime }, held, cents }: Moving,
  replace: Replace,
): Promise<readonly Ticket[]> {
  const moves = await countMoves(
    tx,
    movable.map(({ ticket }) => ticket.number),
  );
  const made = new Map<Movable, Ticket>();
  for (const keepsCharge of [false, true]) {
    const some = movable.filter(({ isCalledOff }) => isCalledOff === keepsCharge);
    if (some.length === 0) continue;
    const items = held?.filter((_, index) => some.includes(movable[index] as Movable));
    const tickets = some.map(({ ticket }) => ticket);
    const how = { reason: MOVED, moreCents: keepsCharge ? 0 : cents, keepsCharge };
    const swap = {
      tickets,
      instead: { day, entryTime: entryTime ?? null },
      ...how,
      ...(items && { held: items }),
    };
    const fresh = await replace(seller, sold, swap);
    for (const [index, each] of some.entries()) made.set(each, fresh[index] as Ticket);
  }
  await addMovedTickets(
    tx,
    [...made].map(([{ ticket, isCalledOff }, { number }]) => [
      number,
      (moves.get(ticket.number) ?? 0) + (isCalledOff ? 0 : 1),
    ]),
  );
  return movable.map((each) => made.get(each) as Ticket);
}

/** Why the old tickets are void: stored, as a reason that staff type. */
const MOVED = 'Moved by its buyer.';
