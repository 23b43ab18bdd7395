import { Refusal } from '../../core/refusal.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import type { OrderRecord } from '../../orders/index.ts';
import { type Html, html } from '../../pages/html.ts';
import { holds } from '../../tickets/index.ts';
import type { DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { orderAddress, orderLink, printAddress } from './links.ts';
import { moneyTexts } from './money-texts.ts';
import { type RecentSale, saleWith } from './order.ts';
import { formTo } from './post-form.ts';
import { sameAgain } from './sale-form.ts';
import { sellTexts } from './sell-texts.ts';

/** The answer, after which this browser knows the sale as its last one: a till has one. */
export function keepingSale(answer: Answer, orderId: Uuid): Answer {
  const cookie = `museum_sale=${orderId}; Path=/desk; Max-Age=86400; SameSite=Strict; HttpOnly`;
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } };
}

/** The last sale of this browser with what can be done about it, if this person has made it and it holds. */
export async function lastSale(desk: DeskRequest): Promise<Html | undefined> {
  const sale = await findLastSale(desk);
  if (sale === undefined) return undefined;
  const { record, isUndoable } = sale;
  const { order, payments } = record;
  const { language, words } = desk;
  const say = sellTexts(language);
  const tickets = [...record.tickets.values()]
    .filter(({ state }) => holds(state))
    .map(({ ticket }) => ticket);
  const ids = tickets.map(({ ticketId }) => ticketId);
  const count = say('ticketsSold', { count: tickets.length });
  return html`
    <div class="last-sale">
      <p>
        <strong>${say('lastSale', { time: words.time(order.soldAt ?? 0) })}</strong>
        ${[count, ...paymentsInWords(desk, { order, payments })].join(', ')},
        ${orderLink(order.orderId, order.orderCode)}
      </p>
      <a href="${printAddress(ids)}">${say('printAgain')}</a>
      <a href="${sameAgain(tickets)}">${say('sameAgain')}</a>
      ${isUndoable && formTo(desk, undoAddress(order.orderId), html`<button class="plain">${say('undo')}</button>`)}
    </div>
  `;
}

async function findLastSale(desk: DeskRequest): Promise<RecentSale | undefined> {
  const kept = /(?:^|;\s*)museum_sale=([\w-]+)/.exec(desk.request.headers.cookie ?? '')?.[1];
  const orderId = parseUuid(kept ?? '');
  if (orderId === undefined) return undefined;
  try {
    const sale = await saleWith(desk, orderId);
    const { order } = sale.record;
    return order.soldBy === desk.actor.accountId && order.state === 'sold' ? sale : undefined;
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'order-not-found') return undefined;
    throw error;
  }
}

export function undoAddress(orderId: Uuid): string {
  return `${orderAddress(orderId)}/undo`;
}

/** Each with its method. */
export function paymentsInWords(
  { language, words }: Clerk,
  { order, payments }: Pick<OrderRecord, 'order' | 'payments'>,
): string[] {
  return payments.map(
    ({ method, cents }) => `${moneyTexts(language)(method)} ${words.money(cents, order.currency)}`,
  );
}
