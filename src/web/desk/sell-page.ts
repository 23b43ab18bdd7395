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
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { type Column, table } from '../../pages/table.ts';
import { type Language, wordTexts } from '../../pages/texts.ts';
import { factTexts, type Ticket } from '../../tickets/index.ts';
import type { ClosedDay } from './calendar/closed-day.ts';
import { chooseDay } from './choose-day.ts';
import type { DeskRequest } from './desk-options.ts';
import { deskAssets, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { nameAndPlace } from './event-name.ts';
import { placesInWords } from './figure-fields.ts';
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
      ${(isOffered || fields.isFaulty) && offersTable(sale)}
      ${!isOffered && html`<p>${say('nothing', { day: desk.words.day(day) })}</p>`}
      ${(isOffered || submitted !== undefined) && emailField(desk, fields)}
      ${isOffered && ending(sale, fields)}
    </form>
  `;
}

function offersTable(sale: ShownForm): Html | false {
  const { desk, day, offers } = sale;
  const say = sellTexts(desk.language);
  const columns: Column<OfferRow>[] = [
    { head: say('what'), cell: ([what]) => what },
    { head: say('price'), cell: ([, price]) => price, isNumber: true },
    { head: say('left'), cell: ([, , left]) => left, isNumber: true },
    { head: say('howMany'), cell: ([, , , count]) => count, isNumber: true },
  ];
  const rows = offers.flatMap((offer) => rowsOf(sale, offer));
  return rows.length > 0 && table(asHeading(desk.words.day(day)), rows, columns);
}

type OfferRow = readonly [what: Piece, price: string, left: string, count: Piece];

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
    <p class="fault" role="status"></p>
    <p>
      <button class="action">${say('sell')}</button>
      <button class="plain" name="step" value="add-up" formnovalidate>${say('addUp')}</button>
    </p>
  `;
}

/** One row, or with categories or entry times one with the choice of the time, and one for each category. */
function rowsOf(sale: ShownForm, offer: Offer): OfferRow[] {
  const { language, words } = sale.desk;
  const { event, prices, priceCents, left, times } = offer;
  const name = event?.name ?? wordTexts(language)('generalEntry');
  const what = nameAndPlace(event ?? { name });
  const places = placesInWords(sale.desk, left);
  const [first, ...others] = prices;
  if (!offer.onSale || first === undefined)
    return [[what, words.price({ priceCents }), places, notOnSale(sale, offer)]];
  if (others.length === 0 && times === undefined)
    return [[what, words.price(first), places, howMany(sale, offer, first, name)]];
  const byCategory = prices.map((price): OfferRow => {
    const category = price.names[language] ?? price.name;
    const count = howMany(sale, offer, price, `${name}, ${category}`);
    return [categoryCell(price, category), words.price(price), '', count];
  });
  return [[what, '', places, times && timeChoice(sale, offer, times, name)], ...byCategory];
}

/** What the visitor must show stands beside it. */
function categoryCell({ shortName, proof }: OfferPrice, category: string): Html {
  return html`
    <span class="category">
      ${shortName ?? category}
      ${proof !== null && html`<span class="quiet">${proof}</span>`}
    </span>
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
    value: sale.typed[field] ?? '0',
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
