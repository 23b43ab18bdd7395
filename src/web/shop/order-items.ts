import { isolated } from '../../core/name.js';
import { type OrderItem, totalOf, vatIn } from '../../orders/index.ts';
import { type Html, html } from '../../pages/html.ts';
import { wordTexts } from '../../pages/texts.ts';
import type { Payment } from '../../payments/index.ts';
import { categoryName } from './offers.ts';
import type { OrderView } from './order-view.ts';
import { shopOrderTexts } from './shop-order-texts.ts';

/** What was ordered, with the total and its tax; once it is sold, it is the receipt. */
export function itemsTable(view: OrderView): Html {
  const { visitor, shop, order } = view;
  const { words } = visitor;
  const say = shopOrderTexts(visitor.language);
  const isSold = order.soldAt !== null;
  const money = (cents: number) => words.money(cents, order.currency);
  const taxes = vatIn(order).map(
    ({ rate, tax }) =>
      html`<p class="quiet">${say('vat', { rate: percent(view, rate), tax: money(tax) })}</p>\n`,
  );
  return html`<section class="receipt" aria-labelledby="receipt">
<h2 id="receipt">${say(isSold ? 'receipt' : 'items')}</h2>
<ul class="items">
${order.items.map((item) => itemRow(view, item))}</ul>
<p class="sum">${say('total')} <strong>${words.price({ priceCents: totalOf(order), currency: order.currency })}</strong></p>
${taxes}${view.payments.map((payment) => html`<p class="paid">${paymentInWords(view, payment)} <span class="cost">${money(Math.abs(payment.cents))}</span></p>\n`)}${
  isSold &&
  html`<p class="quiet">${say('orderedOn', { day: words.dayOf(order.createdAt) })}</p>
<address>${shop.museumName}${shop.address !== undefined && html`<br>${shop.address}`}</address>
`
}</section>
`;
}

function itemRow({ visitor, order, events, categories }: OrderView, item: OrderItem): Html {
  const { words, language } = visitor;
  const { eventId, ticketDate, entryTime, ticketIds, priceCents } = item;
  const name =
    eventId === null ? wordTexts(language)('generalEntry') : (events.get(eventId)?.event.name ?? '');
  const category = categories.find((each) => each.category === item.category);
  const when = [words.day(ticketDate), entryTime].filter(Boolean).join(', ');
  const what = category === undefined ? item.category : categoryName(visitor, category);
  return html`<li><div><strong>${isolated(name)}</strong><br>${when}<br><span>${ticketIds.length} × ${isolated(what)}</span></div>
<span class="cost">${words.price({ priceCents: priceCents * ticketIds.length, currency: order.currency })}</span></li>
`;
}

/** "8.1 %" of 810 hundredths of a percent */
function percent({ visitor: { language } }: OrderView, rate: number): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(
    rate / 10_000,
  );
}

function paymentInWords({ visitor: { language, words } }: OrderView, { method, cents, at }: Payment): string {
  const say = shopOrderTexts(language);
  const how = method === 'online' ? 'paidOnline' : 'paidAtMuseum';
  return say(cents < 0 ? 'paidBack' : how, { day: words.dayOf(at) });
}
