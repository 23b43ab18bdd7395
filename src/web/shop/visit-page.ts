import { timeField } from '../../basket/index.ts';
import { asHeading } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { type Category, GENERAL, type Offer, type OfferPrice, salesUntil } from '../../offers/index.ts';
import { EMAIL_INPUT, type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { siteAssets } from '../../pages/layout.ts';
import { categoryName, isNearlyFull, nameOf, stateInWords, timesToCome } from './offers.ts';
import type { ShopOptions } from './shop-options.ts';
import { publicPage, type ShopPage, shopAssets, shopPage } from './shop-page.ts';
import { shopTexts } from './shop-texts.ts';
import { dayAskedFor, firstDay, mostInOrder, readVisitDay, VISIT_FORM, type VisitDay } from './visit-day.ts';
import { visitTexts } from './visit-texts.ts';
import { addressFor, type Visitor } from './visitor.ts';

/** The form that a visitor looks at. */
interface VisitForm {
  readonly visitor: Visitor;
  readonly shop: ShopOptions;
  readonly visit: VisitDay;
  readonly submitted: Submitted<string>;
  readonly fields: Fields<string>;
}

/** The tickets of the day that the address asks for, with the numbers that it fills in. */
export async function visitPage(
  visitor: Visitor,
  shop: ShopOptions,
): Promise<Answer & { readonly body: string }> {
  const text = visitor.query.get('date') ?? '';
  const asked = dayAskedFor(text);
  const day = asked ?? (await firstDay(shop));
  const visit = await readVisitDay(shop, day);
  const values = prefilled(visitor);
  if (text !== '' && asked === undefined) {
    const fault = visitTexts(visitor.language)('dayFault', { day });
    return sentForm(visitor, shop, visit, { values, faults: { date: fault } });
  }
  const parts = formPage(visitForm(visitor, shop, visit, { values }));
  return publicPage(visitor, shop, { ...parts, canonical: text === '' ? '/visit' : `/visit?date=${day}` });
}

/** The same, with what was sent and what is wrong with it. */
export function sentForm(
  visitor: Visitor,
  shop: ShopOptions,
  visit: VisitDay,
  submitted: Submitted<string>,
): Answer & { readonly body: string } {
  const form = visitForm(visitor, shop, visit, submitted);
  return shopPage(visitor, shop, { ...formPage(form), form: form.fields });
}

function visitForm(
  visitor: Visitor,
  shop: ShopOptions,
  visit: VisitDay,
  submitted: Submitted<string>,
): VisitForm {
  const none = visit.offers.flatMap((offer) =>
    offer.prices.map(({ category }) => [VISIT_FORM.countField(offer.product, category), '0']),
  );
  const filled = { ...submitted, values: { ...Object.fromEntries(none), ...submitted.values } };
  return { visitor, shop, visit, submitted: filled, fields: fieldsOf<string>(visitor.language, filled) };
}

/** What the address chooses: the day, numbers and times. Anything else, such as the mark of a campaign, changes nothing. */
export function chosenIn({ query }: Visitor): URLSearchParams {
  const isChoice = ([name, value]: readonly [string, string]) =>
    name === 'date' || name.startsWith('time.') || /^\d{1,2}$/.test(value);
  return new URLSearchParams([...query].filter(isChoice));
}

/** By the names of the fields. A number with the slug of a category alone is for general entry. */
function prefilled(visitor: Visitor): Record<string, string> {
  return Object.fromEntries(
    [...chosenIn(visitor)].map(([name, value]) => [
      name.includes('.') ? name : VISIT_FORM.countField(GENERAL, name),
      value,
    ]),
  );
}

/**
 * Enter presses the first button of a form, which is to be "Continue" and not the one that shows another day. WebKit presses
 * only what is rendered.
 */
const DEFAULT_BUTTON = html`<button class="unseen" tabindex="-1" aria-hidden="true"></button>\n`;

function formPage(form: VisitForm): ShopPage {
  const { visitor, visit, shop } = form;
  const { day, offers } = visit;
  const isOnSale = offers.some(({ onSale }) => onSale);
  return {
    title: visitTexts(visitor.language)('title'),
    lead: dayInWords(form),
    query: new URLSearchParams({ ...Object.fromEntries(chosenIn(visitor)), date: day }),
    main: html`<form method="post" action="${addressFor(visitor, '/visit')}"${attributes({ class: 'tickets', 'data-currency': shop.currency })}>
${isOnSale && DEFAULT_BUTTON}${chooseDay(form)}${whyNothing(form)}${offers
  .filter(({ onSale, closed }) => onSale || closed === undefined)
  .map((offer) => offerFields(form, offer))}${isOnSale && buyer(form)}</form>
`,
    scripts: [shopAssets.address('visit.js'), siteAssets.address('double-click.js')],
  };
}

function dayInWords({ visitor: { language, words }, visit: { day, hours } }: VisitForm): Piece {
  const open =
    hours.opening &&
    visitTexts(language)('open', { open: hours.opening.timeOpen, close: hours.opening.timeClose });
  return html`<span>${asHeading(words.day(day))}</span>${open !== undefined && html` <span>${open}</span>`}`;
}

/** Its button sends the whole form and shows it again for that day. */
function chooseDay({ visitor, shop, visit: { day }, submitted }: VisitForm): Html {
  const say = visitTexts(visitor.language);
  const fault = submitted.faults?.date;
  const tied = attributes({
    value: day,
    min: shop.terms.calendar.today(),
    max: salesUntil(shop.terms),
    'aria-invalid': fault !== undefined && 'true',
    'aria-describedby': fault !== undefined && 'date-fault',
  });
  return html`<input type="hidden" name="shown" value="${day}">
<div class="choose">
<label for="date">${say('day')}</label>
${fault !== undefined && html`<p class="fault" id="date-fault">${fault}</p>\n`}<input type="date" id="date" name="date" required${tied}>
<button name="step" value="show" formnovalidate>${say('showDay')}</button>
</div>
`;
}

/** Why general entry is not on sale on that day, and the next day on which it is. */
function whyNothing({ visitor, shop, visit }: VisitForm): Html | undefined {
  const { language, words } = visitor;
  const { day, hours, offers, next } = visit;
  const say = visitTexts(language);
  const [general] = offers;
  if (general?.onSale) return undefined;
  const date = words.day(day);
  const last = salesUntil(shop.terms);
  const why = () => {
    if (day < shop.terms.calendar.today()) return say('over', { day: asHeading(date) });
    if (hours.isOver) return say('closedNow');
    if (general?.closed !== undefined)
      return hours.reason === undefined
        ? say('closed', { day: date })
        : say('closedFor', { day: date, reason: hours.reason });
    return day > last ? say('notYet', { day: words.day(last) }) : say('nothing', { day: date });
  };
  const link =
    next &&
    html`<p><a href="${addressFor(visitor, '/visit', { date: next })}">${say('nextDay', { day: words.day(next) })}</a></p>\n`;
  return html`<div class="notice"><p>${why()}</p>
${link}</div>
`;
}

function offerFields(form: VisitForm, offer: Offer): Html {
  const { visitor, shop, submitted } = form;
  const { event, product, prices, onSale, times } = offer;
  const fault = submitted.faults?.[product];
  const name = nameOf(visitor, offer);
  const others = html`<p><a href="${addressFor(visitor, `/events/${product}`)}">${visitTexts(visitor.language)('otherDates')}</a></p>\n`;
  const rows = html`${times !== undefined && timeChoice(form, offer)}${prices.map((price) => countInput(form, offer, price))}`;
  return html`<fieldset${attributes({ class: 'offer', id: product, 'aria-describedby': fault !== undefined && `${product}-fault` })}>
<legend><h2 dir="auto">${event === undefined ? name : html`<a href="${addressFor(visitor, `/events/${product}`)}">${name}</a>`}</h2></legend>
<p class="where">${event !== undefined && html`<span dir="auto">${event.location}</span> `}${
    event !== undefined &&
    times !== undefined &&
    html`<span>${visitTexts(visitor.language)('lasts', { count: event.minutes })}</span> `
  }${stateInWords(visitor, shop, offer)}</p>
${fault !== undefined && html`<p class="fault" id="${product}-fault">${fault}</p>\n`}${onSale ? rows : event !== undefined && others}</fieldset>
`;
}

/** The entry times that are not over. A full one can't be chosen. */
function timeChoice({ visitor: { language }, submitted }: VisitForm, offer: Offer): Html {
  const say = shopTexts(language);
  const field = timeField(offer.product);
  const fault = submitted.faults?.[field];
  const open = timesToCome(offer) ?? [];
  const options = open.map((time, index) => {
    const { entryTime, left } = time;
    const state =
      left === 0 ? say('soldOut') : isNearlyFull(time) && say('fewLeft', { count: left as number });
    const tied = attributes({
      id: index === 0 && field,
      name: field,
      value: entryTime,
      checked: submitted.values?.[field] === entryTime && left !== 0,
      disabled: left === 0,
    });
    return html`<label><input type="radio"${tied}><span>${entryTime}${state !== false && html` <small>${state}</small>`}</span></label>\n`;
  });
  const group = attributes({ class: 'times', 'aria-describedby': fault !== undefined && `${field}-fault` });
  return html`<fieldset${group}>
<legend>${visitTexts(language)('entryTime')}</legend>
${fault !== undefined && html`<p class="fault" id="${field}-fault">${fault}</p>\n`}<div>
${options}</div>
</fieldset>
`;
}

function countInput({ visitor, shop, visit, fields }: VisitForm, offer: Offer, price: OfferPrice): Html {
  const { words } = visitor;
  const most = mostInOrder(offer, price, visit, shop);
  const category = visit.categories.find((each) => each.category === price.category);
  return html`<div class="count">
${fields.input(VISIT_FORM.countField(offer.product, price.category), {
  label: html`<span dir="auto">${categoryName(visitor, price)}</span> <span class="cost">${words.price(price)}</span>`,
  hint:
    price.priceCents > 0 && shop.checkout.ways.length === 0
      ? visitTexts(visitor.language)('atMuseum')
      : category && hintOf(visitor, category),
  value: '0',
  with: {
    ...{ type: 'number', inputmode: 'numeric', autocomplete: 'off', min: 0, max: most, disabled: most === 0 },
    'data-cents': price.priceCents,
  },
})}</div>
`;
}

/** For how many persons a ticket is, of what age, and what the entrance asks to see. */
function hintOf({ language }: Visitor, { places, minAge, maxAge, proof }: Category): string | undefined {
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

/** Who buys, and the button. */
function buyer({ visitor: { language }, shop, fields }: VisitForm): Html {
  const say = visitTexts(language);
  const email = { ...EMAIL_INPUT, required: true, autocomplete: 'email', maxlength: 254 };
  const trap = fields.input(TRAP, { label: say('trap'), with: { tabindex: -1, autocomplete: 'off' } });
  return html`${fields.input('email', { label: say('email'), hint: say(shop.sender === undefined ? 'emailUse' : 'emailHint'), with: email })}<div class="trap">
${trap}</div>
<input type="hidden" name="token" value="${shop.formTokens.current()}">
<p class="sum" hidden>${say('total')} <output name="sum" aria-live="polite"></output></p>
<p><button class="action">${say('continue')}</button></p>
`;
}
