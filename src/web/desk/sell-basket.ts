import { articleName } from '../../articles/index.ts';
import { choicesIn } from '../../basket/index.ts';
import { giftTexts } from '../../gifts/index.ts';
import { type Offer, type OfferPrice, pricesOfDay } from '../../offers/index.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Clerk } from './desk-page.ts';
import { nameOfCategory, nameOfOffer, SELL_FORM, type ShownSale, timeIn } from './sale-form.ts';
import { wantedArticles } from './sell-articles.ts';
import { wantedGift } from './sell-gifts.ts';
import { sellTexts } from './sell-texts.ts';

/** What is chosen, and what to ask for, a line each. sell.js keeps it up to date by `basketTexts`. */
export function basket(sale: ShownSale): Html {
  const { desk, offers, typed } = sale;
  const chosen = choicesIn(SELL_FORM, offers, typed).filter(({ offer, count }) => offer.onSale && count > 0);
  const lines = chosen.map(({ offer, category, priceCents, count }) => {
    const price = pricesOfDay(offer).find((each) => each.category === category) as OfferPrice;
    const { 'data-what': what, 'data-ask': ask } = basketTexts(desk, offer, price);
    const line = [`${count} × ${what}`, timeIn(sale, offer)].filter(Boolean).join(', ');
    return html`
      <li>
        <span>${line}</span>
        <span>${desk.words.money(priceCents * count)}</span>
        ${ask && html`<strong>${ask}</strong>`}
      </li>
    `;
  });
  const articles = wantedArticles(sale, typed, desk.currency).map(({ article, quantity, priceCents }) => {
    const known = sale.articles.find((each) => each.article === article);
    return html`
      <li>
        <span>${quantity} × ${known && articleName(known, desk.language)}</span>
        <span>${desk.words.money(priceCents * quantity)}</span>
      </li>
    `;
  });
  const gift = wantedGift(typed, desk.currency);
  const gifts =
    gift &&
    html`
    <li>
      <span>1 × ${giftTexts(desk.language)('giftVoucher')}</span>
      <span>${desk.words.money(gift.cents)}</span>
    </li>
  `;
  const label = sellTexts(desk.language)('basket');
  return html`<ul class="basket" data-basket aria-label="${label}">${lines}${articles}${gifts}</ul>`;
}

/** What the basket says of a ticket, at the field for its number. */
export function basketTexts(desk: Clerk, offer: Offer, price: OfferPrice) {
  const { event } = offer;
  const isOnly = pricesOfDay(offer).length === 1;
  const parts = [!isOnly && nameOfCategory(desk, price), (isOnly || event) && nameOfOffer(desk, offer)];
  const { proof } = price;
  return {
    'data-what': parts.filter(Boolean).join(', '),
    'data-ask': proof === null ? undefined : sellTexts(desk.language)('askFor', { proof }),
  };
}
