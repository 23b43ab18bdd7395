import type { ShownGift } from '../../gifts/index.ts';
import { type Html, html } from '../../pages/html.ts';
import { orderGiftTexts } from './order-gifts-texts.ts';
import type { OrderView } from './order-view.ts';

/** The gift vouchers of a sold order with their codes: whoever has one can pay with it. */
export function giftsPart(view: OrderView): Html | undefined {
  const { gifts, language } = view;
  if (gifts.length === 0) return undefined;
  const say = orderGiftTexts(language);
  const pdf = html`
    <p>${say('whoHas', { count: gifts.length })}</p>
    <p class="actions"><a class="button action" href="${view.at(GIFTS_PDF)}">${say('pdf')}</a></p>
  `;
  return html`
    <section class="gifts" aria-labelledby="gifts">
      <h2 id="gifts">${say('gifts', { count: gifts.length })}</h2>
      <ul class="items">${gifts.map((gift) => giftRow(view, gift))}</ul>
      ${gifts.some(isPrintable) && pdf}
    </section>
  `;
}

/** The path of the file. */
export const GIFTS_PDF = '/gifts.pdf';

/** Whether somebody can pay with it. */
export function isPrintable(gift: ShownGift): gift is ShownGift & { readonly code: string } {
  return gift.state === 'valid' && gift.code !== undefined;
}

function giftRow({ language, words }: OrderView, shown: ShownGift): Html {
  const { gift, state, code } = shown;
  const { balanceCents, currency, validTo, message } = gift;
  const say = orderGiftTexts(language);
  const left = { amount: words.money(balanceCents, currency), day: words.date(validTo) };
  return html`
    <li>
      <div>
        ${isPrintable(shown) && html`<strong class="code" translate="no">${code}</strong><br>`}
        <span>${say(state, left)}</span>
        ${message !== null && html`<br><span dir="auto">${message}</span>`}
      </div>
      <span class="cost">${words.money(gift.cents, currency)}</span>
    </li>
  `;
}
