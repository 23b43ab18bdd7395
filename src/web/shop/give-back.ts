import { type MoneyReturned, sumOf } from '../../checkout/index.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Answer } from '../../http/answer.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import { fieldsOf, type Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { siteAssets } from '../../pages/layout.ts';
import type { Ticket } from '../../tickets/index.ts';
import { ticketInWords } from './order-tickets.ts';
import { ORDER_HEADERS, type OrderView, orderIdIn, readOrder } from './order-view.ts';
import { shopOrderTexts } from './shop-order-texts.ts';
import { shopPage } from './shop-page.ts';
import type { Visitor } from './visitor.ts';

/** The field with what the page says of the tickets that are ticked. */
const SHOWN = 'shown';

/** The tickets of an order that its buyer can give back, and what goes back for those that are ticked. */
export async function showGiveBack(visitor: Visitor): Promise<Answer> {
  const view = await readOrder(visitor);
  return isPossible(view) ? giveBackPage(view, []) : seeOther(view.at(''));
}

/** Gives the ticked tickets back if the page has said what happens then; else it says that first. */
export async function sendGiveBack(visitor: Visitor): Promise<Answer> {
  const form = formOf(visitor.request);
  const view = await readOrder(visitor);
  const tickets = view.tickets.map(({ ticket }) => ticket).filter(hasTick(form));
  const say = shopOrderTexts(view.language);
  if (tickets.length === 0) return giveBackPage(view, [], { fault: say('tickSome') });
  const shown = shownIn(form.get(SHOWN) ?? '', tickets);
  if (shown === undefined) return giveBackPage(view, tickets);
  const fault = await faultOf(visitor, tickets, shown);
  if (fault === undefined) return seeOther(view.at(''));
  const now = await readOrder(visitor);
  return isPossible(now)
    ? giveBackPage(now, tickets, { fault: say(fault), status: 409 })
    : seeOther(now.at(''));
}

/** @returns why nothing was done; undefined: they were given back */
async function faultOf(
  visitor: Visitor,
  tickets: readonly Ticket[],
  shown: MoneyReturned,
): Promise<'refundChanged' | 'ticketsChanged' | undefined> {
  const { shop, request } = visitor;
  const ids = tickets.map(({ ticketId }) => ticketId);
  try {
    const isDone = await shop.checkout.giveBack(orderIdIn(visitor), ids, shown, request.id);
    return isDone ? undefined : 'refundChanged';
  } catch (error) {
    if (!(error instanceof Refusal) || !LOST.includes(error.kind)) throw error;
    request.refused = error;
    return 'ticketsChanged';
  }
}

/** Why tickets that could be changed a moment ago can't be any more. */
export const LOST: readonly string[] = ['ticket-void', 'too-late-to-void', 'order-void'];

/** Whether any ticket can be given back. */
export function isPossible({ returnable }: OrderView): boolean {
  return returnable.some(({ because }) => because === undefined);
}

function hasTick(form: URLSearchParams): (ticket: Ticket) => boolean {
  return ({ confirmationCode }) => form.has(confirmationCode);
}

/** What the page says goes back for those tickets, as its form carries it along. */
function textOf({ online, byMuseum, toGifts = 0 }: MoneyReturned, tickets: readonly Ticket[]): string {
  return [online, byMuseum, toGifts, ...tickets.map(({ number }) => number).sort()].join(' ');
}

/** What the page has said of exactly those tickets; undefined: nothing. */
function shownIn(text: string, tickets: readonly Ticket[]): MoneyReturned | undefined {
  const [online, byMuseum, toGifts] = text.split(' ').map(Number);
  if (online === undefined || byMuseum === undefined || toGifts === undefined) return undefined;
  const money = { online, byMuseum, toGifts };
  return text === textOf(money, tickets) ? money : undefined;
}

/** @param ticked of the tickets; what can't be given back any more is left out */
async function giveBackPage(
  view: OrderView,
  ticked: readonly Ticket[],
  submitted: Submitted<string> = {},
): Promise<Answer> {
  const { language, order, returnable, shop } = view;
  const say = shopOrderTexts(language);
  const possible = returnable.filter(({ because }) => because === undefined).map(({ ticket }) => ticket);
  const ids = ticked.map(({ ticketId }) => ticketId);
  const chosen = possible.filter(({ ticketId }) => ids.includes(ticketId));
  const ofChosen = chosen.map(({ ticketId }) => ticketId);
  const money = chosen.length > 0 ? await shop.checkout.moneyFor(order.orderId, ofChosen) : undefined;
  const values = Object.fromEntries(chosen.map(({ confirmationCode }) => [confirmationCode, 'on']));
  const fields = fieldsOf<string>(language, { ...submitted, values });
  const box = (ticket: Ticket) =>
    fields.checkbox(ticket.confirmationCode, {
      label: html`<span translate="no">${ticket.confirmationCode}</span>`,
      hint: ticketInWords(view, ticket, ['what', 'day', 'time', 'category', 'price']),
    });
  const main = html`
    <form method="post" action="${view.at(GIVE_BACK)}" class="change">
      <fieldset>
        <legend>${say('whichTickets')}</legend>
        ${possible.map(box)}
      </fieldset>
      ${money === undefined ? html`<p class="quiet">${say('tickFirst')}</p>` : whatHappens(view, chosen, money)}
      <p class="actions">
        <button class="action">${say('giveBackNow')}</button>
        <a class="button" href="${view.at('')}">${say('keepTickets')}</a>
      </p>
    </form>
  `;
  return shopPage(
    view,
    {
      title: say('giveBack'),
      lead: html`${say('code')} <strong translate="no">${order.orderCode}</strong>`,
      main,
      form: fields,
      scripts: [siteAssets.address('double-click.js')],
    },
    ORDER_HEADERS,
  );
}

/** The path of the page. */
export const GIVE_BACK = '/give-back';

/** What happens when the chosen tickets are given back: with them, with the others, and with the money. */
function whatHappens(view: OrderView, chosen: readonly Ticket[], money: MoneyReturned): Html {
  const { language, words, order, tickets } = view;
  const say = shopOrderTexts(language);
  const cents = sumOf(money);
  const isOther = ({ ticket, state }: (typeof tickets)[number]) =>
    state === 'valid' && !chosen.some(({ number }) => number === ticket.number);
  const others = tickets.filter(isOther).length;
  const stops = say('stopAdmitting', { count: chosen.length });
  return html`
    <input type="hidden" name="${SHOWN}" value="${textOf(money, chosen)}">
    <p class="sum">${say('youGetBack')} <strong data-sum="${cents}">${words.money(cents, order.currency)}</strong></p>
    <p>${howItGoesBack(view, money)}</p>
    <p>${stops}${others > 0 && ` ${say('othersStay', { count: others })}`}</p>
  `;
}

/** To gift vouchers, and the rest through the payment provider, by the museum, or both. */
export function howItGoesBack(
  view: Visitor & Pick<OrderView, 'order'>,
  { toGifts = 0, ...rest }: MoneyReturned,
): string {
  const { language, words, order } = view;
  if (toGifts === 0) return howRestGoesBack(view, rest);
  const amount = words.money(toGifts, order.currency);
  const said = shopOrderTexts(language)('backToGifts', { amount });
  return rest.online + rest.byMuseum === 0 ? said : `${said} ${howRestGoesBack(view, rest)}`;
}

function howRestGoesBack(
  { language, words, order }: Visitor & Pick<OrderView, 'order'>,
  { online, byMuseum }: MoneyReturned,
): string {
  const say = shopOrderTexts(language);
  if (online + byMuseum === 0) return say('nothingBack');
  if (byMuseum === 0) return say('backOnline');
  if (online === 0) return say('backByMuseum');
  const amount = (cents: number) => words.money(cents, order.currency);
  return say('backBothWays', { online: amount(online), byMuseum: amount(byMuseum) });
}
