import { textFor } from '../../core/texts-by-language.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { type PaymentWay, PROVIDER_NAMES } from '../../payments/index.ts';
import { TEXT_PATHS } from '../../settings/index.ts';
import type { OrderView } from './order-view.ts';
import { shopGiftsTexts } from './shop-gifts-texts.ts';
import { shopOrderTexts } from './shop-order-texts.ts';
import { addressFor } from './visitor.ts';

/** Payment providers that are connected. */
export function onlineWays({ shop }: OrderView): PaymentWay[] {
  return shop.checkout.ways.filter((way) => way !== 'desk');
}

/** Stands for gift vouchers that pay for all of it among the ways to pay. */
export const BY_GIFTS = 'gift';
type ShownWay = PaymentWay | typeof BY_GIFTS;

/** The field with what gift vouchers leave to pay, in hundredths, as the page says. */
export const REST_SHOWN = 'rest';

/**
 * One button for each way to pay, which obliges who presses it: its words are alone in it, and the way and the total stand directly
 * above it (Directive 2011/83/EU, article 8).
 * Providers let nobody show their pages in a frame, so that it leads out of one.
 * @param hasGifts whether gift vouchers pay the rest of it
 * @param isMain whether the first of them is the main button of the page
 */
export function payForm(
  view: OrderView,
  ways: readonly ShownWay[],
  { cents, hasGifts = false }: { readonly cents: number; readonly hasGifts?: boolean },
  isMain: boolean,
): Html {
  const { language, words, order } = view;
  const say = shopOrderTexts(language);
  const price = words.price({ priceCents: cents, currency: order.currency });
  const wayToPay = (way: ShownWay, index: number) => html`
    <div class="way-to-pay">
      <p class="sum">${nameOf(view, way)} <strong>${price}</strong></p>
      <button class="${isMain && index === 0 ? 'action' : 'other'}" name="way" value="${way}">${say(
        way === 'desk' ? 'reserveAndPay' : 'orderAndPay',
      )}</button>
      ${way === 'desk' && html`<p class="quiet">${say(order.items.length > 0 ? 'payAtDeskMeans' : 'payGoodsAtDesk')}</p>`}
      ${way === 'desk' && hasGifts && html`<p class="quiet">${shopGiftsTexts(language)('bringIt')}</p>`}
    </div>
  `;
  return html`
    <form method="post" action="${view.at('/pay')}" class="ways-to-pay" target="_top">
      ${acceptance(view)}
      ${hasGifts && html`<input type="hidden" name="${REST_SHOWN}" value="${cents}">`}
      ${ways.map(wayToPay)}
    </form>
  `;
}

/** As the museum calls it, or as we do. */
function nameOf({ language, shop }: OrderView, way: ShownWay): Html {
  if (way === BY_GIFTS) return html`<span>${shopGiftsTexts(language)('vouchers')}</span>`;
  const { now } = shop.settings;
  const own = textFor(now.shop.paymentNames[way] ?? {}, [language, now.language]);
  if (own !== undefined)
    return html`<span dir="auto"${attributes({ lang: own.language !== language && own.language })}>${own.text}</span>`;
  const say = shopOrderTexts(language);
  return html`<span>${way === 'desk' ? say('atMuseum') : say('online', { provider: PROVIDER_NAMES[way] })}</span>`;
}

/** Stand for the links in the sentence until it is printed. */
const [TERMS, PRIVACY] = ['\uE000', '\uE001'];

/** What who orders accepts, as far as the museum has written it down. */
function acceptance(view: OrderView): Html | undefined {
  const say = shopOrderTexts(view.language);
  const { terms, privacy } = view.shop.settings.texts;
  const link = (name: 'terms' | 'privacy') =>
    html`<a href="${addressFor(view, TEXT_PATHS[name])}">${say(name === 'terms' ? 'theTerms' : 'thePrivacy')}</a>`;
  const sentence = () => {
    if (terms && privacy) return say('acceptBoth', { terms: TERMS, privacy: PRIVACY });
    if (terms) return say('acceptTerms', { terms: TERMS });
    return privacy && say('acceptPrivacy', { privacy: PRIVACY });
  };
  const pieceOf = (text: string): Piece =>
    text === TERMS ? link('terms') : text === PRIVACY ? link('privacy') : text;
  const pieces = sentence()
    ?.split(/([\uE000\uE001])/)
    .map(pieceOf);
  return pieces && html`<p class="accept">${pieces}</p>`;
}
