import {
  type Choice,
  type CodedChoices,
  centsAtTimes,
  choicesIn,
  type PricedChoice,
  priceOfAll,
  timeFieldOf,
} from '../../basket/index.ts';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { meantEmail } from '../../core/email-typos.ts';
import { isolated } from '../../core/name.js';
import { otherLanguage } from '../../core/other-language.ts';
import { Refusal } from '../../core/refusal.ts';
import { parseUuid } from '../../core/uuid.ts';
import { asHeading } from '../../core/words.ts';
import { hasDiscountsFor } from '../../discounts/index.ts';
import type { TextAnswer } from '../../http/answer.ts';
import {
  everyPrice,
  GENERAL,
  type Offer,
  type OfferPrice,
  pricesOfDay,
  salesUntil,
} from '../../offers/index.ts';
import { EMAIL_INPUT, type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { heading, siteAssets } from '../../pages/layout.ts';
import { pictureHtml } from '../../pages/picture.ts';
import { type Language, type Text, wordTexts } from '../../pages/texts.ts';
import { factTexts } from '../../tickets/index.ts';
import { applyCode } from './applied-code.ts';
import { articleFields, chosenArticles, fieldOfArticle, isArticleField } from './articles.ts';
import { groupsSentence } from './groups.ts';
import { categoryName, hasClosed, offerInWords, priceFrom, type ShownOffer } from './offers.ts';
import { IN_ROW, type ShownPictures, shownPictures } from './pictures.ts';
import { visitorsSentence } from './refusals.ts';
import { type ShopPage, sharedShopPage, shopAssets, shopPage } from './shop-page.ts';
import { shopTexts } from './shop-texts.ts';
import { steps } from './steps.ts';
import { timeChoice } from './time-choice.ts';
import { firstDay, mostInOrder, readVisitDay, VISIT_FORM, type VisitDay } from './visit-day.ts';
import { visitTexts } from './visit-texts.ts';
import { addressFor, codeInAddress, MOST_CODE_CHARACTERS, type Visitor } from './visitor.ts';

/** The form for a day, as a visitor looks at it. */
interface VisitForm extends Visitor {
  readonly visit: VisitDay;
  readonly pictures: ShownPictures;
  readonly submitted: Submitted<string>;
  readonly fields: Fields<string>;
  /** Whether there are codes with which visitors can buy. */
  readonly takesCodes: boolean;
  /** What is chosen at its price with the code; undefined: without one. */
  readonly applied: CodedChoices | undefined;
}

/** The tickets of the day that the address asks for, with the numbers that it fills in. */
export async function visitPage(visitor: Visitor): Promise<TextAnswer> {
  const text = visitor.query.get('date') ?? '';
  const asked = parseCalendarDay(text);
  const day = asked ?? (await firstDay(visitor.shop));
  const code = codeInAddress(visitor);
  const visit = await readVisitDay(visitor, day, parseUuid(visitor.query.get('event') ?? ''), code);
  const values = { ...prefilled(visitor), ...(code !== undefined && { code }) };
  if (text !== '' && asked === undefined) {
    const fault = visitTexts(visitor.language)('dayFault', { day });
    return sentForm(visitor, visit, { values, faults: { date: fault } });
  }
  const applied = await applyCode(visitor, visit, values);
  if (applied instanceof Refusal) return sentForm(visitor, visit, { values, ...codeFault(visitor, applied) });
  const parts = formPage(await visitForm(visitor, visit, { values }, applied));
  const canonical = text === '' ? '/visit' : `/visit?date=${day}`;
  return sharedShopPage(visitor, { ...parts, ...(visit.unlisted === undefined && { canonical }) });
}

/** The page with what was sent and what is wrong with it; or with what the code makes of it. */
export async function sentForm(
  visitor: Visitor,
  visit: VisitDay,
  submitted: Submitted<string>,
  applied?: CodedChoices,
): Promise<TextAnswer> {
  const form = await visitForm(visitor, visit, submitted, applied);
  return shopPage(visitor, { ...formPage(form), form: form.fields });
}

/** Why a code is not taken, beside its field. */
export function codeFault(visitor: Visitor, refusal: Refusal): Pick<Submitted<string>, 'faults' | 'status'> {
  const { sentence, ...answer } = visitorsSentence(refusal, visitor);
  return { ...answer, faults: { code: sentence } };
}

async function visitForm(
  visitor: Visitor,
  visit: VisitDay,
  submitted: Submitted<string>,
  applied?: CodedChoices,
): Promise<VisitForm> {
  const { store, clock } = visitor.shop;
  const events = visit.offers.flatMap(({ event }) => event?.eventId ?? []);
  const [pictures, takesCodes] = await Promise.all([
    shownPictures(visitor, ['museum', ...events]),
    hasDiscountsFor(store, 'shop', clock.now()),
  ]);
  const none = visit.offers.flatMap((offer) =>
    pricesOfDay(offer).map(({ category }) => [VISIT_FORM.countField(offer.product, category), '0']),
  );
  const noArticles = visit.articles.map((each) => [fieldOfArticle(each), each.kind === 'extra' ? '0' : '']);
  const blank = Object.fromEntries([...none, ...noArticles]);
  const filled = { ...submitted, values: { ...blank, ...submitted.values } };
  return {
    ...visitor,
    visit,
    pictures,
    submitted: filled,
    takesCodes,
    applied,
    fields: fieldsOf<string>(visitor.language, filled),
  };
}

/** What the address chooses: the day, numbers and times. Anything else, such as the mark of a campaign, changes nothing. */
export function chosenIn({ query }: Visitor): URLSearchParams {
  const isChoice = ([name, value]: readonly [string, string]) =>
    name === 'date' ||
    (name === 'event' && parseUuid(value) !== undefined) ||
    name.startsWith('time.') ||
    (name !== 'code' && (isArticleField(name) ? /^[\d.]{1,6}$/ : /^\d{1,2}$/).test(value));
  return new URLSearchParams([...query].filter(isChoice));
}

/** By the names of the fields. A number with the slug of a category alone is for general entry. */
function prefilled(visitor: Visitor): Record<string, string> {
  return Object.fromEntries(
    [...chosenIn(visitor)].map(([name, value]) => [
      name.includes('.') || isArticleField(name) ? name : VISIT_FORM.countField(GENERAL, name),
      value,
    ]),
  );
}

/**
 * Enter presses the first button of a form, which is to be "Continue" and not the one that shows another day. WebKit presses
 * only what is rendered.
 */
const DEFAULT_BUTTON = html`<button class="unseen" tabindex="-1" aria-hidden="true"></button>`;

function formPage(form: VisitForm): ShopPage {
  const { language, words, shop } = form;
  const { day, offers } = form.visit;
  const isOnSale = offers.some(({ onSale }) => onSale);
  const shown = offers.filter(({ onSale, closed }) => onSale || closed === undefined);
  const open = openRows(form);
  const code = codeInAddress(form);
  const title = asHeading(isNear(form) ? words.dayOfYear(day) : words.day(day));
  return {
    title: visitTexts(language)('titleOf', { day: title }),
    hasOwnHeading: true,
    query: new URLSearchParams({ ...Object.fromEntries(chosenIn(form)), date: day, ...(code && { code }) }),
    here: '/visit',
    main: html`
      ${steps(language, 'choose')}
      ${heading(title, { lead: hoursInWords(form) })}
      <form method="post" action="${addressFor(form, '/visit')}" class="visit" data-currency="${shop.currency}">
        ${isOnSale && DEFAULT_BUTTON}
        <div class="choices">
          ${chooseDay(form)}
          ${whyNothing(form)}
          ${shown.map((offer) => offerRow(form, offer, open))}
          ${isOnSale && articleFields(form, form.visit.articles)}
          ${isOnSale && buyer(form)}
        </div>
        ${isOnSale && basket(form)}
      </form>
    `,
    scripts: [shopAssets.address('visit.js'), siteAssets.address('double-click.js')],
  };
}

/** Whether its day needs no year to be known. */
function isNear({ visit: { day }, shop }: VisitForm): boolean {
  return day.slice(0, 4) === shop.terms.calendar.today().slice(0, 4);
}

function hoursInWords({ language, visit: { offers } }: VisitForm): Html | undefined {
  const { timeOpen: open, timeClose: close } = offers[0]?.opening ?? {};
  if (open === undefined || close === undefined) return undefined;
  return html`<span>${visitTexts(language)('open', { open, close })}</span>`;
}

/** What is wrong with a field that is none of `Fields`, and what ties the field to it. */
function faultAt({ submitted }: VisitForm, field: string) {
  const fault = submitted.faults?.[field];
  const isWrong = fault !== undefined;
  const id = `${field}-fault`;
  return {
    isWrong,
    describedBy: isWrong && id,
    line: isWrong && html`<p class="fault" id="${id}">${fault}</p>\n`,
  };
}

/** The days around this one, and a field for any other. Its buttons send the whole form and show it again for that day. */
function chooseDay(form: VisitForm): Html {
  const { day, around, unlisted } = form.visit;
  const { terms } = form.shop;
  const say = visitTexts(form.language);
  const { isWrong, describedBy, line } = faultAt(form, 'date');
  const tied = attributes({
    value: day,
    min: terms.calendar.today(),
    max: salesUntil(terms),
    'aria-invalid': isWrong && 'true',
    'aria-describedby': describedBy,
  });
  return html`
    <input type="hidden" name="shown" value="${day}">
    ${unlisted && html`<input type="hidden" name="event" value="${unlisted}">`}
    <div class="strip" role="group" aria-label="${say('day')}">${around.map((offer) => dayButton(form, offer))}</div>
    <details class="another"${attributes({ open: isWrong || around.length === 0 })}>
      <summary>${shopTexts(form.language)('anotherDay')}</summary>
      <div class="choose">
        <label for="date">${say('day')}</label>
        ${line}
        <input type="date" id="date" name="date" required${tied}>
        <button name="step" value="show" formnovalidate>${say('showDay')}</button>
      </div>
    </details>
  `;
}

/** A day on which the museum is closed can't be pressed. */
function dayButton({ language, words, visit }: VisitForm, { day, closed, onSale }: Offer): Html {
  const say = shopTexts(language);
  const number =
    closed === undefined
      ? html`<b>${Number(day.slice(8))}</b>`
      : html`<small>${say('closed')}</small><s>${Number(day.slice(8))}</s>`;
  const text = html`
    <span class="unseen">${words.dayOfYear(day)}${closed && `, ${say('closed')}`}</span>
    <span aria-hidden="true">${asHeading(words.weekday(day, 'short'))} ${number}</span>
  `;
  if (day === visit.day) return html`<span class="here" aria-current="date">${text}</span>\n`;
  if (closed !== undefined) return html`<span class="shut">${text}</span>\n`;
  return html`<button${attributes({ class: !onSale && 'full' })} name="day" value="${day}" formnovalidate>${text}</button>\n`;
}

/** Why general entry is not on sale on that day, and the next day on which it is. */
function whyNothing(form: VisitForm): Html | undefined {
  const { language, words, shop } = form;
  const { day, offers, next } = form.visit;
  const say = visitTexts(language);
  const [general] = offers;
  if (general?.onSale) return undefined;
  const date = words.day(day);
  const last = salesUntil(shop.terms);
  const why = () => {
    if (day < shop.terms.calendar.today()) return say('over', { day: asHeading(date) });
    if (general !== undefined && hasClosed(shop, general)) return say('closedNow');
    if (general?.closed !== undefined) {
      const { reason } = general.closed;
      return reason === null ? say('closed', { day: date }) : say('closedFor', { day: date, reason });
    }
    return day > last ? say('notYet', { day: words.day(last) }) : say('nothing', { day: date });
  };
  const link = (to: CalendarDay) =>
    html`<p><a class="button action" href="${addressFor(form, '/visit', { date: to })}">${say('nextDay', { day: words.day(to) })}</a></p>`;
  return html`
    <div class="notice">
      <p>${why()}</p>
      ${next && link(next)}
    </div>
  `;
}

/** A row that opens; what can't be bought stays closed, and leads to its other dates. */
function offerRow(form: VisitForm, offer: ShownOffer, open: readonly Offer[]): Html {
  const { event, product, onSale, times } = offer;
  const say = visitTexts(form.language);
  const at = addressFor(form, `/events/${product}`);
  const picture = form.pictures.get(event === undefined ? 'museum' : event.eventId);
  const langOf = (language: Language | undefined) => otherLanguage(form.language, language);
  const named = attributes({
    id: `${product}-name`,
    dir: 'auto',
    lang: langOf(event?.languages.name ?? form.language),
  });
  const located = attributes({ dir: 'auto', lang: langOf(event?.languages.location) });
  const head = html`
    ${picture && pictureHtml({ ...picture, alt: undefined }, IN_ROW)}
    <h2${named}>${offerName(form, offer)}</h2>
    <span class="where">
      ${event && html`<span${located}>${event.location}</span>`}
      ${event?.includesEntry && html`<span>${factTexts(form.language)('entryIncluded')}</span>`}
      ${event && times && html`<span>${say('lasts', { count: event.minutes })}</span>`}
      ${offerInWords(form, offer)}
    </span>
  `;
  if (!onSale)
    return html`
      <div class="offer out">
        <div class="row">
          ${head}
          ${event && html`<span class="turn"><a href="${at}">${say('otherDates')}</a></span>`}
        </div>
      </div>
    `;
  const { describedBy, line } = faultAt(form, product);
  const tied = attributes({ 'aria-labelledby': `${product}-name`, 'aria-describedby': describedBy });
  const opens = attributes({ name: open.length === 1 && 'offer', open: open.includes(offer) });
  return html`
    <details class="offer"${opens}>
      <summary class="row">
        ${head}
        <b class="from">${priceFrom(form, offer)}</b>
        <span class="turn"><span class="to-open">${say('choose')}</span><span class="to-close">${say('close')}</span></span>
      </summary>
      <fieldset id="${product}"${tied}>
        ${line}
        ${times && timesOf(form, offer)}
        <p class="ask">${say('howMany')}</p>
        ${pricesOfDay(offer).map((price) => countInput(form, offer, price))}
        ${event && html`<p><a href="${at}">${say('aboutEvent')}</a></p>`}
      </fieldset>
    </details>
  `;
}

/**
 * Which rows are open: those with a fault; else the first in which something is chosen; else the first. One row closes the others,
 * unless several have faults.
 */
function openRows({ visit, submitted }: VisitForm): readonly Offer[] {
  const { values = {}, faults = {} } = submitted;
  const onSale = visit.offers.filter((offer) => offer.onSale);
  const fieldsIn = (offer: Offer) =>
    pricesOfDay(offer).map(({ category }) => VISIT_FORM.countField(offer.product, category));
  const isWrong = (offer: Offer) =>
    [offer.product, timeFieldOf(offer.product), ...fieldsIn(offer)].some(
      (field) => faults[field] !== undefined,
    );
  const isChosen = (offer: Offer) =>
    fieldsIn(offer).some((field) => VISIT_FORM.countIn(values[field] ?? '') > 0);
  const wrong = onSale.filter(isWrong);
  return wrong.length > 0
    ? wrong
    : [onSale.find(isChosen) ?? onSale[0]].filter((offer) => offer !== undefined);
}

function timesOf(form: VisitForm, offer: Offer): Html {
  const field = timeFieldOf(offer.product);
  const { describedBy, line } = faultAt(form, field);
  return timeChoice(form, offer, { field, chosen: form.submitted.values?.[field], describedBy, line });
}

function countInput(form: VisitForm, offer: Offer, price: OfferPrice): Html {
  const { language, words, shop, fields } = form;
  const most = mostInOrder(offer, price, shop);
  const name = html`<span dir="auto">${categoryName(form, price)}</span>`;
  const input = fields.input(VISIT_FORM.countField(offer.product, price.category), {
    label: html`${name} <span class="cost">${words.price(price)}</span>`,
    hint:
      price.priceCents > 0 && shop.checkout.ways.length === 0
        ? visitTexts(language)('atMuseum')
        : hintOf(form, price),
    value: '0',
    with: {
      type: 'number',
      inputmode: 'numeric',
      autocomplete: 'off',
      min: 0,
      max: most,
      disabled: most === 0,
      'data-cents': price.priceCents,
      'data-cents-at': centsAtTimes(offer, price.category),
    },
  });
  return html`<div class="count">${input}</div>\n`;
}

/** For how many persons a ticket is, of what age, and what the entrance asks to see. */
function hintOf({ language }: Visitor, { places, minAge, maxAge, proof }: OfferPrice): string | undefined {
  const say = visitTexts(language);
  const parts = [
    places > 1 && say('persons', { count: places }),
    agesIn(say, minAge, maxAge),
    proof !== null && say('proof', { proof }),
  ];
  return parts.filter(Boolean).join(' · ') || undefined;
}

function agesIn(say: ReturnType<typeof visitTexts>, from: number | null, to: number | null): string | false {
  if (from !== null && to !== null) return say('ages', { from, to });
  if (from !== null) return say('agesFrom', { from });
  return to !== null && say('agesTo', { to });
}

/** A field that nobody sees. Programs that fill in every field are known by it; its name means nothing to those of browsers. */
export const TRAP = 'unused';

/** Who buys; and the field that remembers which address was asked about. */
export const ASKED = 'asked';

function buyer(form: VisitForm): Html {
  const { language, shop, fields, submitted } = form;
  const say = visitTexts(language);
  const email = {
    label: say('email'),
    hint: say(shop.sender === undefined ? 'emailUse' : 'emailHint'),
    with: { ...EMAIL_INPUT, required: true, autocomplete: 'email', maxlength: 254 },
  };
  const typed = submitted.values?.email ?? '';
  const trap = { label: say('trap'), with: { tabindex: -1, autocomplete: 'off' } };
  const groups = groupsSentence(form);
  return html`
    <div class="who">
      ${fields.input('email', email)}
      ${meantEmail(typed) !== undefined && html`<input type="hidden" name="${ASKED}" value="${typed}">`}
      ${codeField(form)}
      <div class="trap">${fields.input(TRAP, trap)}</div>
      <input type="hidden" name="token" value="${shop.formTokens.current()}">
      ${groups && html`<p class="quiet">${groups}</p>`}
    </div>
  `;
}

/** For a code: Apply shows what is chosen at its price with it. */
function codeField(form: VisitForm): Html | undefined {
  const { language, fields, takesCodes, submitted, applied } = form;
  const say = visitTexts(language);
  if (!takesCodes && submitted.values?.code === undefined) return undefined;
  const input = fields.input('code', {
    label: say('code'),
    with: {
      autocomplete: 'off',
      autocapitalize: 'characters',
      spellcheck: 'false',
      maxlength: MOST_CODE_CHARACTERS,
    },
  });
  return html`
    <div class="choose code">
      ${input}
      <button name="step" value="apply" formnovalidate>${say('apply')}</button>
      ${applied && html`<input type="hidden" name="reduced" value="${applied.count}">`}
    </div>
    ${applied && codeInWords(form, applied)}
  `;
}

/** What is chosen, what it costs, and the button; on a phone, a bar at the foot. */
function basket(form: VisitForm): Html {
  const { language, words, visit, applied } = form;
  const say = visitTexts(language);
  const { one, other } = formsOf(visitTexts.texts[language].tickets);
  const choices = choicesIn(VISIT_FORM, visit.offers, form.submitted.values ?? {});
  const chosen = choices.filter(({ count, offer }) => count > 0 && offer.onSale);
  const articles = chosenArticles(form, visit.articles, form.submitted.values ?? {});
  const count = chosen.reduce((sum, each) => sum + each.count, 0);
  const howMany = html`
    <small class="how-many"${attributes({ 'data-one': one, 'data-other': other })}>
      ${say('tickets', { count })}
    </small>`;
  const lines = applied?.choices ?? chosen;
  const sum = applied === undefined ? priceOfAll(choices) : priceOfAll(lines);
  const hasPrices = visit.articles.some(({ priceCents }) => priceCents !== 0);
  const isOrdered =
    (isFree(visit.offers) && !hasPrices) || (applied !== undefined && sum + articles.cents === 0);
  return html`
    <section class="basket" aria-labelledby="basket">
      <h2 id="basket">${say('yourChoice')}</h2>
      <p class="quiet on">${asHeading(words.dayOfYear(visit.day))}</p>
      <ul class="chosen">${lines.map((choice) => chosenLine(form, choice))}${articles.lines}</ul>
      <p class="sum">
        <span><span class="total">${say('total')}</span> ${howMany}</span>
        <output name="sum" aria-live="polite">${words.money(sum + articles.cents)}</output>
      </p>
      <noscript><p class="hint">${say('sumOfLastPost')}</p></noscript>
      <button class="action" data-free="${say('order')}">${say(isOrdered ? 'order' : 'continue')}</button>
      ${!isOrdered && html`<p class="hint next">${say('nextStep')}</p>`}
    </section>
  `;
}

function offerName({ language }: VisitForm, { event }: Pick<Offer, 'event'>): string {
  return event === undefined ? wordTexts(language)('generalEntry') : isolated(event.name);
}

/** How many tickets the code has made cheaper; the script says when that is not of what is chosen now. */
function codeInWords({ language, words }: VisitForm, { choices, count }: CodedChoices): Html {
  const say = visitTexts(language);
  const [full, sum] = [priceOfAll(choices.map(atFullPrice)), priceOfAll(choices)];
  return html`
    <p class="applied" role="status" data-again="${say('codeAgain')}">
      ${say('codeApplied', { count })} ${full > sum && html`<s>${words.money(full)}</s> `}${words.money(sum)}
    </p>
  `;
}

function atFullPrice({ fullPriceCents, ...choice }: PricedChoice): Choice {
  return { ...choice, priceCents: fullPriceCents ?? choice.priceCents };
}

function chosenLine(
  form: VisitForm,
  { offer, category, entryTime, count, priceCents, fullPriceCents = priceCents }: PricedChoice,
): Html {
  const { words } = form;
  const price = everyPrice(offer).find((each) => each.category === category);
  const what = [offerName(form, offer), entryTime].filter(Boolean).join(', ');
  const name = price === undefined ? category : categoryName(form, price);
  return html`
    <li>
      <span dir="auto"><b>${what}</b><br>${count} × ${isolated(name)}</span>
      <span class="cost">
        ${fullPriceCents > priceCents && html`<s>${words.price({ priceCents: fullPriceCents * count })}</s> `}
        ${words.price({ priceCents: priceCents * count })}
      </span>
    </li>
  `;
}

/** A text for one and for more, with the place for the number. */
function formsOf(text: Text): { readonly one: string; readonly other: string } {
  return typeof text === 'string' ? { one: text, other: text } : { one: text.one ?? text.other, ...text };
}

/** Whether all that is on sale costs nothing: it is ordered at once, without a page to pay on. */
function isFree(offers: readonly Offer[]): boolean {
  return offers.every(
    (offer) => !offer.onSale || everyPrice(offer).every(({ priceCents }) => priceCents === 0),
  );
}
