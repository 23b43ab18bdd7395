import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../core/refusal.ts';
import { parseUuid } from '../../core/uuid.ts';
import { type Answer, send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { MinuteLimit } from '../../http/minute-limit.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import type { PrintedGift } from '../../images/index.ts';
import { ProviderFailure } from '../../payments/index.ts';
import { holds } from '../../tickets/index.ts';
import { lookAtVisitorsGift } from './gift-balance.ts';
import { GIVE_BACK, sendGiveBack, showGiveBack } from './give-back.ts';
import { MOVE, sendMove, showMove } from './move.ts';
import { countedNetwork, NetworkPace } from './network-pace.ts';
import { GIFTS_PDF, isPrintable } from './order-gifts.ts';
import {
  CONFIRMATION,
  notStarted,
  RETURNED,
  refundChanged,
  refundShownIn,
  restChanged,
  visitorsOrderPage,
} from './order-page.ts';
import { ORDER_HEADERS, orderIdIn, readOrder } from './order-view.ts';
import { BY_GIFTS, REST_SHOWN } from './pay-form.ts';
import { GIFT_CODE, LEAVE_OUT, PAY_WITH_GIFT } from './pay-with-gifts.ts';
import { visitorsSentence } from './refusals.ts';
import type { ShopOptions } from './shop-options.ts';
import { visitCalendar } from './visit-calendar.ts';
import { addressFor, type Visitor, visitorOf } from './visitor.ts';

type Handler = (visitor: Visitor) => Promise<Answer>;

/** What an order's address shows and takes. Whoever knows the secret in it is the buyer. */
const READS: Readonly<Record<string, Handler>> = {
  '/order/:secret': showOrder,
  '/order/:secret/tickets/:ticketId': showPicture,
  '/order/:secret/tickets.pdf': showPdf,
  [`/order/:secret${GIFTS_PDF}`]: showGiftsPdf,
  '/order/:secret/visit.ics': showCalendar,
  [`/order/:secret${GIVE_BACK}`]: showGiveBack,
  [`/order/:secret${MOVE}`]: showMove,
  // A form with a fault is shown at the address that it was posted to.
  '/order/:secret/pay': backToOrder,
  [`/order/:secret${PAY_WITH_GIFT}`]: backToOrder,
  '/order/:secret/confirm': backToOrder,
  '/order/:secret/cancel': backToOrder,
};
const FORMS: Readonly<Record<string, Handler>> = {
  '/order/:secret/pay': pay,
  [`/order/:secret${PAY_WITH_GIFT}`]: chooseGift,
  '/order/:secret/confirm': confirm,
  '/order/:secret/cancel': cancel,
  [`/order/:secret${GIVE_BACK}`]: sendGiveBack,
  [`/order/:secret${MOVE}`]: sendMove,
};

/** How many forms a minute are taken for one order, and for all orders of one network. */
const MOST_FORMS = { order: 10, network: 60 } as const;

export function routeOrders(pages: FastifyInstance, shop: ShopOptions): void {
  const ofNetwork = new NetworkPace(MOST_FORMS.network, shop.clock);
  const ofOrder = new MinuteLimit(MOST_FORMS.order, shop.clock);
  for (const [path, handler] of Object.entries(READS))
    pages.get(path, async (request, reply) => send(request, reply, await handler(visitorOf(request, shop))));
  for (const [path, handler] of Object.entries(FORMS))
    pages.post(path, async (request, reply) => {
      const visitor = visitorOf(request, shop);
      ofNetwork.count(request.ip);
      ofOrder.count(orderIdIn(visitor));
      return send(request, reply, await orFault(handler, visitor));
    });
}

/** With what the payment providers say by now. */
async function showOrder(visitor: Visitor): Promise<Answer> {
  const { shop, request } = visitor;
  const view = await readOrder(visitor);
  const open = view.online.filter(({ state }) => state === 'open');
  if (open.length === 0 || !shop.looks.admits(request.ip)) return visitorsOrderPage(view);
  // Those of moves are for the orders that hold the new places.
  for (const orderId of new Set(open.map((payment) => payment.orderId)))
    await shop.checkout.settle(orderId, request.id, countedNetwork(request.ip));
  return visitorsOrderPage(await readOrder(visitor));
}

/** Leads to the page of a payment provider, or reserves the tickets until the visit. */
async function pay(visitor: Visitor): Promise<Answer> {
  const { shop, request } = visitor;
  const { checkout, publicUrl } = shop;
  const orderId = orderIdIn(visitor);
  const form = formOf(request);
  const shown = form.get(REST_SHOWN);
  if (shown !== null) {
    const view = await readOrder(visitor);
    const rest = view.giftPlan?.restCents;
    if (rest !== undefined && `${rest}` !== shown) return visitorsOrderPage(view, restChanged(view));
  }
  if (form.get('way') === BY_GIFTS) await checkout.payByGifts(orderId, request.id);
  const way = checkout.ways.find((each) => each === form.get('way'));
  if (way !== undefined && way !== 'desk') {
    const returnTo = publicUrl() + addressOf(visitor, RETURNED);
    const network = countedNetwork(request.ip);
    const { holdId = orderId } = (await checkout.openMove(orderId)) ?? {};
    return seeOther(await checkout.startPayment(holdId, way, returnTo, request.id, network));
  }
  if (way === 'desk') await checkout.reserve(orderId, request.id);
  return backToOrder(visitor);
}

/** A gift voucher is to pay for the order; or is left out again. */
async function chooseGift(visitor: Visitor): Promise<Answer> {
  const { shop, request } = visitor;
  const orderId = orderIdIn(visitor);
  const form = formOf(request);
  const leftOut = parseUuid(form.get(LEAVE_OUT) ?? '');
  if (leftOut !== undefined) await shop.checkout.dropGift(orderId, leftOut, request.id);
  else {
    const typed = form.get(GIFT_CODE) ?? '';
    await lookAtVisitorsGift(visitor, typed);
    await shop.checkout.planGift(orderId, typed, request.id);
  }
  return backToOrder(visitor);
}

/** Only the link in the mail leads to the form with the right code. */
async function confirm(visitor: Visitor): Promise<Answer> {
  const { shop, request } = visitor;
  const orderId = orderIdIn(visitor);
  if (!shop.secrets.isConfirmation(orderId, formOf(request).get(CONFIRMATION) ?? ''))
    throw new Refusal('order-unconfirmed', { orderId, isLate: false });
  await shop.checkout.confirm(orderId, request.id);
  return backToOrder(visitor);
}

/** Does what the page has promised, or shows what it would do now. */
async function cancel(visitor: Visitor): Promise<Answer> {
  const { shop, request } = visitor;
  const shown = refundShownIn(formOf(request));
  if (await shop.checkout.cancel(orderIdIn(visitor), request.id, shown)) return backToOrder(visitor);
  const view = await readOrder(visitor);
  return visitorsOrderPage(view, refundChanged(view));
}

/** The form's answer; or the order's page, which says why it was not done. */
async function orFault(handler: Handler, visitor: Visitor): Promise<Answer> {
  try {
    return await handler(visitor);
  } catch (error) {
    const isRefused = error instanceof Refusal && error.kind !== 'order-not-found';
    if (!isRefused && !(error instanceof ProviderFailure)) throw error;
    if (isRefused) visitor.request.refused = error;
    const view = await readOrder(visitor);
    if (!isRefused) return visitorsOrderPage(view, notStarted(view));
    const isAboutGift = visitor.request.routeOptions.url?.endsWith(PAY_WITH_GIFT) ?? false;
    return visitorsOrderPage(view, { ...visitorsSentence(error, view), isAboutGift });
  }
}

async function backToOrder(visitor: Visitor): Promise<Answer> {
  return seeOther(addressOf(visitor));
}

function addressOf(visitor: Visitor, query: Readonly<Record<string, string>> = {}): string {
  return addressFor(visitor, `/order/${visitor.shop.secrets.secretOf(orderIdIn(visitor))}`, query);
}

async function showPicture(visitor: Visitor): Promise<Answer> {
  const { images, seller } = visitor.shop;
  const { ticketId: file } = visitor.request.params as { readonly ticketId: string };
  const ticketId = parseUuid(file.replace(/\.png$/, ''));
  const { tickets } = await readOrder(visitor);
  if (ticketId === undefined || !tickets.some(({ ticket }) => ticket.ticketId === ticketId))
    throw new HttpRefusal('not-found', { missing: 'operation' });
  const body = await images.image(seller, await images.draft(seller, ticketId));
  return { status: 200, headers: { ...ORDER_HEADERS, 'content-type': 'image/png' }, body };
}

/** Those of its tickets that admit. */
async function showPdf(visitor: Visitor): Promise<Answer> {
  const { order, tickets, shop } = await readOrder(visitor);
  const valid = tickets.filter(({ state }) => holds(state)).map(({ ticket }) => ticket.ticketId);
  if (valid.length === 0) throw new HttpRefusal('not-found', { missing: 'operation' });
  const headers = {
    ...ORDER_HEADERS,
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${order.orderCode}.pdf"`,
  };
  return { status: 200, headers, body: await shop.images.pdf(shop.seller, valid) };
}

/** Those of its gift vouchers with which somebody can pay, for what is left of them. */
async function showGiftsPdf(visitor: Visitor): Promise<Answer> {
  const { order, gifts, shop } = await readOrder(visitor);
  const printed = gifts.filter(isPrintable).map(({ gift, code }): PrintedGift => {
    return { ...gift, cents: gift.balanceCents, code };
  });
  const [first, ...others] = printed;
  if (first === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  const headers = {
    ...ORDER_HEADERS,
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${order.orderCode}.pdf"`,
  };
  return { status: 200, headers, body: await shop.giftPdfs.pdf(shop.seller, [first, ...others]) };
}

async function showCalendar(visitor: Visitor): Promise<Answer> {
  const view = await readOrder(visitor);
  const headers = {
    ...ORDER_HEADERS,
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="${view.order.orderCode}.ics"`,
  };
  return { status: 200, headers, body: await visitCalendar(view) };
}
