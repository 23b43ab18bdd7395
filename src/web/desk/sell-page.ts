import { randomUUID } from 'node:crypto';
import { choicesIn, priceOfAll } from '../../basket/index.ts';
import { asHeading } from '../../core/words.ts';
import { hasDiscountsFor } from '../../discounts/index.ts';
import { hasGifts } from '../../gifts/index.ts';
import type { Answer } from '../../http/answer.ts';
import { everyPrice, type OfferPrice } from '../../offers/index.ts';
import { csrfField, EMAIL_INPUT, type Fields, fieldsOf, VERBATIM_INPUT } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import type { Language } from '../../pages/texts.ts';
import { chooseDay } from './choose-day.ts';
import { codesTexts } from './codes-texts.ts';
import type { DeskRequest } from './desk-options.ts';
import { deskAssets, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { payByGiftField } from './gifts.ts';
import { lastSale } from './last-sale.ts';
import { moneyTexts } from './money-texts.ts';
import { changeFor, givenFields, PAID_BY, type PayField, TWO_WAYS, twoWaysFields } from './pay-fields.ts';
import { type SaleForm, SELL_FORM, type ShownSale, usualIn } from './sale-form.ts';
import { priceOfArticles, wantedArticles } from './sell-articles.ts';
import { basket } from './sell-basket.ts';
import { wantedGift } from './sell-gifts.ts';
import { offerRows } from './sell-offers.ts';
import { sellTexts } from './sell-texts.ts';
import { ticketMailTexts } from './ticket-mail-texts.ts';

export async function sellPage(desk: DeskRequest, form: SaleForm): Promise<Answer> {
  const { language, words } = desk;
  const typed = form.submitted?.values ?? usualIn(form.offers);
  const fields = fieldsOf<string>(language, form.submitted);
  const takesCodes = await hasDiscountsFor(desk.store, 'desk', desk.clock.now());
  const takesGifts = await hasGifts(desk.store);
  return deskPage(
    { ...desk, query: new URLSearchParams({ date: form.day }) },
    {
      title: deskTexts(language)('sell'),
      lead: asHeading(words.day(form.day)),
      main: html`
        ${saleForm({ ...form, desk, typed, takesCodes, takesGifts }, fields)}
        ${await lastSale(desk)}
      `,
      here: '/desk/sell',
      form: fields,
      scripts: ['choose-day.js', 'sell.js', 'send-sale.js'].map(deskAssets.address),
    },
  );
}

function saleForm(sale: ShownSale, fields: Fields<string>): Html {
  const { desk, day, closed, offers, articles, submitted } = sale;
  const { language, currency, session } = desk;
  const say = sellTexts(language);
  const isOffered = offers.some(({ onSale }) => onSale) || articles.length > 0;
  const tied = attributes({
    'data-currency': currency,
    'data-lost': say('notConnected'),
    'data-less': lessOf(sale) + (sale.byGift?.part.cents ?? 0) || undefined,
  });
  // The first button is what Enter presses: not the one that shows another day.
  return html`
    <form class="sale" method="post" action="/desk/sell"${tied}>
      ${isOffered && html`<button hidden>${say('sell')}</button>`}
      ${csrfField(session.csrfToken)}
      ${fields.hidden('key', randomUUID())}
      ${chooseDay(language, day, closed)}
      <div class="beside-sum">
        <div>
          ${(isOffered || fields.isFaulty) && offerRows(sale)}
          ${!offers.some(({ onSale }) => onSale) && html`<p>${say('nothing', { day: desk.words.day(day) })}</p>`}
        </div>
        <div>
          ${isOffered && ending(sale, fields)}
          ${(isOffered || submitted !== undefined) && emailField(desk, fields)}
          ${isOffered && buttons(desk)}
        </div>
      </div>
    </form>
  `;
}

/** The hint says that the visitor gets the tickets by e-mail, or has to be given them. */
function emailField({ language, mail }: DeskRequest, fields: Fields<string>): Html {
  const say = sellTexts(language);
  const hint = mail === undefined ? ticketMailTexts(language)('notSet') : say('emailHint');
  return fields.input('email', { label: say('email'), hint, with: { ...EMAIL_INPUT, autocomplete: 'off' } });
}

function ending(sale: ShownSale, fields: Fields<string>): Html {
  const { desk, offers, typed } = sale;
  const say = sellTexts(desk.language);
  const sum =
    priceOfAll(choicesIn(SELL_FORM, offers, typed)) -
    lessOf(sale) +
    priceOfArticles(wantedArticles(sale, typed, desk.currency)) +
    (wantedGift(typed, desk.currency)?.cents ?? 0) -
    (sale.byGift?.part.cents ?? 0);
  return html`
    ${basket(sale)}
    ${codeField(sale, fields)}
    ${giftField(sale, fields)}
    <p class="sum">${say('toPay')} <output name="sum" aria-live="polite">${desk.words.money(sum)}</output></p>
    ${payment(sale, sum, fields)}
  `;
}

/** How much the code makes it cheaper, in cents. */
function lessOf({ coded, offers, typed }: ShownSale): number {
  return coded === undefined
    ? 0
    : priceOfAll(choicesIn(SELL_FORM, offers, typed)) - priceOfAll(coded.choices);
}

/** For a code: the button shows what is chosen at its price with it. */
function codeField(sale: ShownSale, fields: Fields<string>): Html | undefined {
  const { desk, takesCodes, coded, typed } = sale;
  const { language, words } = desk;
  const say = codesTexts(language);
  if (!takesCodes && !typed.code) return undefined;
  const applied = coded && say('applied', { count: coded.count, less: words.money(lessOf(sale)) });
  return html`
    <div class="in-a-row">
      ${fields.input('code', { label: say('code'), with: { ...VERBATIM_INPUT, maxlength: 100 } })}
      <button name="step" value="apply" formnovalidate>${say('apply')}</button>
    </div>
    ${coded && html`<input type="hidden" name="coded" value="${priceOfAll(coded.choices)}">`}
    ${applied && html`<p role="status">${applied}</p>`}
  `;
}

/** For the code of a gift voucher that pays: the button shows how much. */
function giftField({ desk, byGift, typed, takesGifts }: ShownSale, fields: Fields<string>): Html | undefined {
  if (!takesGifts && !typed.payGift) return undefined;
  const apply = codesTexts(desk.language)('apply');
  const button = html`<button name="step" value="apply" formnovalidate>${apply}</button>`;
  return payByGiftField(desk, fields, byGift, button);
}

function buttons({ language }: DeskRequest): Html {
  const say = sellTexts(language);
  return html`
    <p class="fault" role="status"></p>
    <p>
      <button class="action">${say('sell')}</button>
      <button class="plain" name="step" value="add-up" formnovalidate>${say('addUp')}</button>
    </p>
  `;
}

/** Stands for a sale that is paid later among the ways to pay. */
export const RESERVE = 'reserve';

function paymentChoices(language: Language) {
  const [say, method] = [sellTexts(language), moneyTexts(language)];
  return [
    ...PAID_BY.map(({ value, key }) => ({ value, text: method(value), key })),
    { value: RESERVE, text: say('reserve'), key: 'r' },
    { value: TWO_WAYS, text: say('twoWays'), key: 't' },
  ];
}

/** How it is paid; nothing where all is free. A browser demands it only where nothing is, or as sell.js says. */
function payment(sale: ShownSale, sum: number, fields: Fields<PayField>): Html | false {
  const { desk, offers, articles, typed } = sale;
  const say = sellTexts(desk.language);
  const prices = offers.filter(({ onSale }) => onSale).flatMap(everyPrice);
  const isFree = articles.length > 0 || prices.some(isNothing);
  const costs = articles.some(({ priceCents }) => priceCents !== 0) || !prices.every(isNothing);
  const choice = { label: say('paidBy'), options: paymentChoices(desk.language) };
  return (
    costs &&
    html`
      <div data-payment>
        ${fields.choice('paidBy', { ...choice, with: { required: !isFree } })}
        <div class="two-ways">${twoWaysFields(desk, fields)}</div>
        <div class="given">${givenFields(desk, fields, changeFor(desk, typed, sum))}</div>
      </div>
    `
  );
}

function isNothing({ priceCents }: OfferPrice): boolean {
  return priceCents === 0;
}
