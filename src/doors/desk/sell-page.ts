import type { CalendarDay } from '../../core/calendar-day.ts';
import type { Answer } from '../../http/answer.ts';
import { csrfField, type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import type { DeskOptions } from './desk.ts';
import { type Clerk, deskAssets, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { nameAndPlace } from './event-name.ts';
import type { Offer } from './offers.ts';
import { sellTexts } from './sell-texts.ts';

export const MOST_AT_ONCE = 50;

/** A sale that somebody is putting together. */
export interface Sale {
  readonly day: CalendarDay;
  readonly offers: readonly Offer[];
  /** Of this form: however often it is sent, its tickets are sold once. */
  readonly key: string;
  /** How many, by field. */
  readonly wanted: ReadonlyMap<string, number>;
  readonly submitted?: Submitted<string>;
}

export function sellPage(clerk: Clerk, desk: DeskOptions, sale: Sale, status = 200): Answer {
  const { language, words } = clerk;
  const say = sellTexts(language);
  const fields = fieldsOf<string>(language, sale.submitted);
  const isOffered = sale.offers.some(({ onSale }) => onSale);
  const nothing = say('nothing', { day: words.day(sale.day) });
  const main = html`${fields.faults()}${chooseDay(clerk, sale)}${
    isOffered ? saleForm(clerk, desk, sale, fields) : html`<p>${nothing}</p>\n`
  }`;
  const { isFaulty } = fields;
  const scripts = [deskAssets.address('sell.js')];
  const title = deskTexts(language)('sell');
  return deskPage(
    clerk,
    desk,
    { title, lead: words.day(sale.day), main, here: '/desk/sell', isFaulty, scripts },
    status,
  );
}

function chooseDay({ language }: Clerk, { day }: Sale): Html {
  const say = sellTexts(language);
  return html`<form class="choose" action="/desk/sell">
<label for="date">${say('day')}</label>
<input type="date" id="date" name="date" value="${day}" required>
<button>${say('showDay')}</button>
</form>
`;
}

function saleForm(clerk: Clerk, desk: DeskOptions, sale: Sale, fields: Fields<string>): Html {
  const { language, words, session } = clerk;
  const say = sellTexts(language);
  const columns = [
    { text: say('what') },
    { text: say('price'), isNumber: true },
    { text: say('left'), isNumber: true },
    { text: say('howMany'), isNumber: true },
  ];
  const rows = sale.offers.map((offer) => rowOf(clerk, sale, offer));
  const email = { type: 'email', autocomplete: 'off' };
  return html`<form method="post" action="/desk/sell"${attributes({ 'data-currency': desk.currency })}>
${csrfField(session.csrfToken)}<input type="hidden" name="key" value="${sale.key}">
<input type="hidden" name="date" value="${sale.day}">
${table(words.day(sale.day), columns, rows, '')}
${fields.input('email', { label: say('email'), hint: say('emailHint'), with: email })}
<p class="sum">${say('toPay')} <output name="sum" aria-live="polite">${words.money(sumOf(sale))}</output></p>
<p><button class="action">${say('sell')}</button>
<button class="plain" name="step" value="add-up">${say('addUp')}</button></p>
</form>
`;
}

function rowOf({ language, words }: Clerk, sale: Sale, offer: Offer): Piece[] {
  const { field, name = deskTexts(language)('generalEntry'), location, priceCents, left, onSale } = offer;
  return [
    nameAndPlace({ name, location }),
    words.money(priceCents),
    left === null ? deskTexts(language)('noLimit') : words.number(left),
    onSale ? howMany(language, sale, offer, name) : sellTexts(language)(left === 0 ? 'soldOut' : 'closed'),
  ].map((cell, index) => (index === 3 ? html`<span id="${`row-${field}`}">${cell}</span>` : cell));
}

function howMany(
  language: Clerk['language'],
  sale: Sale,
  { field, left, priceCents }: Offer,
  name: string,
): Html {
  const fault = sale.submitted?.faults?.[field];
  const typed = sale.submitted?.values?.[field] ?? `${sale.wanted.get(field) ?? 0}`;
  const tied = attributes({
    id: field,
    name: field,
    value: typed,
    min: 0,
    max: Math.min(left ?? MOST_AT_ONCE, MOST_AT_ONCE),
    'data-cents': priceCents,
    'aria-label': sellTexts(language)('howManyOf', { what: name }),
    'aria-invalid': fault !== undefined && 'true',
    'aria-describedby': fault !== undefined && `${field}-fault`,
  });
  return html`${fault !== undefined && html`<span class="fault" id="${field}-fault">${fault}</span> `}<input type="number" inputmode="numeric" autocomplete="off"${tied}>`;
}

function sumOf({ offers, wanted }: Sale): number {
  return offers.reduce((sum, { field, priceCents }) => sum + priceCents * (wanted.get(field) ?? 0), 0);
}
