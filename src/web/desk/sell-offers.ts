import { centsAtTimes, mostOf, timeFieldOf } from '../../basket/index.ts';
import { type Offer, type OfferPrice, pricesOfDay, type TimeOffer } from '../../offers/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { factTexts } from '../../tickets/index.ts';
import { nameAndPlace } from './event-name.ts';
import { pricesInWords } from './figure-fields.ts';
import { eventAddress } from './links.ts';
import {
  nameOfCategory,
  nameOfOffer,
  type SaleForm,
  SELL_FORM,
  type ShownSale,
  timeIn,
} from './sale-form.ts';
import { articleRows } from './sell-articles.ts';
import { basketTexts } from './sell-basket.ts';
import { giftRow } from './sell-gifts.ts';
import { sellTexts } from './sell-texts.ts';

/** So many offers have a key: the digits. */
const KEYS = 9;

/** What is offered on a day, a row each. The digits lead to the rows. */
export function offerRows(sale: ShownSale): Html {
  const { language } = sale.desk;
  const last = Math.min(sale.offers.length, KEYS);
  return html`
    <div class="offers">
      ${sale.offers.map((offer, index) => offerRow(sale, offer, index < KEYS ? `${index + 1}` : undefined))}
      ${articleRows(sale)}
      ${(sale.takesGifts || sale.typed.gift !== undefined) && giftRow(sale)}
    </div>
    ${last > 1 && html`<p class="hint keys">${sellTexts(language)('keys', { last })}</p>`}
  `;
}

/** An offer is a row: what it is, with its time, and a cell for the number of tickets of each category. */
function offerRow(sale: ShownSale, offer: Offer, key: string | undefined): Html {
  const { language } = sale.desk;
  const { product, event, left, times, onSale } = offer;
  const prices = pricesOfDay(offer);
  const name = nameOfOffer(sale.desk, offer);
  const isSold = onSale && prices.length > 0;
  const places =
    isSold && times === undefined && left !== null && sellTexts(language)('leftAtTime', { count: left });
  const cells = prices.map((price, index) => cell(sale, offer, price, index === 0 ? key : undefined));
  return html`
    <div class="offer" role="group" aria-labelledby="name-${product}">
      <div class="what">
        ${isSold && key && html`<kbd aria-hidden="true">${key}</kbd>`}
        <span id="name-${product}">${nameAndPlace(event ?? { name })}</span>
        ${isSold && times && timeChoice(sale, offer, times, name)}
        ${event?.includesEntry && html`<span class="quiet">${factTexts(language)('entryIncluded')}</span>`}
        ${places && html`<span class="quiet">${places}</span>`}
      </div>
      ${isSold ? html`<div class="cells">${cells}</div>` : html`<div>${notOnSale(sale, offer)}</div>`}
    </div>
  `;
}

/** What the visitor must show stands beside the price. */
function cell(sale: ShownSale, offer: Offer, price: OfferPrice, key: string | undefined): Html {
  const { desk } = sale;
  return html`
    <div class="cell">
      <span>${price.shortName ?? nameOfCategory(desk, price)}</span>
      <div>${howMany(sale, offer, price, key)}</div>
      <span class="quiet">${[desk.words.price(price), price.proof].filter(Boolean).join(', ')}</span>
    </div>
  `;
}

/** Why an offer is not on sale, with the event's other days. */
function notOnSale(sale: ShownSale, { product: field, event, left }: Offer): Html {
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

function howMany(sale: ShownSale, offer: Offer, price: OfferPrice, key: string | undefined): Html {
  const { desk, typed } = sale;
  const { category, priceCents, places } = price;
  const field = SELL_FORM.countField(offer.product, category);
  const name = nameOfOffer(desk, offer);
  const what = pricesOfDay(offer).length === 1 ? name : `${name}, ${nameOfCategory(desk, price)}`;
  const tied = attributes({
    id: field,
    name: field,
    value: typed[field] === '0' ? '' : typed[field],
    placeholder: '0',
    min: 0,
    max: mostOf(SELL_FORM.most, offer.left, places),
    'data-cents': priceCents,
    'data-cents-at': centsAtTimes(offer, category),
    ...basketTexts(desk, offer, price),
    'data-key': key,
    accesskey: key,
    'aria-label': sellTexts(desk.language)('howManyOf', { what }),
    ...tiedToFault(sale, field),
  });
  return html`${faultAt(sale, field)}<input type="number" inputmode="numeric" autocomplete="off"${tied}>`;
}

/** The entry times with what is left. A time that is over is marked, and a full one can't be chosen. */
function timeChoice(sale: ShownSale, offer: Offer, times: readonly TimeOffer[], what: string): Html {
  const { language } = sale.desk;
  const say = sellTexts(language);
  const field = timeFieldOf(offer.product);
  const typed = sale.typed[field];
  const isGone = typed !== undefined && !times.some(({ entryTime }) => entryTime === typed);
  const chosen = timeIn(sale, offer);
  const options = times.map(({ entryTime, left, isOver, prices }) => {
    const places = left === 0 ? say('soldOut') : left !== null && say('leftAtTime', { count: left });
    const costs = prices && pricesInWords(sale.desk, prices, prices);
    const text = [entryTime, places, isOver && say('timeOver'), costs].filter(Boolean).join(' · ');
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
      <select${tied}>
        ${isGone && html`<option value="" selected>${say('chooseTime')}</option>`}
        ${options}
      </select>
    </span>`;
}
