import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Transaction } from '../store/index.ts';
import { findTicketsFor, lockTickets, type Ticket } from '../tickets/index.ts';
import type { Order, OrderItem } from './order.ts';
import { findOrdersWhere, lockOrders, updateOrder } from './order-store.ts';

/** A date of an event whose tickets become tickets of another. */
export interface PostponedDay {
  readonly product: Uuid;
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/** What was sold, or is held, for a day: locked. */
export interface SalesOfDay {
  readonly orders: readonly Order[];
  readonly tickets: readonly Ticket[];
}

/** Locks the orders that have something of that day, and then its tickets: to be called before slots are locked. */
export async function lockSalesOf(tx: Transaction, postponed: PostponedDay): Promise<SalesOfDay> {
  const { product, from } = postponed;
  const sold = await findTicketsFor(tx, product, from);
  const held = (await findOrdersWhere(tx, "state = 'held'", [])).filter((order) =>
    isHeldFor(order, postponed),
  );
  const orderIds = new Set([
    ...sold.flatMap(({ orderId }) => orderId ?? []),
    ...held.map(({ orderId }) => orderId),
  ]);
  const orders = await lockOrders(tx, [...orderIds]);
  const numbers = (await findTicketsFor(tx, product, from)).map(({ number }) => number);
  return { orders, tickets: await lockTickets(tx, { numbers }) };
}

/** What held orders have of that day. */
export function heldItems(orders: readonly Order[], postponed: PostponedDay): OrderItem[] {
  const held = orders.filter((order) => isHeldFor(order, postponed));
  return held.flatMap(({ items }) => items).filter((item) => isMoved(item, postponed));
}

function isHeldFor({ state, items }: Order, postponed: PostponedDay): boolean {
  return state === 'held' && items.some((item) => isMoved(item, postponed));
}

function isMoved({ product, day }: OrderItem, postponed: PostponedDay): boolean {
  return product === postponed.product && day === postponed.from;
}

/**
 * Moves what those orders, which are locked, have of that day: of held ones all, of others those tickets.
 * @returns how many held ones
 */
export async function moveOrders(
  context: ActionContext,
  orders: readonly Order[],
  postponed: PostponedDay,
  moved: ReadonlySet<Uuid>,
): Promise<number> {
  let held = 0;
  for (const order of orders) {
    const isHeld = isHeldFor(order, postponed);
    const items = movedItems(order.items, postponed, (ticketId) => isHeld || moved.has(ticketId));
    const bookingDay = order.bookingDay && (items[0]?.day ?? null);
    await updateOrder(context.tx, order, { items, bookingDay });
    if (!isHeld) continue;
    held += 1;
    await record(context, { kind: 'order.changed', subject: order.orderId, details: { by: 'event' } });
  }
  return held;
}

/** An item of which some tickets stay becomes two. */
function movedItems(
  items: readonly OrderItem[],
  postponed: PostponedDay,
  goes: (ticketId: Uuid) => boolean,
): OrderItem[] {
  return items.flatMap((item) => {
    if (!isMoved(item, postponed)) return [item];
    const { staying = [], going = [] } = Object.groupBy(item.ticketIds, (id) =>
      goes(id) ? 'going' : 'staying',
    );
    return [
      ...(staying.length > 0 ? [{ ...item, ticketIds: staying }] : []),
      ...(going.length > 0 ? [{ ...item, day: postponed.to, ticketIds: going }] : []),
    ];
  });
}
