import { networkOf } from '../accounts/index.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { lockPlaces, placesTaken } from '../offers/index.ts';
import {
  addMove,
  type Buyer,
  endHold,
  ensureHeldPlaces,
  findAccount,
  findKeptCodes,
  lockOrder,
  lockSold,
  moveFor,
  type NewPrice,
  type Order,
  type Replace,
  releaseOrder,
  type Sale,
  type Seller,
  type TicketMove,
  type Till,
} from '../orders/index.ts';
import type { RefundReason } from '../payments/index.ts';
import type { Store, Transaction } from '../store/index.ts';
import { findVoids, type Ticket } from '../tickets/index.ts';
import { findBought } from './buyers-tickets.ts';
import { findMovable, type Movable, type MoveWish, requireMovable } from './movable.ts';
import { dropMoves, replaceAll } from './move.ts';
import { costOf, type MoveCost } from './move-cost.ts';
import type { VisitRules } from './visit.ts';

/** How long the new places are held for the payment, as those of an order are, in milliseconds. */
const HELD_MS = 15 * 60_000;

/** The order whose tickets are moved, and who asks for it. */
export interface Mover extends Pick<Order, 'orderId' | 'language'>, Pick<Buyer, 'email'> {
  /** The IP address. */
  readonly address: string;
}

/** What a buyer wants, and what the page said of the cost. */
export interface ToldMove {
  readonly wish: MoveWish;
  readonly shown: MoveCost;
}

/**
 * Holds the places of dearer tickets while their buyer pays the difference. The old tickets stay as they are until then.
 * @param shown what the page said of the cost
 * @returns false when it costs something else by now: nothing is held
 * @throws Refusal as `moveByBuyer`; too-many-held
 */
export async function holdMove(
  { store, till }: { readonly store: Store; readonly till: Till },
  seller: Seller,
  { orderId, address, language, email }: Mover,
  { wish, shown }: ToldMove,
  rules: VisitRules,
): Promise<boolean> {
  const { selling } = rules;
  const movable = await requireMovable(store, orderId, wish.ticketIds, rules);
  const networkHash = selling.contacts.of(networkOf(address));
  const visitor = { limits: 'payment', isFree: false, networkHash, mayConfirm: false } as const;
  const items = movable.map(({ ticket: { product, category } }) => {
    return { product, day: wish.day, entryTime: wish.entryTime, category, quantity: 1 };
  });
  const order = { language, holdMs: HELD_MS, visitor };
  const keeps = await findKeptCodes(
    store,
    movable.map(({ ticket }) => ticket),
  );
  const outcome = await till.sell({ seller, items, buyer: { email }, keeps, order });
  if (outcome instanceof Refusal) throw outcome;
  const hold = (outcome as Sale).order as Order;
  const isOpen = await store.transaction((tx) => openMove(tx, seller, { orderId, hold, wish, shown }, rules));
  if (!isOpen) await store.transaction((tx) => releaseOrder(tx, seller, hold.orderId, 'buyer', selling));
  return isOpen;
}

async function openMove(
  tx: Transaction,
  seller: Seller,
  { orderId, hold, wish, shown }: ToldMove & { readonly orderId: Uuid; readonly hold: Order },
  rules: VisitRules,
): Promise<boolean> {
  await lockSold(tx, seller, 'own', orderId);
  // Staff may have taken its money meanwhile.
  if ((await lockOrder(tx, seller, 'own', hold.orderId)).state !== 'held') return false;
  const movable = await requireMovable(tx, orderId, wish.ticketIds, rules).catch(() => []);
  const prices = hold.items.map(({ priceCents }) => priceCents);
  if (movable.length !== prices.length) return false;
  const { toPay } = await costOf(tx, orderId, movable, prices);
  if (toPay !== shown.toPay || toPay === 0) return false;
  await dropMoves(tx, seller, orderId, rules);
  const tickets = movable.map(({ ticket }) => ticket.number);
  await addMove(tx, { holdId: hold.orderId, orderId, tickets, cents: toPay });
  return true;
}

/**
 * Moves the tickets whose difference was paid: to the places that are held, or to the same ones again if the hold has ended. The order
 * of the tickets is locked, and then the hold.
 * @returns undefined when it is done; else why the money goes back: nothing was done
 */
export async function completeMove(
  tx: Transaction,
  seller: Seller,
  { move, hold, replace }: { readonly move: TicketMove; readonly hold: Order; readonly replace: Replace },
  rules: VisitRules,
): Promise<RefundReason | undefined> {
  const { orderId, cents } = move;
  const sold = await lockSold(tx, seller, 'own', orderId);
  const ticketOf = (number: number) => sold.tickets.find((each) => each.number === number) as Ticket;
  const tickets = move.tickets.map(ticketOf);
  const voids = await findVoids(tx, move.tickets);
  if (tickets.every(({ number }) => voids.get(number)?.replacedBy)) return 'paid-twice';
  const movable = await stillMovable(tx, tickets, orderId, rules);
  const { facts } = await findAccount(tx, orderId);
  const prices = movable.map(({ ticket }, index): NewPrice => {
    return [ticket.ticketId, hold.items[index]?.priceCents ?? 0];
  });
  const isAsPaid =
    movable.length === tickets.length &&
    hold.items.length === tickets.length &&
    moveFor(
      facts,
      prices.filter((_, index) => movable[index]?.isCalledOff === false),
    ) === cents;
  if (!isAsPaid) return 'changed';
  const taken = [...tickets, ...hold.items].flatMap((taker) => placesTaken(taker));
  await lockPlaces(
    tx,
    taken.map(({ slot }) => slot),
    rules.selling.terms,
  );
  let held = hold;
  try {
    held = await ensureHeldPlaces(tx, seller, hold, rules.selling);
  } catch (error) {
    if (error instanceof Refusal) return error.kind === 'order-cancelled' ? 'cancelled' : 'late';
    throw error;
  }
  await endHold({ tx, actor: seller, now: rules.selling.clock.now() }, hold);
  const [{ day, entryTime }] = hold.items as [Order['items'][number]];
  const wish = { day, entryTime: entryTime ?? undefined };
  await replaceAll(tx, seller, { sold, movable, wish, held: held.items, cents }, replace);
  return undefined;
}

/** Those of the tickets that can be moved, or could when the payment was begun. */
async function stillMovable(
  tx: Transaction,
  tickets: readonly Ticket[],
  orderId: Uuid,
  rules: VisitRules,
): Promise<Movable[]> {
  const movable = await findMovable(tx, await findBought(tx, orderId, rules), rules);
  return tickets.flatMap(({ number }) => {
    const found = movable.find(({ ticket }) => ticket.number === number);
    const may = found?.because === undefined || found.because === 'too-late' || found.because === 'off';
    return found !== undefined && may ? [found] : [];
  });
}
