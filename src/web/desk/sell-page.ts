import { randomUUID } from 'node:crypto';
import {
  type BasketForm,
  choicesIn,
  fieldsForAgain,
  mostOf,
  priceOfAll,
  type Typed,
  timeField,
} from '../../basket/index.ts';
import type { CalendarDay } from '../../core/calendar-day.ts';
import { asHeading } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { GENERAL, type Offer, type OfferPrice, STANDARD } from '../../offers/index.ts';
import { csrfField, EMAIL_INPUT, type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import { wordTexts } from '../../pages/texts.ts';
import { factTexts, type Ticket } from '../../tickets/index.ts';
import type { ClosedDay } from './calendar/closed-day.ts';
import { chooseDay } from './choose-day.ts';
import type { DeskOptions, DeskRequest } from './desk-options.ts';
import { type Clerk, deskAssets, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { nameAndPlace } from './event-name.ts';
import { moneyTexts } from './money-texts.ts';
import { placesInWords } from './places.ts';
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
  const date = tickets[0]?.ticketDate ?? '';
  const fields = fieldsForAgain(
    SELL_FORM,
    tickets.map((ticket) => ({ ...ticket, count: 1 })),
  );
  return `/desk/sell?${new URLSearchParams({ date, ...fields })}`;
}

/** The default: what most people want, so that it takes one press. */
export function usualIn([first]: readonly Offer[]): Typed {
  return first?.product === GENERAL && first.onSale ? { [GENERAL]: '1' } : {};
}

/** The entry time that most people want: the next with places. Undefined: it is sold for the whole day. */
export function usualTime({ times }: Offer): string | undefined {
  const open = times?.filter(({ left }) => left !== 0);
  return (open?.find(({ isOver }) => !isOver) ?? open?.at(-1))?.entryTime;
}

/** The form on its page. */
interface ShownForm extends SaleForm {
  /** What was typed, or is usual. */
  readonly typed: Typed;
}

export function sellPage(desk: DeskRequest, form: SaleForm): Answer {
  const { language, words } = desk;
  const sale = { ...form, typed: form.submitted?.values ?? usualIn(form.offers) };
  const fields = fieldsOf<string>(language, sale.submitted);
  return deskPage(
    { ...desk, query: new URLSearchParams({ date: sale.day }) },
    {
      title: deskTexts(language)('sell'),
      lead: asHeading(words.day(sale.day)),
      main: saleForm(desk, sale, fields),
      here: '/desk/sell',
      form: fields,
      scripts: ['choose-day.js', 'sell.js', 'send-sale.js'].map(deskAssets.address),
    },
  );
}

function saleForm(desk: DeskRequest, sale: ShownForm, fields: Fields<string>): Html {
  const { language, words, session } = desk;
  const say = sellTexts(language);
  const columns = [
    { text: say('what') },
    { text: say('price'), isNumber: true },
    { text: say('left'), isNumber: true },
    { text: say('howMany'), isNumber: true },
  ];
  const isOver = sale.day < desk.calendar.today();
  const rows = sale.offers.flatMap((offer) => rowsOf(desk, sale, offer, isOver));
  const email = { ...EMAIL_INPUT, autocomplete: 'off' };
  const isOffered = sale.offers.some(({ onSale }) => onSale);
  const nothing = html`<p>${say('nothing', { day: words.day(sale.day) })}</p>\n`;
  const isShown = rows.length > 0 && (isOffered || fields.isFaulty);
  const ends = html`<p class="sum">${say('toPay')} <output name="sum" aria-live="polite">${words.money(priceOfAll(choicesIn(SELL_FORM, sale.offers, sale.typed)))}</output></p>
${payment(sale, fields, language)}<p class="fault" role="status"></p>
<p><button class="action">${say('sell')}</button>
<button class="plain" name="step" value="add-up" formnovalidate>${say('addUp')}</button></p>
`;
  // The first button is what Enter presses: not the one that shows another day.
  return html`<form method="post" action="/desk/sell"${attributes({ 'data-currency': desk.currency, 'data-lost': say('notConnected') })}>
${isOffered && html`<button hidden>${say('sell')}</button>\n`}${csrfField(session.csrfToken)}${fields.hidden('key', randomUUID())}${chooseDay(language, sale.day, sale.closed)}${isShown && table(asHeading(words.day(sale.day)), columns, rows, '')}${!isOffered && nothing}${
  (isOffered || sale.submitted !== undefined) &&
  fields.input('email', { label: say('email'), hint: emailHint(language, desk), with: email })
}${isOffered && ends}</form>
`;
}

/** That the visitor gets the tickets by e-mail, or has to be given them. */
function emailHint(language: Clerk['language'], { mail }: DeskOptions): string {
  return mail === undefined ? ticketMailTexts(language)('notSet') : sellTexts(language)('emailHint');
}

/** One row, or where there are categories or entry times: one with the choice of the time, and one for each category. */
function rowsOf(clerk: Clerk, sale: ShownForm, offer: Offer, isOver: boolean): Piece[][] {
  const { language, words } = clerk;
  const { event, prices, priceCents, left } = offer;
  const name = event?.name ?? wordTexts(language)('generalEntry');
  const what = nameAndPlace(event ?? { name });
  const places = placesInWords(clerk, left);
  const [first, ...others] = prices;
  if (!offer.onSale || first === undefined)
    return [[what, words.price({ priceCents }), places, notOnSale(language, sale, offer, isOver)]];
  if (others.length === 0 && offer.times === undefined)
    return [[what, words.price(first), places, howMany(language, sale, offer, first, name)]];
  const time = offer.times && timeChoice(clerk, sale, offer, name);
  const byCategory = prices.map((price) => {
    const category = price.names[language] ?? price.name;
    const of = `${name}, ${category}`;
    return [
      html`<span class="category">${category}</span>`,
      words.price(price),
      '',
      howMany(language, sale, offer, price, of),
    ];
  });
  return [[what, '', places, time ?? ''], ...byCategory];
}

/** Why an offer is not on sale, with the event's other days. */
function notOnSale(
  language: Clerk['language'],
  sale: ShownForm,
  { product: field, event, left }: Offer,
  isOver: boolean,
): Html {
  const say = sellTexts(language);
  const isSoldOut = !isOver && left === 0;
  const why = isOver ? factTexts(language)('expired') : say(isSoldOut ? 'soldOut' : 'closed');
  const others = html` · <a href="/desk/events/${field}">${say('otherDays')}</a>`;
  return html`${faultAt(sale, field)}<span id="${field}">${why}${isSoldOut && event !== undefined && others}</span>`;
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
  language: Clerk['language'],
  sale: ShownForm,
  { product, left }: Offer,
  { category, priceCents }: OfferPrice,
  what: string,
): Html {
  const field = SELL_FORM.countField(product, category);
  const tied = attributes({
    id: field,
    name: field,
    value: sale.typed[field] ?? '0',
    min: 0,
    max: mostOf(SELL_FORM.most, left),
    'data-cents': priceCents,
    'aria-label': sellTexts(language)('howManyOf', { what }),
    ...tiedToFault(sale, field),
  });
  return html`${faultAt(sale, field)}<input type="number" inputmode="numeric" autocomplete="off"${tied}>`;
}

/** The entry times with what is left. A time that is over is marked, and a full one can't be chosen. */
function timeChoice(clerk: Clerk, sale: ShownForm, offer: Offer, what: string): Html {
  const say = sellTexts(clerk.language);
  const field = timeField(offer.product);
  const { times = [] } = offer;
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
  const none = isGone && html`<option value="" selected>${say('chooseTime')}</option>\n`;
  return html`${faultAt(sale, field)}<span class="time">${factTexts(clerk.language)('time')} <select${tied}>\n${none}${options}</select></span>`;
}

/** How visitors pay at the desk; with scripts, one key chooses it and sells. */
const PAID_BY = [
  { value: 'cash', key: 'c' },
  { value: 'card', key: 'k' },
] as const;

function paymentChoices(language: Clerk['language']) {
  const say = moneyTexts(language);
  return PAID_BY.map(({ value, key }) => ({
    value,
    text: sellTexts(language)('withKey', { method: say(value), key }),
  }));
}

/** How it is paid; nothing where all on offer is free. A browser demands it only where nothing is, or as sell.js says. */
function payment({ offers }: SaleForm, fields: Fields<string>, language: Clerk['language']): Html | false {
  const prices = offers.filter(({ onSale }) => onSale).flatMap((offer) => offer.prices);
  const [isFree, costs] = [prices.some(isNothing), !prices.every(isNothing)];
  const choice = { label: sellTexts(language)('paidBy'), options: paymentChoices(language) };
  return costs && fields.choice('paidBy', { ...choice, with: { required: !isFree } });
}

function isNothing({ priceCents }: OfferPrice): boolean {
  return priceCents === 0;
}
