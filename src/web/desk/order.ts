import { may } from '../../core/permissions.ts';
import type { Uuid } from '../../core/uuid.ts';
import { findEventTitles } from '../../events/index.ts';
import { hasGifts } from '../../gifts/index.ts';
import type { Answer } from '../../http/answer.ts';
import { seeOther } from '../../http/sessions.ts';
import { once } from '../../idempotency/index.ts';
import { eventIn, findCategories } from '../../offers/index.ts';
import {
  backFor,
  backForAll,
  findAccount,
  findOrderHistory,
  getOrder,
  giftsIn,
  type OrderRecord,
  releaseOrder,
  totalOf,
  type VoidRequest,
  voidOrder,
} from '../../orders/index.ts';
import type { Submitted } from '../../pages/forms.ts';
import { type Amount, findDues, paidWith } from '../../payments/index.ts';
import type { Queries } from '../../store/index.ts';
import { findPostponedFrom, recordsOf, type TicketRecord } from '../../tickets/index.ts';
import type { DeskOptions, DeskRequest } from './desk-options.ts';
import { done } from './done.ts';
import { formOnce } from './form-once.ts';
import { checkSum, type PaysByGift, paysByGift, withGift } from './gifts.ts';
import { orderAddress, pathId } from './links.ts';
import { moneyTexts } from './money-texts.ts';
import { giftsOf } from './order-gifts.ts';
import { type OrderField, orderPage } from './order-page.ts';
import type { ItemNames, OpenAct } from './order-tickets.ts';
import { payOwed } from './owed.ts';
import { readPayment, soldAddress } from './pay-fields.ts';
import { formsOf } from './post-form.ts';
import { type Sum, sumBack } from './refund-fields.ts';
import { sellTexts } from './sell-texts.ts';
import { mailForms, shownMail } from './ticket-mail.ts';
import { readVoid } from './void-form.ts';

/** An order, and what can be done with it. */
export async function showOrder(
  desk: DeskRequest,
  submitted?: Submitted<OrderField>,
  open?: OpenAct,
  byGift?: PaysByGift,
): Promise<Answer> {
  const record = open?.record ?? (await recordOf(desk, pathId(desk.request, 'orderId')));
  const names = await itemNames(desk, record);
  const numbers = [...record.tickets.values()].map(({ ticket }) => ticket.number);
  const postponedFrom = await findPostponedFrom(desk.store, numbers);
  const mail = await shownMail(desk, await ticketRecords(desk, record));
  const { orderId, currency } = record.order;
  const cents = (await findDues(desk.store, [orderId])).get(orderId) ?? 0;
  const owed = sumBack(record.payments, { cents, currency });
  const history = await findOrderHistory(desk.store, desk.actor, record);
  return orderPage(desk, {
    record,
    names: { ...names, postponedFrom },
    gifts: await giftsOf(desk, record),
    takesGifts: await hasGifts(desk.store),
    byGift,
    mail,
    history,
    owed,
    submitted,
    open,
  });
}

/** @throws Refusal forbidden or order-not-found */
export async function recordOf(
  desk: DeskRequest,
  orderId: Uuid,
  queries: Queries = desk.store,
): Promise<OrderRecord> {
  const { actor, days, settings } = desk;
  return getOrder(queries, actor, orderId, { today: await days.current(), language: settings.now.language });
}

/** What its items are called. */
export async function itemNames({ store }: DeskOptions, { items }: OrderRecord): Promise<ItemNames> {
  const eventIds = items.flatMap(({ product }) => eventIn(product) ?? []);
  const events = await findEventTitles(store, [...new Set(eventIds)]);
  return { events, categories: await findCategories(store) };
}

/** All that is known about its tickets. */
export async function ticketRecords(
  { store, days }: DeskOptions,
  { tickets }: OrderRecord,
): Promise<TicketRecord[]> {
  const sold = [...tickets.values()].map(({ ticket }) => ticket);
  return sold.length === 0 ? [] : recordsOf(store, sold, await days.current());
}

/** What goes back when those of its tickets are made void; undefined: all of the order. */
export async function dueFor(
  { store }: DeskOptions,
  { order, payments }: OrderRecord,
  ticketIds: readonly Uuid[] | undefined,
): Promise<Sum> {
  const { facts } = await findAccount(store, order.orderId);
  const cents = ticketIds === undefined ? backForAll(facts) : backFor(facts, ticketIds);
  return sumBack(payments, { cents, currency: order.currency });
}

/** A form on the order's page. */
const orderForm = formsOf<OrderField>({
  id: 'orderId',
  at: orderAddress,
  page: showOrder,
});

/** A held order is paid: its tickets are printed next. */
export const payOrder = orderForm(async (desk, orderId, { values, again }) => {
  const { order } = await recordOf(desk, orderId);
  const total = totalOf(order);
  const gifts = giftsIn(order.goods).reduce((sum, { priceCents }) => sum + priceCents, 0);
  const byGift = await paysByGift(desk, values.payGift, total - gifts);
  const rest = total - (byGift?.part.cents ?? 0);
  if (byGift !== undefined && values.paysGift !== `${byGift.part.cents}`)
    return showOrder(desk, { values, faults: { payGift: checkSum(desk, rest) } }, undefined, byGift);
  const payment = readPayment(desk, values, rest);
  if ('faults' in payment) return again(payment);
  const paid = withGift(payment.paid, byGift, rest);
  const { items } = await desk.till.confirmOrder(desk.actor, orderId, paid);
  const ticketIds = items.flatMap((item) => item.ticketIds);
  return ticketIds.length === 0
    ? done(orderAddress(orderId), 'orderPaid')
    : seeOther(soldAddress(ticketIds, payment.given));
});

export const release = orderForm(async ({ actor, store, selling }, orderId) => {
  await store.transaction((tx) => releaseOrder(tx, actor, orderId, 'seller', selling));
  return 'orderReleased';
});

/** What is owed to the buyer was paid by hand. */
export const markOwedPaid = orderForm(async (desk, orderId, { values, again }) => {
  const wrong = await payOwed(desk, orderId, values);
  return wrong === undefined ? 'owedPaid' : again(wrong);
});

/** What was kept when tickets became void is paid back all the same. */
export const payBackKept = orderForm(async (desk, orderId, { values, again }) => {
  const { order, account, payments } = await recordOf(desk, orderId);
  const kept = sumBack(payments, { cents: account.kept, currency: order.currency });
  const wish = readVoid(desk, values, kept);
  if ('wrong' in wish) return again(wish.wrong);
  if (wish.refund === undefined)
    return again({ faults: { refund: moneyTexts(desk.language)('refundFault') } });
  const { reason, refund, amount, key } = values;
  const request = formOnce<string>(desk, 'kept', key, { orderId, reason, refund, amount }, String);
  await once(desk, desk.actor, request, async ({ tx }) => {
    await voidOrder(tx, desk.actor, orderId, { ...wish, ticketIds: [] }, desk.selling);
    return { outcome: '' };
  });
  return 'owedPaid';
});

export const { mailAgain, correctAddress } = mailForms<OrderField>(async (desk) => {
  return ticketRecords(desk, await recordOf(desk, pathId(desk.request, 'orderId')));
}, showOrder);

/** How long after a sale its seller can undo it with one press. */
const UNDO_MS = 10 * 60_000;

/** A sale that was made just now. */
export interface RecentSale {
  readonly record: OrderRecord;
  /** Whether the person may undo it. */
  readonly isUndoable: boolean;
}

/** @throws Refusal forbidden or order-not-found */
export async function saleWith(desk: DeskRequest, orderId: Uuid): Promise<RecentSale> {
  const record = await recordOf(desk, orderId);
  return { record, isUndoable: isUndoable(desk, record) };
}

/** Makes the sale void, and pays back what was paid for it in the same way. */
export const undoSale = orderForm(async (desk, orderId, { again }) => {
  const record = await recordOf(desk, orderId);
  const say = sellTexts(desk.language);
  if (record.order.state !== 'void') {
    if (!isUndoable(desk, record)) return again({ fault: say('undoOver'), status: 409 });
    const reason = say('undoReason');
    const articles = record.articles.map(({ article, quantity }) => ({ article, quantity }));
    const gifts = giftsIn(record.order.goods).map(({ position }) => position);
    const all = { reason, ticketIds: [...record.tickets.keys()], articles, gifts };
    const [first, ...others] = refundsOf(record);
    await desk.store.transaction(async (tx) => {
      const back = (what: VoidRequest, refund: Amount | undefined) =>
        voidOrder(tx, desk.actor, orderId, { ...what, ...(refund && { refund }) }, desk.selling);
      await back(all, first);
      for (const payment of others) await back({ reason, ticketIds: [] }, payment);
    });
  }
  return 'saleUndone';
});

/** What was paid, in the way it goes back. What gift vouchers paid goes back to them first, whatever the way is. */
function refundsOf({ payments }: Pick<OrderRecord, 'payments'>): Amount[] {
  const byHand = payments.flatMap(({ method, cents }) => (method === 'gift' ? [] : [{ method, cents }]));
  const byGift = paidWith(payments, 'gift');
  if (byGift === 0) return byHand;
  const [{ method, cents } = { method: 'other', cents: 0 } as const, ...others] = byHand;
  return [{ method, cents: cents + byGift }, ...others];
}

function isUndoable({ actor, clock }: DeskRequest, { order, tickets, articles }: OrderRecord): boolean {
  const isRecent = order.soldAt !== null && clock.now() - order.soldAt < UNDO_MS;
  const isUnused =
    [...tickets.values()].every(({ state }) => state === 'valid') &&
    articles.every(({ changes }) => changes.length === 0);
  const isOwn = order.soldBy === actor.accountId && may(actor.role, 'void-tickets');
  return isOwn && order.state === 'sold' && isRecent && isUnused;
}
