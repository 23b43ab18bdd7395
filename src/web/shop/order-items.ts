import { isolated } from '../../core/name.js';
import { otherLanguage } from '../../core/other-language.ts';
import { textFor } from '../../core/texts-by-language.ts';
import { GENERAL } from '../../offers/index.ts';
import { type Good, goodName, type OrderItem, paidBackText } from '../../orders/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { wordTexts } from '../../pages/texts.ts';
import type { Payment } from '../../payments/index.ts';
import { stateText } from '../../tickets/index.ts';
import { categoryName } from './offers.ts';
import type { OrderView } from './order-view.ts';
import { shopOrderTexts } from './shop-order-texts.ts';

/** What was ordered, with the total and its tax; once it is sold, it is the receipt: what holds, and then what went back. */
export function itemsTable(view: OrderView): Html {
  const { language, words, order, receipt } = view;
  const say = shopOrderTexts(language);
  const isSold = order.soldAt !== null;
  const taxes = receipt.vat.map(({ rate, tax }) =>
    say('vat', { rate: words.percent(rate), tax: words.money(tax, order.currency) }),
  );
  return html`
    <section class="receipt" aria-labelledby="receipt">
      <h2 id="receipt">${say(isSold ? 'receipt' : 'items')}</h2>
      <ul class="items">
        ${receipt.items.map((item) => itemRow(view, item, costOf(view, item)))}
        ${receipt.goods.map((good) => goodRow(view, good, costOfGood(view, good)))}
      </ul>
      <p class="sum">${say('total')} <strong>${totalIn(view)}</strong></p>
      ${taxes.map((tax) => html`<p class="quiet">${tax}</p>\n`)}
      ${receipt.lacksVat && vatNote(view)}
      ${receipt.gone.length + receipt.goodsGone.length > 0 && goneItems(view)}
      ${receipt.payments.map((payment) => paymentLine(view, payment))}
      ${isSold && soldBy(view)}
    </section>
  `;
}

/** Why there is no tax in some of the prices, as the museum has written it down. */
function vatNote({ language, shop: { settings } }: OrderView): Html | undefined {
  const { vatNote: notes, language: ofMuseum } = settings.now;
  const note = textFor(notes, [language, ofMuseum]);
  if (note === undefined) return undefined;
  const lang = otherLanguage(language, note.language);
  return html`<p class="quiet" dir="auto"${attributes({ lang })}>${note.text}</p>`;
}

/** Free, unless nothing is left of it. */
function totalIn({ words, order: { currency }, receipt: { items, goods, totalCents } }: OrderView): string {
  return items.length + goods.length === 0
    ? words.money(totalCents, currency)
    : words.price({ priceCents: totalCents, currency });
}

function costOf({ words, order: { currency } }: OrderView, item: OrderItem): Html {
  const { priceCents, fullPriceCents = priceCents, ticketIds } = item;
  const inWords = (cents: number) => words.price({ priceCents: cents * ticketIds.length, currency });
  return html`${fullPriceCents > priceCents && html`<s>${inWords(fullPriceCents)}</s> `}${inWords(priceCents)}`;
}

function costOfGood({ words, order }: OrderView, { priceCents, quantity }: Good): string {
  return words.price({ priceCents: priceCents * quantity, currency: order.currency });
}

/** What does not hold any more, with what became of it. */
function goneItems(view: OrderView): Html {
  const rows = view.receipt.gone.map((gone) => itemRow(view, gone.item, stateText(view.language, gone)));
  const returned = stateText(view.language, { state: 'void', because: 'returned' });
  const goods = view.receipt.goodsGone.map((good) => goodRow(view, good, returned));
  return html`<ul class="items">${rows}${goods}</ul>`;
}

/** @param said what it costs, or what became of it */
function itemRow(view: OrderView, item: OrderItem, said: Html | string): Html {
  const { words, language, events, categories } = view;
  const { product, day, entryTime, ticketIds } = item;
  const event = events.get(product)?.event;
  const lang = otherLanguage(language, event?.languages.name);
  const name = product === GENERAL ? wordTexts(language)('generalEntry') : (event?.name ?? '');
  const category = categories.find((each) => each.category === item.category);
  const when = [words.day(day), entryTime].filter(Boolean).join(', ');
  const what = category === undefined ? item.category : categoryName(view, category);
  return html`
    <li>
      <div>
        <strong${attributes({ lang })}>${isolated(name)}</strong><br>${when}<br><span>${ticketIds.length} × ${isolated(what)}</span>
      </div>
      <span class="cost">${said}</span>
    </li>
  `;
}

/** @param said what it costs, or what became of it */
function goodRow({ language }: OrderView, good: Good, said: string): Html {
  return html`
    <li>
      <div>
        <strong>${isolated(goodName(good, language))}</strong><br><span>${good.quantity} ×</span>
      </div>
      <span class="cost">${said}</span>
    </li>
  `;
}

function paymentLine({ language, words, order }: OrderView, payment: Payment): Html {
  const { method, cents, at } = payment;
  if (cents < 0) return html`<p class="paid">${paidBackText(payment, words)}</p>\n`;
  const how = method === 'gift' ? 'paidByGift' : method === 'online' ? 'paidOnline' : 'paidAtMuseum';
  const what = shopOrderTexts(language)(how, { day: words.dayOf(at) });
  const amount = words.money(cents, order.currency);
  return html`<p class="paid">${what} <span class="cost">${amount}</span></p>\n`;
}

function soldBy({ language, words, order, shop: { settings } }: OrderView): Html {
  const { name, address } = settings.now;
  const day = words.dayOf(order.createdAt);
  return html`
    <p class="quiet">${shopOrderTexts(language)('orderedOn', { day })}</p>
    <address>${name}${address !== null && html`<br>${address}`}</address>
  `;
}
