import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { fitsTicket, reducedPrice } from '../discounts/index.ts';
import {
  GENERAL,
  listOffers,
  lockPlaces,
  placesTaken,
  pricesAt,
  slotOf,
  sumPlaces,
} from '../offers/index.ts';
import {
  addMovedTickets,
  countMoves,
  findAccount,
  findKeptCodes,
  findOpenMoves,
  lockOrder,
  lockSold,
  moveFor,
  moveFreePlaces,
  type NewPrice,
  type OrderItem,
  type Replace,
  releaseOrder,
  type Seller,
  type SoldOrder,
} from '../orders/index.ts';
import { addDue, findKept, refundOnline } from '../payments/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { findContacts, findVoids, type Ticket } from '../tickets/index.ts';
import { findBuyersTickets } from './buyers-tickets.ts';
import type { MoneyReturned } from './give-back.ts';
import { type VisitRules, visitStart } from './visit.ts';

/** How often a buyer can move a ticket by choice. */
const MOST_MOVES = 3;
/** For how many days after its day a buyer can move a ticket for what was called off. */
const DAYS_AFTER = 14;

/** A ticket that is not void, and whether its buyer can move it. */
export interface Movable {
  readonly ticket: Ticket;
  /** What it is for was called off: it is moved without a difference. */
  readonly isCalledOff: boolean;
  /** The last instant; undefined: see `because` and `lastDay`. */
  readonly until: number | undefined;
  /** The last day, for what was called off. */
  readonly lastDay: CalendarDay | undefined;
  /** Why it can't be moved; undefined: it can. */
  readonly because: 'off' | 'over' | 'too-late' | 'admitted' | 'paid-back' | 'too-often' | undefined;
}

/** The tickets of the order that are not void. */
export async function findMovable(queries: Queries, orderId: Uuid, rules: VisitRules): Promise<Movable[]> {
  const { days, selling } = rules;
  const { moveHours } = selling.terms.settings.now.shop;
  const today = await days.current();
  const known = await findBuyersTickets(queries, orderId, rules);
  const moves = await countMoves(
    queries,
    known.map(({ ticket }) => ticket.number),
  );
  return Promise.all(
    known.map(async ({ ticket, state, isUsed, isPaidBack }): Promise<Movable> => {
      const isCalledOff = state === 'cancelled';
      const lastDay = isCalledOff ? addDays(ticket.day, DAYS_AFTER) : undefined;
      const may = { ticket, isCalledOff, lastDay, until: undefined, because: undefined };
      if (isUsed) return { ...may, because: 'admitted' };
      if (isCalledOff && isPaidBack) return { ...may, because: 'paid-back' };
      if (lastDay !== undefined) return today > lastDay ? { ...may, because: 'over' } : may;
      if (moveHours === 'off') return { ...may, because: 'off' };
      if (state !== 'valid') return { ...may, because: 'over' };
      if ((moves.get(ticket.number) ?? 0) >= MOST_MOVES) return { ...may, because: 'too-often' };
      const until = (await visitStart(queries, [ticket], rules)) - moveHours * 3_600_000;
      return { ...may, until, because: selling.clock.now() <= until ? undefined : 'too-late' };
    }),
  );
}

/** Where a buyer wants to move tickets of one kind: for general entry, or one event. */
export interface MoveWish {
  readonly ticketIds: readonly Uuid[];
  readonly day: CalendarDay;
  /** HH:mm; undefined: it is sold for whole days. */
  readonly entryTime: string | undefined;
}

/** What a move costs, in hundredths. */
export interface MoveCost {
  /** What each new ticket costs, in the order of the old ones. */
  readonly prices: readonly number[];
  /** What is paid first. */
  readonly toPay: number;
  /** What goes back. */
  readonly back: MoneyReturned;
}

/** What the move costs now; undefined: it is not for sale in one of the categories, or not that day. */
export async function findMoveCost(
  queries: Queries,
  seller: Seller,
  orderId: Uuid,
  movable: readonly Movable[],
  { day, entryTime }: Pick<MoveWish, 'day' | 'entryTime'>,
  { selling: { terms } }: VisitRules,
): Promise<MoveCost | undefined> {
  const product = movable[0]?.ticket.product ?? GENERAL;
  const what = product === GENERAL ? { ticketType: 'general' as const } : { eventId: product };
  const [offer] = await listOffers(queries, seller, { from: day, to: day, ...what }, terms);
  const offered = offer ? pricesAt(offer, entryTime) : [];
  const codes = await findKeptCodes(
    queries,
    movable.map(({ ticket }) => ticket),
  );
  const prices = movable.flatMap(({ ticket: { category } }, index) => {
    const full = offered.find((price) => price.category === category)?.priceCents;
    if (full === undefined) return [];
    const code = codes[index];
    const fits = code !== undefined && fitsTicket(code, { product, day, entryTime, category });
    return fits ? reducedPrice(code, full, terms.currency) : full;
  });
  return prices.length < movable.length ? undefined : costOf(queries, orderId, movable, prices);
}

/** What the move to tickets at those prices costs. What was called off is moved without a difference. */
export async function costOf(
  queries: Queries,
  orderId: Uuid,
  movable: readonly Movable[],
  prices: readonly number[],
): Promise<MoveCost> {
  const { facts } = await findAccount(queries, orderId);
  const made = movable.flatMap(({ ticket, isCalledOff }, index): NewPrice[] =>
    isCalledOff ? [] : [[ticket.ticketId, prices[index] as number]],
  );
  const cents = moveFor(facts, made);
  const back = Math.max(0, -cents);
  const online = Math.min(back, await findKept(queries, orderId));
  return { prices, toPay: Math.max(0, cents), back: { online, byMuseum: back - online } };
}

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
  const { online, byMuseum } = cost.back;
  const { currency } = made[0] as Ticket;
  if (online > 0) await refundOnline(context, { orderId, cents: online, reason: 'void' });
  await addDue(context, { orderId, cents: byMuseum, currency, reason: 'moved' });
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

function sumOf({ online, byMuseum }: MoneyReturned): number {
  return online + byMuseum;
}

function isSameCost(one: MoveCost, other: MoveCost): boolean {
  const textOf = ({ prices, toPay, back }: MoveCost) => [...prices, toPay, back.online, back.byMuseum].join();
  return textOf(one) === textOf(other);
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

/** Those tickets of the order, in the order of their numbers. @throws Refusal ticket-void or too-late-to-void */
export async function requireMovable(
  queries: Queries,
  orderId: Uuid,
  ticketIds: readonly Uuid[],
  rules: VisitRules,
): Promise<Movable[]> {
  const all = await findMovable(queries, orderId, rules);
  const meant = all.filter(({ ticket }) => ticketIds.includes(ticket.ticketId));
  const missing = ticketIds.find((id) => !meant.some(({ ticket }) => ticket.ticketId === id));
  if (missing !== undefined) throw new Refusal('ticket-void', { ticketId: missing, asked: 'change' });
  const refused = meant.find(({ because }) => because !== undefined);
  if (refused !== undefined) {
    const because = refused.because === 'admitted' ? 'admitted' : 'time';
    const { moveHours } = rules.selling.terms.settings.now.shop;
    throw new Refusal('too-late-to-void', { hours: moveHours === 'off' ? 0 : moveHours, because });
  }
  return meant;
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
