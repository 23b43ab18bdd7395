import { isEmail } from '../../core/email.ts';
import { meantEmail } from '../../core/email-typos.ts';
import { isLanguage, LANGUAGE_NAMES } from '../../core/language.ts';
import { fromCents, isAmountOf, smallestAmount, toCents } from '../../core/money.ts';
import { Refusal } from '../../core/refusal.ts';
import { hasLength } from '../../core/text.ts';
import { lastDayOfGift, type WantedGift } from '../../gifts/index.ts';
import type { Answer, TextAnswer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { formOf, isCrossOrigin, seeOther } from '../../http/sessions.ts';
import { MOST_MESSAGE } from '../../orders/index.ts';
import { EMAIL_INPUT, type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { siteAssets } from '../../pages/layout.ts';
import { emailFault } from './buy.ts';
import { visitorsSentence } from './refusals.ts';
import { shopGiftsTexts } from './shop-gifts-texts.ts';
import { type ShopPage, sharedShopPage, shopPage } from './shop-page.ts';
import { steps } from './steps.ts';
import { ASKED, TRAP } from './visit-page.ts';
import { visitTexts } from './visit-texts.ts';
import { addressFor, type Visitor } from './visitor.ts';

type Field = 'amount' | 'message' | 'to' | 'language' | 'email' | typeof TRAP;
type Values = Readonly<Record<string, string | undefined>>;

/** To buy a gift voucher. @throws HttpRefusal not-found where nobody can pay */
export async function giftPage(visitor: Visitor): Promise<TextAnswer> {
  requireWays(visitor);
  return sharedShopPage(visitor, {
    ...parts(visitor, fieldsOf<Field>(visitor.language), {}),
    canonical: '/gift',
  });
}

/** "Continue": places the order and leads to its page, or says what is wrong beside the fields. */
export async function buyGift(visitor: Visitor): Promise<Answer> {
  requireWays(visitor);
  const { shop, request, language } = visitor;
  const form = formOf(request);
  const values: Values = Object.fromEntries([...form].map(([name, value]) => [name, value.trim()]));
  const cents = centsIn(values.amount ?? '', shop.currency);
  const isRead = !isCrossOrigin(request) && shop.formTokens.accepts(values.token ?? '');
  const faults = faultsIn(visitor, values, cents);
  const isTrapped = Boolean(values[TRAP]);
  if (cents === undefined || isTrapped || !isRead || Object.keys(faults).length > 0) {
    const say = visitTexts(language);
    const fault = isTrapped ? say('trapFault') : isRead ? undefined : say('oldForm');
    return sentAgain(visitor, values, { faults, fault });
  }
  const { message, to, email = '' } = values;
  const words = { ...(message && { message }), ...(to && { to }) };
  const gift: WantedGift = { cents, ...words, language: languageIn(visitor, values), position: 0 };
  const sent = { form, items: [], gifts: [gift], isFree: false, email, language };
  const outcome = await shop.intake.take(request, sent);
  if (!('kind' in outcome))
    return seeOther(addressFor(visitor, `/order/${shop.secrets.secretOf(outcome.orderId)}`));
  request.refused = outcome;
  const { sentence, ...told } = visitorsSentence(outcome, visitor);
  const isAbout = outcome.kind === 'gift-amount-invalid' ? 'amount' : fieldOfLimit(outcome);
  return sentAgain(visitor, values, {
    ...told,
    ...(isAbout ? { faults: { [isAbout]: sentence } } : { fault: sentence }),
  });
}

function fieldOfLimit(refused: Refusal | HttpRefusal): 'email' | undefined {
  if (!(refused instanceof Refusal) || refused.kind !== 'too-many-held') return undefined;
  return (refused as Refusal<'too-many-held'>).facts.limit.startsWith('email') ? 'email' : undefined;
}

function requireWays({ shop }: Visitor): void {
  if (shop.checkout.ways.length === 0) throw new HttpRefusal('not-found', { missing: 'operation' });
}

/** Hundredths; undefined: it is no amount. */
function centsIn(typed: string, currency: string): number | undefined {
  const amount = typed.replace(',', '.');
  const isAmount = /^\d{1,7}(?:\.\d{1,2})?$/.test(amount) && isAmountOf(currency, Number(amount));
  return isAmount ? toCents(Number(amount)) : undefined;
}

function boundsOf({ words, shop: { settings } }: Visitor) {
  const { least, most } = settings.now.gift;
  return { least: words.money(toCents(least)), most: words.money(toCents(most)) };
}

function languageIn({ language, shop: { settings } }: Visitor, { language: typed }: Values) {
  return isLanguage(typed ?? '') && settings.now.languages.some((each) => each === typed)
    ? (typed as typeof language)
    : language;
}

function faultsIn(
  visitor: Visitor,
  values: Values,
  cents: number | undefined,
): Partial<Record<Field, string>> {
  const { language, shop } = visitor;
  const { amount: _, message = '', to = '', email = '', [ASKED]: asked } = values;
  const say = shopGiftsTexts(language);
  const { least, most } = shop.settings.now.gift;
  const isOutside = cents === undefined || cents < toCents(least) || cents > toCents(most);
  const wrongEmail = emailFault(visitTexts(language), { email, [ASKED]: asked });
  return {
    ...(isOutside && { amount: say('amountFault', boundsOf(visitor)) }),
    ...(!hasLength(message, 0, MOST_MESSAGE) && { message: say('messageFault', { most: MOST_MESSAGE }) }),
    ...(to !== '' && !isEmail(to) && { to: say('toFault') }),
    ...(wrongEmail !== undefined && { email: wrongEmail }),
  };
}

function sentAgain(visitor: Visitor, values: Values, wrong: Submitted<Field>): Answer {
  // Nobody sees the trap, so nobody could empty it.
  const fields = fieldsOf<Field>(visitor.language, { ...wrong, values: { ...values, [TRAP]: '' } });
  return shopPage(visitor, { ...parts(visitor, fields, values), form: fields });
}

function parts(visitor: Visitor, fields: Fields<Field>, { email: typed = '' }: Values): ShopPage {
  const { language, shop } = visitor;
  const say = shopGiftsTexts(language);
  const trap = { label: visitTexts(language)('trap'), with: { tabindex: -1, autocomplete: 'off' } };
  return {
    title: say('title'),
    hasOwnHeading: true,
    here: '/gift',
    scripts: [siteAssets.address('double-click.js')],
    main: html`
      ${steps(language, 'choose')}
      <h1>${say('title')}</h1>
      <p>${say('lead')} ${say('validTo', { day: lastDayInWords(visitor) })}</p>
      <form method="post" action="${addressFor(visitor, '/gift')}" class="typed">
        ${inputs(visitor, fields)}
        ${meantEmail(typed) !== undefined && html`<input type="hidden" name="${ASKED}" value="${typed}">`}
        <div class="trap">${fields.input(TRAP, trap)}</div>
        <input type="hidden" name="token" value="${shop.formTokens.current()}">
        <p class="actions"><button class="action">${visitTexts(language)('continue')}</button></p>
        <p class="hint">${visitTexts(language)('nextStep')}</p>
      </form>
    `,
  };
}

function lastDayInWords({ words, shop }: Visitor): string {
  const { terms, settings } = shop;
  return words.day(lastDayOfGift(terms.calendar.today(), settings.now.gift.years));
}

function inputs(visitor: Visitor, fields: Fields<Field>): Html {
  const { language, shop } = visitor;
  const say = shopGiftsTexts(language);
  const { gift, languages } = shop.settings.now;
  const amount = {
    ...({ type: 'number', inputmode: 'decimal', autocomplete: 'off', required: true } as const),
    ...{ min: gift.least, max: gift.most, step: fromCents(smallestAmount(shop.currency)) },
  };
  const to = { ...EMAIL_INPUT, autocomplete: 'off', maxlength: 254 };
  const email = { ...EMAIL_INPUT, required: true, autocomplete: 'email', maxlength: 254 };
  const options = languages.map((value) => ({ value, text: LANGUAGE_NAMES[value] }));
  return html`
    ${fields.input('amount', { label: say('amount'), hint: say('amountHint', boundsOf(visitor)), with: amount })}
    ${fields.textarea('message', { label: say('message'), with: { rows: 3, maxlength: MOST_MESSAGE } })}
    ${fields.input('to', { label: say('to'), hint: say('toHint'), with: to })}
    ${languages.length > 1 && fields.select('language', { label: say('language'), value: language, options })}
    ${fields.input('email', { label: say('email'), hint: say('emailHint'), with: email })}
  `;
}
