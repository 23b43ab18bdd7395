import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../core/refusal.ts';
import { parseUuid } from '../../core/uuid.ts';
import { type Answer, send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { MinuteLimit } from '../../http/minute-limit.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import { ProviderFailure } from '../../payments/index.ts';
import { mayAdmit } from '../../tickets/index.ts';
import { countedNetwork, NetworkPace } from './network-pace.ts';
import { CONFIRMATION, notStarted, orderPage, REFUND_SHOWN, RETURNED, refundChanged } from './order-page.ts';
import { orderIdIn, readOrder } from './order-view.ts';
import { sentenceOf } from './refusals.ts';
import type { ShopOptions } from './shop-options.ts';
import { visitCalendar } from './visit-calendar.ts';
import { addressFor, visitorOf } from './visitor.ts';

type Handler = (shop: ShopOptions, request: FastifyRequest) => Promise<Answer>;

/** What an order's address shows and takes. Whoever knows the secret in it is the buyer. */
const READS: Readonly<Record<string, Handler>> = {
  '/order/:secret': showOrder,
  '/order/:secret/tickets/:ticketId': showPicture,
  '/order/:secret/tickets.pdf': showPdf,
  '/order/:secret/visit.ics': showCalendar,
  // A form with a fault is shown at the address that it was posted to.
  '/order/:secret/pay': backToOrder,
  '/order/:secret/confirm': backToOrder,
  '/order/:secret/cancel': backToOrder,
};
const FORMS: Readonly<Record<string, Handler>> = {
  '/order/:secret/pay': pay,
  '/order/:secret/confirm': confirm,
  '/order/:secret/cancel': cancel,
};

/** How many forms a minute are taken for one order, and for all orders of one network. */
const MOST_FORMS = { order: 10, network: 60 } as const;

export function routeOrders(pages: FastifyInstance, shop: ShopOptions): void {
  const ofNetwork = new NetworkPace(MOST_FORMS.network, shop.clock);
  const ofOrder = new MinuteLimit(MOST_FORMS.order, shop.clock);
  for (const [path, handler] of Object.entries(READS))
    pages.get(path, async (request, reply) => send(request, reply, await handler(shop, request)));
  for (const [path, handler] of Object.entries(FORMS))
    pages.post(path, async (request, reply) => {
      ofNetwork.count(request.ip);
      ofOrder.count(orderIdIn(request, shop));
      return send(request, reply, await orFault(handler, shop, request));
    });
}

/** With what the payment providers say by now. */
async function showOrder(shop: ShopOptions, request: FastifyRequest): Promise<Answer> {
  const view = await readOrder(shop, request);
  const isOpen = view.online.some(({ state }) => state === 'open');
  if (!isOpen || !shop.looks.admits(request.ip)) return orderPage(view);
  await shop.checkout.settle(view.order.orderId, request.id, countedNetwork(request.ip));
  return orderPage(await readOrder(shop, request));
}

/** Leads to the page of a payment provider, or reserves the tickets until the visit. */
async function pay(shop: ShopOptions, request: FastifyRequest): Promise<Answer> {
  const { checkout, publicUrl } = shop;
  const orderId = orderIdIn(request, shop);
  const way = checkout.ways.find((each) => each === formOf(request).get('way'));
  if (way !== undefined && way !== 'desk') {
    const returnTo = publicUrl + addressOf(shop, request, RETURNED);
    const network = countedNetwork(request.ip);
    return seeOther(await checkout.startPayment(orderId, way, returnTo, request.id, network));
  }
  if (way === 'desk') await checkout.reserve(orderId, request.id);
  return backToOrder(shop, request);
}

/** Only the link in the mail leads to the form with the right code. */
async function confirm(shop: ShopOptions, request: FastifyRequest): Promise<Answer> {
  const orderId = orderIdIn(request, shop);
  if (!shop.secrets.isConfirmation(orderId, formOf(request).get(CONFIRMATION) ?? ''))
    throw new Refusal('order-unconfirmed', { orderId, isLate: false });
  await shop.checkout.confirm(orderId, request.id);
  return backToOrder(shop, request);
}

/** Does what the page has promised, or shows what it would do now. */
async function cancel(shop: ShopOptions, request: FastifyRequest): Promise<Answer> {
  const shown = formOf(request).get(REFUND_SHOWN);
  const shownCents = shown === null ? undefined : Number(shown);
  if (await shop.checkout.cancel(orderIdIn(request, shop), request.id, shownCents))
    return backToOrder(shop, request);
  const view = await readOrder(shop, request);
  return orderPage(view, refundChanged(view));
}

/** The form's answer; or the order's page, which says why it was not done. */
async function orFault(handler: Handler, shop: ShopOptions, request: FastifyRequest): Promise<Answer> {
  try {
    return await handler(shop, request);
  } catch (error) {
    const isRefused = error instanceof Refusal && error.kind !== 'order-not-found';
    if (!isRefused && !(error instanceof ProviderFailure)) throw error;
    if (isRefused) request.refused = error;
    const view = await readOrder(shop, request);
    return orderPage(view, isRefused ? sentenceOf(error, view.visitor) : notStarted(view));
  }
}

async function backToOrder(shop: ShopOptions, request: FastifyRequest): Promise<Answer> {
  return seeOther(addressOf(shop, request));
}

function addressOf(
  shop: ShopOptions,
  request: FastifyRequest,
  query: Readonly<Record<string, string>> = {},
): string {
  const secret = shop.secrets.secretOf(orderIdIn(request, shop));
  return addressFor(visitorOf(request, shop), `/order/${secret}`, query);
}

/** What belongs to an order is stored by nobody. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

async function showPicture(shop: ShopOptions, request: FastifyRequest): Promise<Answer> {
  const { ticketId: file } = request.params as { readonly ticketId: string };
  const ticketId = parseUuid(file.replace(/\.png$/, ''));
  const { tickets } = await readOrder(shop, request);
  if (ticketId === undefined || !tickets.some(({ ticket }) => ticket.ticketId === ticketId))
    throw new HttpRefusal('not-found', { missing: 'operation' });
  const draft = await shop.images.draft(shop.seller, ticketId);
  const body = await shop.images.image(shop.seller, draft);
  return { status: 200, headers: { ...PRIVATE, 'content-type': 'image/png' }, body };
}

/** Those of its tickets that admit. */
async function showPdf(shop: ShopOptions, request: FastifyRequest): Promise<Answer> {
  const { order, tickets } = await readOrder(shop, request);
  const valid = tickets.filter(({ state }) => mayAdmit(state)).map(({ ticket }) => ticket.ticketId);
  if (valid.length === 0) throw new HttpRefusal('not-found', { missing: 'operation' });
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${order.orderCode}.pdf"`,
  };
  return {
    status: 200,
    headers: { ...PRIVATE, ...headers },
    body: await shop.images.pdf(shop.seller, valid),
  };
}

async function showCalendar(shop: ShopOptions, request: FastifyRequest): Promise<Answer> {
  const view = await readOrder(shop, request);
  const headers = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="${view.order.orderCode}.ics"`,
  };
  return { status: 200, headers: { ...PRIVATE, ...headers }, body: await visitCalendar(view) };
}
