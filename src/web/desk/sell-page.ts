import { randomUUID } from 'node:crypto';
import type { CalendarDay } from '../../core/calendar-day.ts';
import { asHeading } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import type { Offer } from '../../offers/index.ts';
import { csrfField, type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import { wordTexts } from '../../pages/texts.ts';
import { factTexts } from '../../tickets/index.ts';
import { chooseDay } from './choose-day.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Clerk, deskAssets, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { nameAndPlace } from './event-name.ts';
import { placesInWords } from './places.ts';
import { sellTexts } from './sell-texts.ts';

export const MOST_AT_ONCE = 50;

/** A sale that somebody is putting together. */
export interface Sale {
  readonly day: CalendarDay;
  readonly offers: readonly Offer[];
  /** The number of tickets, by product, which is the name of the field. */
  readonly wanted: ReadonlyMap<string, number>;
  /** The field `key` is the idempotency key: sending the form twice sells the tickets once. */
  readonly submitted?: Submitted<string>;
}

export function sellPage(clerk: Clerk, desk: DeskOptions, sale: Sale): Answer {
  const { language, words } = clerk;
  const fields = fieldsOf<string>(language, sale.submitted);
  return deskPage({ ...clerk, query: new URLSearchParams({ date: sale.day }) }, desk, {
    title: deskTexts(language)('sell'),
    lead: asHeading(words.day(sale.day)),
    main: saleForm(clerk, desk, sale, fields),
    here: '/desk/sell',
    form: fields,
    scripts: [deskAssets.address('sell.js')],
  });
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
  const isOver = sale.day < desk.calendar.today();
  const rows = sale.offers.map((offer) => rowOf(clerk, sale, offer, isOver));
  const email = { type: 'email', autocomplete: 'off' };
  const isOffered = sale.offers.some(({ onSale }) => onSale);
  const nothing = html`<p>${say('nothing', { day: words.day(sale.day) })}</p>\n`;
  const isShown = rows.length > 0 && (isOffered || fields.isFaulty);
  const ends = html`<p class="sum">${say('toPay')} <output name="sum" aria-live="polite">${words.money(sumOf(sale))}</output></p>
<p><button class="action">${say('sell')}</button>
<button class="plain" name="step" value="add-up">${say('addUp')}</button></p>
`;
  // The first button is what Enter presses: not the one that shows another day.
  return html`<form method="post" action="/desk/sell"${attributes({ 'data-currency': desk.currency })}>
${isOffered && html`<button hidden>${say('sell')}</button>\n`}${csrfField(session.csrfToken)}${fields.hidden('key', randomUUID())}${chooseDay(language, sale.day)}${isShown && table(asHeading(words.day(sale.day)), columns, rows, '')}${!isOffered && nothing}${
  (isOffered || sale.submitted !== undefined) &&
  fields.input('email', { label: say('email'), hint: say('emailHint'), with: email })
}${isOffered && ends}</form>
`;
}

function rowOf(clerk: Clerk, sale: Sale, offer: Offer, isOver: boolean): Piece[] {
  const { language, words } = clerk;
  const { event, priceCents, left } = offer;
  const name = event?.name ?? wordTexts(language)('generalEntry');
  return [
    nameAndPlace(event ?? { name }),
    words.price({ priceCents }),
    placesInWords(clerk, left),
    howMany(language, sale, offer, name, isOver),
  ];
}

/** The field of an offer with its fault, or why it is not on sale, with the event's other days. */
function howMany(
  language: Clerk['language'],
  sale: Sale,
  { product: field, event, left, priceCents, onSale }: Offer,
  name: string,
  isOver: boolean,
): Html {
  const say = sellTexts(language);
  const fault = sale.submitted?.faults?.[field];
  const told = fault !== undefined && html`<span class="fault" id="${field}-fault">${fault}</span> `;
  if (!onSale) {
    const isSoldOut = !isOver && left === 0;
    const why = isOver ? factTexts(language)('expired') : say(isSoldOut ? 'soldOut' : 'closed');
    const others = html` · <a href="/desk/events/${field}">${say('otherDays')}</a>`;
    return html`${told}<span id="${field}">${why}${isSoldOut && event !== undefined && others}</span>`;
  }
  const tied = attributes({
    id: field,
    name: field,
    value: sale.submitted?.values?.[field] ?? `${sale.wanted.get(field) ?? 0}`,
    min: 0,
    max: Math.min(left ?? MOST_AT_ONCE, MOST_AT_ONCE),
    'data-cents': priceCents,
    'aria-label': say('howManyOf', { what: name }),
    'aria-invalid': fault !== undefined && 'true',
    'aria-describedby': fault !== undefined && `${field}-fault`,
  });
  return html`${told}<input type="number" inputmode="numeric" autocomplete="off"${tied}>`;
}

function sumOf({ offers, wanted }: Sale): number {
  const sold = offers.filter(({ onSale }) => onSale);
  return sold.reduce((sum, { product, priceCents }) => sum + priceCents * (wanted.get(product) ?? 0), 0);
}
