import { fieldsForAgain } from '../../basket/index.ts';
import type { CalledOff } from '../../called-off/index.ts';
import { type MoneyReturned, sumOf } from '../../checkout/index.ts';
import { giftTexts } from '../../gifts/index.ts';
import type { Answer } from '../../http/answer.ts';
import { awaitsConfirmation, totalOf } from '../../orders/index.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { siteAssets } from '../../pages/layout.ts';
import type { PaymentWay } from '../../payments/index.ts';
import { holds } from '../../tickets/index.ts';
import { GIVE_BACK, howItGoesBack, isPossible } from './give-back.ts';
import { isMovable, MOVE, payMove } from './move.ts';
import { giftsPart } from './order-gifts.ts';
import { itemsTable } from './order-items.ts';
import { moneyBack } from './order-money.ts';
import { beforeYouCome, ticketCards } from './order-tickets.ts';
import { ORDER_HEADERS, type OrderView } from './order-view.ts';
import { BY_GIFTS, onlineWays, payForm } from './pay-form.ts';
import { chosenGifts, giftCodeForm } from './pay-with-gifts.ts';
import { shopOrderTexts } from './shop-order-texts.ts';
import { shopPage } from './shop-page.ts';
import { steps } from './steps.ts';
import { VISIT_FORM } from './visit-day.ts';
import { addressFor } from './visitor.ts';
import { WITHDRAW } from './withdraw.ts';

/** The query with which a payment provider sends the buyer back. The page then looks once more by itself. */
export const RETURNED = { returned: 'yes' };
const LOOKS_AGAIN_SECONDS = 5;

/** The field with the sums, in hundredths, that the page says go back: through the provider, and by the museum. */
const REFUND_SHOWN = 'refund';

/** What the page has said goes back; undefined: the form does not say. */
export function refundShownIn(form: URLSearchParams): MoneyReturned | undefined {
  const shown = form.get(REFUND_SHOWN);
  if (shown === null) return undefined;
  const [online = Number.NaN, byMuseum = Number.NaN, toGifts = 0] = shown.split(' ').map(Number);
  return { online, byMuseum, toGifts };
}

/** Where the link in the mail has the code with which its buyer confirms a free order; also in the form. */
export const CONFIRMATION = 'confirm';

/** A form may lead to the page of a payment provider. */
const POLICY = { 'form-action': "'self' https:" };

interface OrderFault {
  readonly status: number;
  readonly sentence: string;
  /** Whether it stands beside the field for a gift voucher too. */
  readonly isAboutGift?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** No payment provider has answered, or it is asked too much already. */
export function notStarted({ language }: OrderView): OrderFault {
  const headers = { 'retry-after': `${LOOKS_AGAIN_SECONDS}` };
  return { status: 503, sentence: shopOrderTexts(language)('noPayment'), headers };
}

/** Gift vouchers leave another sum to pay than the page said. */
export function restChanged({ language, words, order, giftPlan }: OrderView): OrderFault {
  const price = words.money(giftPlan?.restCents ?? totalOf(order), order.currency);
  return { status: 409, sentence: shopOrderTexts(language)('priceNow', { price }) };
}

/** Another sum would go back than the page said. */
export function refundChanged({ language }: OrderView): OrderFault {
  return { status: 409, sentence: shopOrderTexts(language)('refundChanged') };
}

/** @param fault why something that was asked for was not done */
export function visitorsOrderPage(view: OrderView, fault?: OrderFault): Answer {
  const { language, shop, order, query } = view;
  const say = shopOrderTexts(language);
  const isSold = order.state === 'sold';
  const giftFault = fault?.isAboutGift ? fault.sentence : undefined;
  const title =
    isSold && order.items.length > 0
      ? say('yourTickets', { count: Math.max(1, countValid(view)) })
      : say('title');
  const main = html`
    <div class="order" data-state="${order.state}">
      ${fault && html`<div class="faults" role="alert"><p>${fault.sentence}</p></div>`}
      ${stepOf(view)}
      ${isSold && isCalledOff(view) ? calledOffNotice(view) : html`<h1>${title}</h1>`}
      <p class="code">${say('code')} <strong translate="no">${order.orderCode}</strong></p>
      ${stateInWords(view)}
      ${order.state === 'held' && (awaitsConfirmation(order) ? confirmForm(view) : waysToPay(view, giftFault))}
      ${isSold && payMove(view)}
      ${isSold && isCalledOff(view) && chooseInstead(view)}
      ${isSold && view.tickets.length > 0 && ticketCards(view)}
      ${isSold && giftsPart(view)}
      ${isSold && withdrawLink(view)}
      <div class="two">
        ${isSold && html`<div>${!isCalledOff(view) && plans(view)}${cancelForm(view)}</div>`}
        <div>
          ${isSold && beforeYouCome(view)}
          ${itemsTable(view)}
        </div>
        ${!isSold && html`<div>${cancelForm(view)}</div>`}
      </div>
    </div>
  `;
  const looksAgain = isBeingPaid(view) && query.has('returned');
  const code = shop.sender && codeIn(view);
  return shopPage(
    view,
    {
      title,
      hasOwnHeading: true,
      main,
      policy: POLICY,
      scripts: [siteAssets.address('double-click.js')],
      query: new URLSearchParams(code && { [CONFIRMATION]: code }),
      ...(fault && { status: fault.status }),
    },
    {
      ...ORDER_HEADERS,
      ...fault?.headers,
      ...(looksAgain && { refresh: `${LOOKS_AGAIN_SECONDS}; url=${view.at('')}` }),
    },
  );
}

function stepOf(view: OrderView): Html | undefined {
  const { language, order } = view;
  if (order.state === 'held') return steps(language, 'pay');
  return order.state === 'sold' && countValid(view) > 0 ? steps(language, 'done') : undefined;
}

/** Whether a provider may still take money for it. */
function isBeingPaid({ order, openMove, online }: OrderView): boolean {
  return (order.state === 'held' || openMove !== undefined) && online.some(({ state }) => state === 'open');
}

/** What has become of it, and what to do now. */
function stateInWords(view: OrderView): Html | undefined {
  const { words, language, order, tickets, email, shop } = view;
  const say = shopOrderTexts(language);
  const time = words.instant(order.expiresAt ?? 0);
  const price = words.price({ priceCents: totalOf(order), currency: order.currency });
  const paragraphs = (...texts: readonly Piece[]) => {
    const said = texts.filter(Boolean).map((text) => html`<p>${text}</p>\n`);
    return said.length > 0 ? html`<div class="state">${said}</div>` : undefined;
  };
  if (order.state === 'held') {
    if (awaitsConfirmation(order)) return paragraphs(say(howToConfirm(view), { time, email: email ?? '' }));
    const isVisit = order.items.length > 0;
    if (order.heldFor === 'desk')
      return paragraphs(say(isVisit ? 'reserved' : 'reservedGoods', { time, price }));
    if (isBeingPaid(view))
      return paragraphs(say(isVisit ? 'paying' : 'payingGoods', { time }), say('payAgain'));
    const held = say(isVisit ? 'held' : 'heldGoods', { time });
    return paragraphs(view.online.length > 0 && say('notPaid'), held);
  }
  if (order.state === 'sold') {
    const count = countValid(view);
    const isOff = count === 0 && tickets.some((ticket) => ticket.state === 'cancelled');
    const isSent = count > 0 && shop.sender !== undefined && email !== undefined && !view.isMailLost;
    return paragraphs(
      count > 0 && say('show', { count }),
      isSent && say('mailed', { email }),
      isOff && say('event'),
      ...moneyBack(view),
    );
  }
  const isReturned = tickets.length > 0 && tickets.every(({ because }) => because === 'returned');
  const isVisit = order.items.length > 0;
  const isUnconfirmed = order.releasedBy === 'expiry' && totalOf(order) === 0;
  const released = isUnconfirmed ? 'unconfirmed' : (order.releasedBy ?? 'expiry');
  const because = order.state === 'void' ? (isReturned ? 'returned' : 'void') : released;
  const why = isVisit ? because : (WITHOUT_VISIT[because] ?? because);
  return paragraphs(say(why), ...moneyBack(view), againLink(view));
}

/** What is said of an order without tickets. */
const WITHOUT_VISIT: { readonly [Why in string]?: 'expiryGoods' | 'voidGoods' } = {
  expiry: 'expiryGoods',
  void: 'voidGoods',
};

function howToConfirm(view: OrderView): 'confirmNow' | 'notMailed' | 'toConfirm' {
  if (codeIn(view) !== undefined) return 'confirmNow';
  return view.isMailLost ? 'notMailed' : 'toConfirm';
}

function countValid({ tickets }: OrderView): number {
  return tickets.filter(({ state }) => holds(state)).length;
}

/** A link to order for that day again, with the same numbers and times. */
function againLink(view: OrderView): Html | undefined {
  const { items } = view.order;
  const [first] = items;
  if (first === undefined) return undefined;
  const bought = items
    .filter(({ day }) => day === first.day)
    .map((item) => ({ ...item, count: item.ticketIds.length }));
  const chosen = fieldsForAgain(VISIT_FORM, bought);
  const at = addressFor(view, '/visit', { date: first.day, ...chosen });
  return html`<a class="button" href="${at}">${shopOrderTexts(view.language)('again')}</a>`;
}

/**
 * The button for who has opened the link in the mail, or for where there is no mail. Looking at a page changes nothing, since
 * programs that check mail open links too.
 */
function confirmForm(view: OrderView): Html | undefined {
  const code = codeIn(view);
  if (code === undefined) return undefined;
  return html`
    <form method="post" action="${view.at('/confirm')}">
      <input type="hidden" name="${CONFIRMATION}" value="${code}">
      <p><button class="action">${shopOrderTexts(view.language)('confirm')}</button></p>
    </form>
  `;
}

/** The code in the link of the mail, if it is the right one. Where nothing is mailed, the page has it. */
function codeIn({ query, shop, order }: OrderView): string | undefined {
  if (shop.sender === undefined) return shop.secrets.confirmationOf(order.orderId);
  const code = query.get(CONFIRMATION) ?? '';
  return shop.secrets.isConfirmation(order.orderId, code) ? code : undefined;
}

/** @param giftFault why the gift voucher whose code was typed can't pay */
function waysToPay(view: OrderView, giftFault: string | undefined): Html | undefined {
  const { language, order, shop, giftPlan } = view;
  const isReserved = order.heldFor === 'desk';
  const isAtDesk = shop.checkout.ways.includes('desk') && !isReserved;
  const usual: PaymentWay[] = isAtDesk ? [...onlineWays(view), 'desk'] : onlineWays(view);
  const { gifts, restCents: cents, takesMore } = giftPlan ?? { gifts: [], restCents: totalOf(order) };
  const ways = cents === 0 ? ([BY_GIFTS] as const) : usual;
  if (ways.length === 0 && gifts.length === 0 && !takesMore) return undefined;
  const hasGifts = gifts.length > 0;
  const isPaidByGifts = cents === 0;
  const asked = { cents: isPaidByGifts ? totalOf(order) : cents, hasGifts: hasGifts && !isPaidByGifts };
  return html`
    <section class="pay">
      <h2>${shopOrderTexts(language)('pay')}</h2>
      ${chosenGifts(view)}
      ${ways.length > 0 && payForm(view, ways, asked, !isReserved || isPaidByGifts)}
      ${giftCodeForm(view, giftFault)}
    </section>
  `;
}

/** Whether some of it was called off, and its buyer can choose between another day and the money. */
function isCalledOff({ calledOff }: OrderView): boolean {
  return calledOff.length > 0;
}

/** The museum speaks first: what does not take place and why, and what its buyer can do about it. */
function calledOffNotice(view: OrderView): Html {
  const { language, calledOff, movable, online, words } = view;
  const say = shopOrderTexts(language);
  const ends = movable.flatMap(({ lastDay, because }) => (because === undefined && lastDay ? lastDay : []));
  const [until] = ends.sort();
  const isPaidOnline = online.some(({ state }) => state === 'paid');
  return html`
    <div class="notice" role="status">
      <h1>${calledOff.map((off, index) => [index > 0 && ' ', whatIsOff(view, off)])}</h1>
      ${calledOff.map(({ reason }) => reason !== null && html`<p dir="auto">${reason}</p>\n`)}
      ${until && html`<p>${say('calledOffChoose', { day: words.day(until) })}</p>`}
      ${until && isPaidOnline && html`<p>${say('calledOffItself')}</p>`}
    </div>
  `;
}

function whatIsOff({ language, words, events }: OrderView, { product, day }: CalledOff): string {
  const say = shopOrderTexts(language);
  const event = events.get(product)?.event.name;
  const on = words.dayOfYear(day);
  return event === undefined ? say('closedOn', { day: on }) : say('eventOff', { event, day: on });
}

/** Where its buyer withdraws from the contract, for as long as that is possible. */
function withdrawLink(view: OrderView): Html | undefined {
  const { withdrawable, language, order } = view;
  if (withdrawable === undefined) return undefined;
  const at = addressFor(view, WITHDRAW, { order: order.orderCode });
  return html`<p><a href="${at}">${giftTexts(language)('withdraw')}</a></p>`;
}

/** The choice, before the tickets. */
function chooseInstead(view: OrderView): Html {
  const say = shopOrderTexts(view.language);
  const move = html`<a class="button action" href="${view.at(MOVE)}">${say('move')}</a>\n`;
  const giveBack = html`<a class="button" href="${view.at(GIVE_BACK)}">${say('giveBack')}</a>\n`;
  return html`<p class="actions">${isMovable(view) && move}${isPossible(view) && giveBack}</p>\n`;
}

/** What its buyer can do with the tickets of a sold order: move some, or give some back. */
function plans(view: OrderView): Html | undefined {
  const { language, returnable, movable } = view;
  const say = shopOrderTexts(language);
  const isTooLate = returnable.some(({ because }) => because === 'too-late') && !isPossible(view);
  const tooLate = isTooLate && html`<p class="quiet">${say('tooLate')}</p>`;
  if (!isPossible(view) && !isMovable(view)) return tooLate || undefined;
  const row = (path: string, text: string, tickets: readonly Changeable[]) =>
    html`<li><a href="${view.at(path)}">${text}</a> ${untilInWords(view, tickets)}</li>\n`;
  return html`
    <section class="plans">
      <h2>${say('plansChanged')}</h2>
      <ul>
        ${isMovable(view) && row(MOVE, say('move'), movable)}
        ${isPossible(view) && row(GIVE_BACK, say('giveBack'), returnable)}
      </ul>
      ${tooLate}
    </section>
  `;
}

type Changeable = Pick<OrderView['returnable'][number], 'until'> & { readonly because: string | undefined };

/** Until when all that can be changed now can be. */
function untilInWords({ language, words }: OrderView, tickets: readonly Changeable[]): Html | undefined {
  const ends = tickets.flatMap(({ until, because }) => (because === undefined && until ? until : []));
  if (ends.length === 0) return undefined;
  const time = words.instant(Math.min(...ends));
  return html`<span class="quiet">${shopOrderTexts(language)('until', { time })}</span>`;
}

/** What cancelling means, and the button. */
function cancelForm(view: OrderView): Html | undefined {
  const { language, cancellation, order } = view;
  const say = shopOrderTexts(language);
  if (cancellation === undefined || (order.state === 'sold' && countValid(view) === 0)) return undefined;
  const { online, byMuseum, toGifts = 0 } = cancellation;
  return html`
    <section class="cancel">
      ${order.items.length > 0 && html`<h2>${say('cancelHeading')}</h2>`}
      ${order.items.length > 0 && html`<p>${whatCancellingMeans(view, cancellation)}</p>`}
      <form method="post" action="${view.at('/cancel')}">
        <input type="hidden" name="${REFUND_SHOWN}" value="${online} ${byMuseum} ${toGifts}">
        <button>${say('cancel')}</button>
      </form>
    </section>
  `;
}

function whatCancellingMeans(view: OrderView, money: MoneyReturned): string {
  const { language, words, order } = view;
  const say = shopOrderTexts(language);
  if (order.state === 'held') return say('cancelHeld');
  const count = view.returnable.filter(({ because }) => because === undefined).length;
  const cents = sumOf(money);
  if (cents === 0) return say('cancelFree', { count });
  const means = say('cancelPaid', { count, amount: words.money(cents, order.currency) });
  return cents === money.online ? means : `${means} ${howItGoesBack(view, money)}`;
}
