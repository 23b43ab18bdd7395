import { instant } from '../../core/clock.ts';
import { fromCents, toCents } from '../../core/money.ts';
import type { Delivery } from '../../deliveries/index.ts';
import type { Announcement, SpecialEvent } from '../../events/index.ts';
import type { Opening, SpecialDay, Week } from '../../hours/index.ts';
import { eventIn } from '../../offers/index.ts';
import { type OrderItem, type OrderRecord, totalOf, vatIn } from '../../orders/index.ts';
import type { SoldTicket, Ticket } from '../../tickets/index.ts';
import type { Webhook } from '../../webhooks/index.ts';
import type { InputOf, OutputOf } from './contract/index.ts';
import type { TicketFields } from './tickets/fields.ts';
import { wireNames } from './wanted.ts';

/** Converts between the rooms' types and the API's JSON: the only place that knows both. */

export function presentEvent(event: SpecialEvent): OutputOf<'getSpecialEvent'> {
  const { eventId, name, location, description, dates, priceCents } = event;
  return {
    eventId,
    name,
    location,
    eventDescription: description,
    dates: [...dates],
    price: fromCents(priceCents),
  };
}

/** All of an announcement, or the part of it that is to change. */
export function readAnnouncement(body: InputOf<'createSpecialEvent'>['body']): Announcement;
export function readAnnouncement(body: InputOf<'updateSpecialEvent'>['body']): Partial<Announcement>;
export function readAnnouncement(body: InputOf<'updateSpecialEvent'>['body']): Partial<Announcement> {
  const { eventDescription, price, ...same } = body;
  return {
    ...same,
    ...(eventDescription !== undefined && { description: eventDescription }),
    ...(price !== undefined && { priceCents: toCents(price) }),
  };
}

const PURCHASED = {
  general: 'Museum general entry ticket purchased',
  event: 'Museum special event ticket purchased',
} as const;

export function showPurchase({ ticket, eventName }: SoldTicket): OutputOf<'buyMuseumTickets'> {
  return { message: PURCHASED[ticket.ticketType], ...presentTicket(ticket, eventName) };
}

/** All of a ticket that is shown anywhere. Answers are serialised from their schemas, which drop what they don't declare. */
export function presentTicket(ticket: Ticket, eventName?: string | null): TicketFields {
  const { ticketId, day, eventId, entryTime, category, places } = ticket;
  return {
    ticketId,
    ...wireNames(eventId, day),
    ...(eventName && { eventName }),
    ...(entryTime !== null && { entryTime }),
    category,
    places,
    confirmationCode: ticket.confirmationCode,
    orderId: ticket.orderId ?? ticketId,
    price: fromCents(ticket.priceCents),
    currency: ticket.currency,
    soldAt: instant(ticket.soldAt),
  };
}

export function presentOrder(record: OrderRecord): OutputOf<'getOrder'> {
  const { order, soldBy, payments, email, phone } = record;
  const { orderId, orderCode, reference, state, expiresAt, soldAt, releasedBy, currency, language } = order;
  const vat = vatIn(order);
  return {
    orderId,
    ...(orderCode !== null && { orderCode }),
    ...(reference !== null && { reference }),
    state,
    createdAt: instant(order.createdAt),
    ...(state === 'held' && expiresAt !== null && { expiresAt: instant(expiresAt) }),
    ...(soldAt !== null && { soldAt: instant(soldAt) }),
    ...(releasedBy !== null && { releasedBy }),
    soldBy,
    total: fromCents(totalOf(order)),
    currency,
    ...(vat.length > 0 && {
      vat: vat.map(({ rate, net, tax }) => ({
        rate: fromCents(rate),
        net: fromCents(net),
        tax: fromCents(tax),
      })),
    }),
    items: order.items.map((item) => showItem(item, record)),
    payments: payments.map(({ paymentId, method, cents, at }) => {
      return { paymentId, method, amount: fromCents(cents), at: instant(at) };
    }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    language,
  };
}

function showItem(
  { product, day, entryTime, category, priceCents, ticketIds }: OrderItem,
  { tickets }: OrderRecord,
): OutputOf<'getOrder'>['items'][number] {
  const sold = ticketIds.flatMap((ticketId) => tickets.get(ticketId) ?? []);
  return {
    ...wireNames(eventIn(product), day),
    ...(entryTime !== null && { entryTime }),
    category,
    price: fromCents(priceCents),
    quantity: ticketIds.length,
    ...(sold.length > 0 && {
      tickets: sold.map(({ ticket: { ticketId, confirmationCode }, state }) => {
        return { ticketId, confirmationCode, state };
      }),
    }),
  };
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export function showWeek(week: Week): OutputOf<'getWeeklyHours'> {
  const days = WEEKDAYS.map((weekday, index) => [weekday, week[index] ?? null]);
  return Object.fromEntries(days) as OutputOf<'getWeeklyHours'>;
}

export function readWeek(body: InputOf<'setWeeklyHours'>['body']): Week {
  return WEEKDAYS.map((weekday) => body[weekday]);
}

export function readSpecialDay(body: InputOf<'setSpecialDay'>['body']): SpecialDay {
  return { opening: openingOf(body), reason: body.reason ?? null };
}

/** Null: closed. */
function openingOf({ timeOpen, timeClose }: Partial<Opening>): Opening | null {
  return timeOpen === undefined || timeClose === undefined ? null : { timeOpen, timeClose };
}

export function presentWebhook(webhook: Webhook): OutputOf<'getWebhook'> {
  const { createdAt, changedAt, goneAt, types, seller, ...same } = webhook;
  return {
    ...same,
    ...(seller !== null && { seller }),
    types: [...types],
    createdAt: instant(createdAt),
    changedAt: instant(changedAt),
    ...(goneAt !== null && { goneAt: instant(goneAt) }),
  };
}

export function showDelivery(delivery: Delivery): OutputOf<'retryWebhookDelivery'> {
  const { deliveryId, kind, subject, state, attempts, madeAt, nextAt, settledAt, answer, answeredAt } =
    delivery;
  return {
    deliveryId,
    type: kind as OutputOf<'retryWebhookDelivery'>['type'],
    subject,
    state,
    attempts,
    createdAt: instant(madeAt),
    ...(nextAt !== null && { nextAttemptAt: instant(nextAt) }),
    ...(settledAt !== null && { settledAt: instant(settledAt) }),
    ...(answer !== null && { lastAnswer: answer }),
    ...(answeredAt !== null && { lastAttemptAt: instant(answeredAt) }),
  };
}
