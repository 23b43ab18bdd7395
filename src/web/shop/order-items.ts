import { isolated } from '../../core/name.js';
import { GENERAL } from '../../offers/index.ts';
import { type OrderItem, totalOf, vatIn } from '../../orders/index.ts';
import { type Html, html } from '../../pages/html.ts';
import { wordTexts } from '../../pages/texts.ts';
import type { Payment } from '../../payments/index.ts';
import { categoryName } from './offers.ts';
import type { OrderView } from './order-view.ts';
import { shopOrderTexts } from './shop-order-texts.ts';

/** What was ordered, with the total and its tax; once it is sold, it is the receipt. */
export function itemsTable(view: OrderView): Html {
  const { language, words, order } = view;
  const say = shopOrderTexts(language);
  const isSold = order.soldAt !== null;
  const total = words.price({ priceCents: totalOf(order), currency: order.currency });
  const taxes = vatIn(order).map(({ rate, tax }) =>
    say('vat', { rate: words.percent(rate), tax: words.money(tax, order.currency) }),
  );
  return html`
    <section class="receipt" aria-labelledby="receipt">
      <h2 id="receipt">${say(isSold ? 'receipt' : 'items')}</h2>
      <ul class="items">${order.items.map((item) => itemRow(view, item))}</ul>
      <p class="sum">${say('total')} <strong>${total}</strong></p>
      ${taxes.map((tax) => html`<p class="quiet">${tax}</p>\n`)}
      ${view.payments.map((payment) => paymentLine(view, payment))}
      ${isSold && soldBy(view)}
    </section>
  `;
}

function itemRow(view: OrderView, item: OrderItem): Html {
  const { words, language, order, events, categories } = view;
  const { product, day, entryTime, ticketIds, priceCents } = item;
  const name =
    product === GENERAL ? wordTexts(language)('generalEntry') : (events.get(product)?.event.name ?? '');
  const category = categories.find((each) => each.category === item.category);
  const when = [words.day(day), entryTime].filter(Boolean).join(', ');
  const what = category === undefined ? item.category : categoryName(view, category);
  const count = ticketIds.length;
  const cost = words.price({ priceCents: priceCents * count, currency: order.currency });
  return html`
    <li>
      <div><strong>${isolated(name)}</strong><br>${when}<br><span>${count} × ${isolated(what)}</span></div>
      <span class="cost">${cost}</span>
    </li>
  `;
}

function paymentLine({ language, words, order }: OrderView, { method, cents, at }: Payment): Html {
  const how = method === 'online' ? 'paidOnline' : 'paidAtMuseum';
  const what = shopOrderTexts(language)(cents < 0 ? 'paidBack' : how, { day: words.dayOf(at) });
  const amount = words.money(Math.abs(cents), order.currency);
  return html`<p class="paid">${what} <span class="cost">${amount}</span></p>\n`;
}

function soldBy({ language, words, order, shop: { museumName, address } }: OrderView): Html {
  const day = words.dayOf(order.createdAt);
  return html`
    <p class="quiet">${shopOrderTexts(language)('orderedOn', { day })}</p>
    <address>${museumName}${address !== undefined && html`<br>${address}`}</address>
  `;
}
