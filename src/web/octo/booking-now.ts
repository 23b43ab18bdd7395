import type { Uuid } from '../../core/uuid.ts';
import { findEventOfTicket } from '../../events/index.ts';
import { openDays } from '../../hours/index.ts';
import { eventIn } from '../../offers/index.ts';
import { type BookedVisit, type Order, type OrderRecord, orderRecords } from '../../orders/index.ts';
import { holds } from '../../tickets/index.ts';
import { bookedId, bookedProduct } from './bookable.ts';
import type { Octo } from './octo-options.ts';

type TicketOfBooking = NonNullable<ReturnType<OrderRecord['tickets']['get']>>;

/** A booking as it stands, also after staff have moved it. */
export interface BookingNow {
  readonly record: OrderRecord;
  /** Its items are what its tickets are for now, first what holds. */
  readonly order: OrderRecord['order'];
  /** Without those that others were exchanged for. */
  readonly tickets: ReadonlyMap<Uuid, TicketOfBooking>;
  readonly visit: BookedVisit;
}

/** How those bookings stand, in the same order. */
export async function bookingsNow(octo: Octo, orders: readonly Order[]): Promise<BookingNow[]> {
  const { store, days, terms } = octo;
  const { language } = terms.settings.now;
  const records = await orderRecords(store, orders, { today: await days.current(), language });
  return Promise.all(records.map((record) => bookingNow(octo, record)));
}

async function bookingNow(octo: Octo, record: OrderRecord): Promise<BookingNow> {
  const { booking } = record.order;
  if (booking === null) throw new Error('An order without a booking can’t be shown as one.');
  const tickets = new Map([...record.tickets].filter(([, { because }]) => because !== 'exchanged'));
  const order = { ...record.order, items: itemsNow(record, tickets) };
  const isMoved =
    bookedProduct(order) !== bookedProduct(record.order) || bookedId(order) !== bookedId(record.order);
  return { record, order, tickets, visit: isMoved ? await visitOfMoved(octo, order) : booking.visit };
}

function itemsNow({ items }: OrderRecord, tickets: BookingNow['tickets']): Order['items'] {
  const now = items
    .map((item) => ({ ...item, ticketIds: item.ticketIds.filter((ticketId) => tickets.has(ticketId)) }))
    .filter(({ ticketIds }) => ticketIds.length > 0);
  if (now.length === 0) return items; // it is not sold yet
  const { some = [], none = [] } = Object.groupBy(now, ({ ticketIds }) =>
    ticketIds.some((ticketId) => holds(tickets.get(ticketId)?.state ?? 'void')) ? 'some' : 'none',
  );
  return [...some, ...none];
}

async function visitOfMoved({ store, times }: Octo, { items }: Pick<Order, 'items'>): Promise<BookedVisit> {
  const [item] = items as [Order['items'][number]];
  const eventId = eventIn(item.product);
  const event = eventId === null ? undefined : await findEventOfTicket(store, eventId);
  const [opening] = await openDays(store, item.day, item.day);
  return times.visitFor({ ...item, minutes: event?.minutes, opening });
}
