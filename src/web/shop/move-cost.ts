import { type MoveCost, sumOf } from '../../checkout/index.ts';
import type { CalendarDay } from '../../core/calendar-day.ts';
import type { Product } from '../../offers/index.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Ticket } from '../../tickets/index.ts';
import { howItGoesBack } from './give-back.ts';
import type { OrderView } from './order-view.ts';
import { shopOrderTexts } from './shop-order-texts.ts';

/** The field with what the page says of the cost of what is chosen. */
export const SHOWN = 'shown';

/** Tickets of one kind, and where they are to go. */
export interface MoveChoice {
  readonly product: Product;
  /** Those that are ticked. */
  readonly tickets: readonly Ticket[];
  readonly day: CalendarDay;
  readonly entryTime: string | undefined;
}

/** What the move costs, and what happens with the tickets. */
export function whatItCosts(view: OrderView, choice: MoveChoice, cost: MoveCost): Html {
  const { language, words, movable } = view;
  const say = shopOrderTexts(language);
  const { toPay, back } = cost;
  const goesBack = sumOf(back);
  const what = toPay > 0 ? 'youPay' : goesBack > 0 ? 'youGetBack' : 'nothingToPay';
  const isCalledOff = choice.tickets.some(({ number }) =>
    movable.some((each) => each.isCalledOff && each.ticket.number === number),
  );
  const visit = [words.day(choice.day), choice.entryTime].filter(Boolean).join(', ');
  const sum = toPay + goesBack;
  return html`
    <input type="hidden" name="${SHOWN}" value="${textOf(cost, choice)}">
    <p class="sum">${say(what)} <strong data-sum="${sum}">${money(view, sum)}</strong></p>
    ${toPay > 0 && html`<p>${say('payFirst')}</p>`}
    ${goesBack > 0 && html`<p>${howItGoesBack(view, back)}</p>`}
    ${isCalledOff && html`<p>${say('noDifference')}</p>`}
    <p>${say('moveMeans', { count: choice.tickets.length, visit })}</p>
  `;
}

/** What the new tickets cost each, the dearest first. */
export function newPricesInWords(view: OrderView, { prices }: MoveCost): string {
  const distinct = [...new Set(prices)].sort((one, other) => other - one);
  return distinct.map((cents) => money(view, cents)).join(' · ');
}

type Where = Pick<MoveChoice, 'tickets' | 'day' | 'entryTime'>;

/** What the page has said of exactly that choice; undefined: nothing. */
export function shownIn(text: string, where: Where): MoveCost | undefined {
  const [, , , prices = '', toPay, online, byMuseum, toGifts] = text.split(' ');
  if (!text.startsWith(`${whereText(where)} `) || toGifts === undefined) return undefined;
  const back = { online: Number(online), byMuseum: Number(byMuseum), toGifts: Number(toGifts) };
  const cost = { prices: prices.split('.').map(Number), toPay: Number(toPay), back };
  return textOf(cost, where) === text && cost.prices.length === where.tickets.length ? cost : undefined;
}

/** What the page says of the cost, as its form carries it along. */
function textOf({ prices, toPay, back }: MoveCost, where: Where): string {
  const { online, byMuseum, toGifts = 0 } = back;
  return [whereText(where), prices.join('.'), toPay, online, byMuseum, toGifts].join(' ');
}

function whereText({ tickets, day, entryTime = '-' }: Where): string {
  return [day, entryTime, tickets.map(({ number }) => number).join('.')].join(' ');
}

function money({ words, order }: OrderView, cents: number): string {
  return words.money(cents, order.currency);
}
