import { randomUUID } from 'node:crypto';
import {
  type BasketForm,
  choicesIn,
  fieldsForAgain,
  mostOf,
  priceOfAll,
  type TypedValues,
  timeFieldOf,
} from '../../basket/index.ts';
import type { CalendarDay } from '../../core/calendar-day.ts';
import { asHeading } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { GENERAL, type Offer, type OfferPrice, STANDARD, type TimeOffer } from '../../offers/index.ts';
import { csrfField, EMAIL_INPUT, type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { type Language, wordTexts } from '../../pages/texts.ts';
import { factTexts, type Ticket } from '../../tickets/index.ts';
import type { ClosedDay } from './calendar/closed-day.ts';
import { chooseDay } from './choose-day.ts';
import type { DeskRequest } from './desk-options.ts';
import { deskAssets, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { nameAndPlace } from './event-name.ts';
import { eventAddress } from './links.ts';
import { moneyTexts } from './money-texts.ts';
import { givenField, PAID_BY, type PayField, TWO_WAYS, twoWaysFields } from './pay-fields.ts';
import { sellTexts } from './sell-texts.ts';
import { ticketMailTexts } from './ticket-mail-texts.ts';

/** The field for standard is the product: most sales are of that. */
export const SELL_FORM: BasketForm = {
  most: 50,
  isForVisitors: false,
  countField: (product, category) => (category === STANDARD ? product : `${product}.${category}`),
  countIn: (text) => {
    const count = Number(text);
    return Number.isSafeInteger(count) && count >= 0 ? count : Number.NaN;
  },
};

/** A sale that somebody is putting together. */
export interface SaleForm {
  readonly day: CalendarDay;
  /** Undefined: the museum is open on that day. */
  readonly closed: ClosedDay | undefined;
  readonly offers: readonly Offer[];
  /** The field `key` is the idempotency key: sending the form twice sells the tickets once. */
  readonly submitted?: Submitted<string>;
}

/** The address of a sale of the same tickets again, before it is made. */
export function sameAgain(tickets: readonly Ticket[]): string {
  const date = tickets[0]?.day ?? '';
  const fields = fieldsForAgain(
    SELL_FORM,
    tickets.map((ticket) => ({ ...ticket, count: 1 })),
  );
  return `/desk/sell?${new URLSearchParams({ date, ...fields })}`;
}

/** The default: what most people want, so that it takes one press. */
export function usualIn([first]: readonly Offer[]): TypedValues {
  return first?.product === GENERAL && first.onSale ? { [GENERAL]: '1' } : {};
}

/** The entry time that most people want: the next with places. Undefined: it is sold for the whole day. */
export function usualTime({ times }: Offer): string | undefined {
  const open = times?.filter(({ left }) => left !== 0);
  return (open?.find(({ isOver }) => !isOver) ?? open?.at(-1))?.entryTime;
}

/** The form on its page. */
interface ShownForm extends SaleForm {
  readonly desk: DeskRequest;
  /** What was typed, or is usual. */
  readonly typed: TypedValues;
}

export function sellPage(desk: DeskRequest, form: SaleForm): Answer {
  const { language, words } = desk;
  const typed = form.submitted?.values ?? usualIn(form.offers);
  const fields = fieldsOf<string>(language, form.submitted);
  return deskPage(
    { ...desk, query: new URLSearchParams({ date: form.day }) },
    {
      title: deskTexts(language)('sell'),
      lead: asHeading(words.day(form.day)),
      main: saleForm({ ...form, desk, typed }, fields),
      here: '/desk/sell',
      form: fields,
      scripts: ['choose-day.js', 'sell.js', 'send-sale.js'].map(deskAssets.address),
    },
  );
}

function saleForm(sale: ShownForm, fields: Fields<string>): Html {
  const { desk, day, closed, offers, submitted } = sale;
  const { language, currency, session } = desk;
  const say = sellTexts(language);
  const isOffered = offers.some(({ onSale }) => onSale);
  const tied = attributes({ 'data-currency': currency, 'data-lost': say('notConnected') });
  // The first button is what Enter presses: not the one that shows another day.
  return html`
    <form class="sale" method="post" action="/desk/sell"${tied}>
      ${isOffered && html`<button hidden>${say('sell')}</button>`}
      ${csrfField(session.csrfToken)}
      ${fields.hidden('key', randomUUID())}
      ${chooseDay(language, day, closed)}
      <div class="beside-sum">
        <div class="offers">
          ${(isOffered || fields.isFaulty) && offers.map((offer) => offerRow(sale, offer))}
          ${!isOffered && html`<p>${say('nothing', { day: desk.words.day(day) })}</p>`}
        </div>
        <div>
          ${isOffered && ending(sale, fields)}
          ${(isOffered || submitted !== undefined) && emailField(desk, fields)}
          ${isOffered && buttons(desk)}
        </div>
      </div>
    </form>
  `;
}

/** The hint says that the visitor gets the tickets by e-mail, or has to be given them. */
function emailField({ language, mail }: DeskRequest, fields: Fields<string>): Html {
  const say = sellTexts(language);
  const hint = mail === undefined ? ticketMailTexts(language)('notSet') : say('emailHint');
  return fields.input('email', { label: say('email'), hint, with: { ...EMAIL_INPUT, autocomplete: 'off' } });
}

function ending(sale: ShownForm, fields: Fields<string>): Html {
  const { desk, offers, typed } = sale;
  const say = sellTexts(desk.language);
  const sum = priceOfAll(choicesIn(SELL_FORM, offers, typed));
  return html`
    <p class="sum">${say('toPay')} <output name="sum" aria-live="polite">${desk.words.money(sum)}</output></p>
    ${payment(sale, fields)}
  `;
}

function buttons({ language }: DeskRequest): Html {
  const say = sellTexts(language);
  return html`
    <p class="fault" role="status"></p>
    <p>
      <button class="action">${say('sell')}</button>
      <button class="plain" name="step" value="add-up" formnovalidate>${say('addUp')}</button>
    </p>
  `;
}

/** An offer is a row: what it is, with its time, and a cell for the number of tickets of each category. */
function offerRow(sale: ShownForm, offer: Offer): Html {
  const { language } = sale.desk;
  const { product, event, prices, left, times, onSale } = offer;
  const name = event?.name ?? wordTexts(language)('generalEntry');
  const isSold = onSale && prices.length > 0;
  const places =
    isSold && times === undefined && left !== null && sellTexts(language)('leftAtTime', { count: left });
  return html`
    <div class="offer" role="group" aria-labelledby="name-${product}">
      <div class="what">
        <span id="name-${product}">${nameAndPlace(event ?? { name })}</span>
        ${isSold && times && timeChoice(sale, offer, times, name)}
        ${places && html`<span class="quiet">${places}</span>`}
      </div>
      ${
        isSold
          ? html`<div class="cells">${prices.map((price) => cell(sale, offer, price, name))}</div>`
          : html`<div>${notOnSale(sale, offer)}</div>`
      }
    </div>
  `;
}

/** What the visitor must show stands beside the price. */
function cell(sale: ShownForm, offer: Offer, price: OfferPrice, name: string): Html {
  const { language, words } = sale.desk;
  const category = price.names[language] ?? price.name;
  const what = offer.prices.length === 1 ? name : `${name}, ${category}`;
  return html`
    <div class="cell">
      <span>${price.shortName ?? category}</span>
      <div>${howMany(sale, offer, price, what)}</div>
      <span class="quiet">${[words.price(price), price.proof].filter(Boolean).join(', ')}</span>
    </div>
  `;
}

/** Why an offer is not on sale, with the event's other days. */
function notOnSale(sale: ShownForm, { product: field, event, left }: Offer): Html {
  const { language, calendar } = sale.desk;
  const say = sellTexts(language);
  const isOver = sale.day < calendar.today();
  const isSoldOut = !isOver && left === 0;
  const why = isOver ? factTexts(language)('expired') : say(isSoldOut ? 'soldOut' : 'closed');
  const others =
    isSoldOut && event !== undefined && html` · <a href="${eventAddress(field)}">${say('otherDays')}</a>`;
  return html`${faultAt(sale, field)}<span id="${field}">${why}${others}</span>`;
}

function faultAt({ submitted }: SaleForm, field: string): Html | false {
  const fault = submitted?.faults?.[field];
  return fault !== undefined && html`<span class="fault" id="${field}-fault">${fault}</span> `;
}

function tiedToFault({ submitted }: SaleForm, field: string) {
  const isFaulty = submitted?.faults?.[field] !== undefined;
  return { 'aria-invalid': isFaulty && 'true', 'aria-describedby': isFaulty && `${field}-fault` };
}

function howMany(
  sale: ShownForm,
  { product, left }: Offer,
  { category, priceCents, places }: OfferPrice,
  what: string,
): Html {
  const field = SELL_FORM.countField(product, category);
  const tied = attributes({
    id: field,
    name: field,
    value: sale.typed[field] === '0' ? '' : sale.typed[field],
    placeholder: '0',
    min: 0,
    max: mostOf(SELL_FORM.most, left, places),
    'data-cents': priceCents,
    'aria-label': sellTexts(sale.desk.language)('howManyOf', { what }),
    ...tiedToFault(sale, field),
  });
  return html`${faultAt(sale, field)}<input type="number" inputmode="numeric" autocomplete="off"${tied}>`;
}

/** The entry times with what is left. A time that is over is marked, and a full one can't be chosen. */
function timeChoice(sale: ShownForm, offer: Offer, times: readonly TimeOffer[], what: string): Html {
  const { language } = sale.desk;
  const say = sellTexts(language);
  const field = timeFieldOf(offer.product);
  const typed = sale.typed[field];
  const isGone = typed !== undefined && !times.some(({ entryTime }) => entryTime === typed);
  const chosen = typed ?? usualTime(offer);
  const options = times.map(({ entryTime, left, isOver }) => {
    const places = left === 0 ? say('soldOut') : left !== null && say('leftAtTime', { count: left });
    const text = [entryTime, places, isOver && say('timeOver')].filter(Boolean).join(' · ');
    const tied = { value: entryTime, selected: entryTime === chosen, disabled: left === 0 };
    return html`<option${attributes(tied)}>${text}</option>\n`;
  });
  const tied = attributes({
    id: field,
    name: field,
    'aria-label': say('timeOf', { what }),
    ...tiedToFault(sale, field),
  });
  return html`
    ${faultAt(sale, field)}<span class="time">
      ${factTexts(language)('time')}
      <select${tied}>
        ${isGone && html`<option value="" selected>${say('chooseTime')}</option>`}
        ${options}
      </select>
    </span>`;
}

/** Stands for a sale that is paid later among the ways to pay. */
export const RESERVE = 'reserve';

function paymentChoices(language: Language) {
  const [say, method] = [sellTexts(language), moneyTexts(language)];
  return [
    ...PAID_BY.map(({ value, key }) => ({ value, text: say('withKey', { method: method(value), key }) })),
    { value: RESERVE, text: say('withKey', { method: say('reserve'), key: 'r' }) },
    { value: TWO_WAYS, text: say('withKey', { method: say('twoWays'), key: 't' }) },
  ];
}

/** How it is paid; nothing where all is free. A browser demands it only where nothing is, or as sell.js says. */
function payment(sale: ShownForm, fields: Fields<PayField>): Html | false {
  const { desk, offers } = sale;
  const say = sellTexts(desk.language);
  const prices = offers.filter(({ onSale }) => onSale).flatMap((offer) => offer.prices);
  const [isFree, costs] = [prices.some(isNothing), !prices.every(isNothing)];
  const choice = { label: say('paidBy'), options: paymentChoices(desk.language) };
  const change = html`<strong data-change aria-live="polite"></strong>`;
  return (
    costs &&
    html`
      <div data-payment>
        ${fields.choice('paidBy', { ...choice, with: { required: !isFree } })}
        <div class="two-ways">${twoWaysFields(desk, fields)}</div>
        <div class="given">
          ${givenField(desk, fields)}
          <p class="sum" hidden>${say('change')} ${change}</p>
        </div>
      </div>
    `
  );
}

function isNothing({ priceCents }: OfferPrice): boolean {
  return priceCents === 0;
}
