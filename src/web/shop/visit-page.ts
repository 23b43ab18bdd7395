import { centsAtTimes, timeFieldOf } from '../../basket/index.ts';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { isolated } from '../../core/name.js';
import { otherLanguage } from '../../core/other-language.ts';
import { parseUuid } from '../../core/uuid.ts';
import { asHeading } from '../../core/words.ts';
import type { TextAnswer } from '../../http/answer.ts';
import {
  type Category,
  GENERAL,
  type Offer,
  type OfferPrice,
  pricesOfDay,
  salesUntil,
} from '../../offers/index.ts';
import { EMAIL_INPUT, type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { siteAssets } from '../../pages/layout.ts';
import { wordTexts } from '../../pages/texts.ts';
import { factTexts } from '../../tickets/index.ts';
import { categoryName, offerInWords, type ShownOffer } from './offers.ts';
import { type ShopPage, sharedShopPage, shopAssets, shopPage } from './shop-page.ts';
import { timeChoice } from './time-choice.ts';
import { firstDay, mostInOrder, readVisitDay, VISIT_FORM, type VisitDay } from './visit-day.ts';
import { visitTexts } from './visit-texts.ts';
import { addressFor, type Visitor } from './visitor.ts';

type ShownEvent = NonNullable<ShownOffer['event']>;

/** The form for a day, as a visitor looks at it. */
interface VisitForm extends Visitor {
  readonly visit: VisitDay;
  readonly submitted: Submitted<string>;
  readonly fields: Fields<string>;
}

/** The tickets of the day that the address asks for, with the numbers that it fills in. */
export async function visitPage(visitor: Visitor): Promise<TextAnswer> {
  const text = visitor.query.get('date') ?? '';
  const asked = parseCalendarDay(text);
  const day = asked ?? (await firstDay(visitor.shop));
  const visit = await readVisitDay(visitor, day, parseUuid(visitor.query.get('event') ?? ''));
  const values = prefilled(visitor);
  if (text !== '' && asked === undefined) {
    const fault = visitTexts(visitor.language)('dayFault', { day });
    return sentForm(visitor, visit, { values, faults: { date: fault } });
  }
  const parts = formPage(visitForm(visitor, visit, { values }));
  const canonical = text === '' ? '/visit' : `/visit?date=${day}`;
  return sharedShopPage(visitor, { ...parts, ...(visit.unlisted === undefined && { canonical }) });
}

/** The page with what was sent and what is wrong with it. */
export function sentForm(visitor: Visitor, visit: VisitDay, submitted: Submitted<string>): TextAnswer {
  const form = visitForm(visitor, visit, submitted);
  return shopPage(visitor, { ...formPage(form), form: form.fields });
}

function visitForm(visitor: Visitor, visit: VisitDay, submitted: Submitted<string>): VisitForm {
  const none = visit.offers.flatMap((offer) =>
    pricesOfDay(offer).map(({ category }) => [VISIT_FORM.countField(offer.product, category), '0']),
  );
  const filled = { ...submitted, values: { ...Object.fromEntries(none), ...submitted.values } };
  return { ...visitor, visit, submitted: filled, fields: fieldsOf<string>(visitor.language, filled) };
}

/** What the address chooses: the day, numbers and times. Anything else, such as the mark of a campaign, changes nothing. */
export function chosenIn({ query }: Visitor): URLSearchParams {
  const isChoice = ([name, value]: readonly [string, string]) =>
    name === 'date' ||
    (name === 'event' && parseUuid(value) !== undefined) ||
    name.startsWith('time.') ||
    /^\d{1,2}$/.test(value);
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
const DEFAULT_BUTTON = html`<button class="unseen" tabindex="-1" aria-hidden="true"></button>`;

function formPage(form: VisitForm): ShopPage {
  const { language, shop } = form;
  const { day, offers } = form.visit;
  const isOnSale = offers.some(({ onSale }) => onSale);
  const shown = offers.filter(({ onSale, closed }) => onSale || closed === undefined);
  return {
    title: visitTexts(language)('title'),
    lead: dayInWords(form),
    query: new URLSearchParams({ ...Object.fromEntries(chosenIn(form)), date: day }),
    main: html`
      <form method="post" action="${addressFor(form, '/visit')}" class="tickets" data-currency="${shop.currency}">
        ${isOnSale && DEFAULT_BUTTON}
        ${chooseDay(form)}
        ${whyNothing(form)}
        ${shown.map((offer) => offerFields(form, offer))}
        ${isOnSale && buyer(form)}
      </form>
    `,
    scripts: [shopAssets.address('visit.js'), siteAssets.address('double-click.js')],
  };
}

function dayInWords({ language, words, visit: { day, hours } }: VisitForm): Html {
  const { timeOpen: open, timeClose: close } = hours.opening ?? {};
  const isOpen = open !== undefined && close !== undefined;
  const hoursThen = isOpen && html` <span>${visitTexts(language)('open', { open, close })}</span>`;
  return html`<span>${asHeading(words.day(day))}</span>${hoursThen}`;
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

/** Its button sends the whole form and shows it again for that day. */
function chooseDay(form: VisitForm): Html {
  const { day, unlisted } = form.visit;
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
    <div class="choose">
      <label for="date">${say('day')}</label>
      ${line}
      <input type="date" id="date" name="date" required${tied}>
      <button name="step" value="show" formnovalidate>${say('showDay')}</button>
    </div>
  `;
}

/** Why general entry is not on sale on that day, and the next day on which it is. */
function whyNothing(form: VisitForm): Html | undefined {
  const { language, words, shop } = form;
  const { day, hours, offers, next } = form.visit;
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
  const link = (to: CalendarDay) =>
    html`<p><a href="${addressFor(form, '/visit', { date: to })}">${say('nextDay', { day: words.day(to) })}</a></p>`;
  return html`
    <div class="notice">
      <p>${why()}</p>
      ${next && link(next)}
    </div>
  `;
}

function offerFields(form: VisitForm, offer: ShownOffer): Html {
  const { event, product, onSale, times } = offer;
  const say = visitTexts(form.language);
  const { describedBy, line } = faultAt(form, product);
  const at = addressFor(form, `/events/${product}`);
  const others = event && html`<p><a href="${at}">${say('otherDates')}</a></p>`;
  const general = html`<h2 dir="auto">${wordTexts(form.language)('generalEntry')}</h2>`;
  const rows = html`
    ${times && timesOf(form, offer)}
    ${pricesOfDay(offer).map((price) => countInput(form, offer, price))}`;
  return html`
    <fieldset class="offer" id="${product}"${attributes({ 'aria-describedby': describedBy })}>
      <legend>${event === undefined ? general : nameOf(form, event)}</legend>
      <p class="where">
        ${event && whereIs(form, event)}
        ${event?.includesEntry && html`<span>${factTexts(form.language)('entryIncluded')}</span>`}
        ${event && times && html`<span>${say('lasts', { count: event.minutes })}</span>`}
        ${offerInWords(form, offer)}
      </p>
      ${line}
      ${onSale ? rows : others}
    </fieldset>
  `;
}

/** A link to the event. */
function nameOf(form: VisitForm, { eventId, name, languages }: ShownEvent): Html {
  const lang = otherLanguage(form.language, languages.name);
  const link = html`<a href="${addressFor(form, `/events/${eventId}`)}">${isolated(name)}</a>`;
  return html`<h2${attributes({ dir: 'auto', lang })}>${link}</h2>`;
}

function whereIs({ language }: VisitForm, { location, languages }: ShownEvent): Html {
  const lang = otherLanguage(language, languages.location);
  return html`<span${attributes({ dir: 'auto', lang })}>${location}</span>`;
}

function timesOf(form: VisitForm, offer: Offer): Html {
  const field = timeFieldOf(offer.product);
  const { describedBy, line } = faultAt(form, field);
  return timeChoice(form, offer, { field, chosen: form.submitted.values?.[field], describedBy, line });
}

function countInput(form: VisitForm, offer: Offer, price: OfferPrice): Html {
  const { language, words, shop, visit, fields } = form;
  const most = mostInOrder(offer, price, visit, shop);
  const category = visit.categories.find((each) => each.category === price.category);
  const name = html`<span dir="auto">${categoryName(form, price)}</span>`;
  const input = fields.input(VISIT_FORM.countField(offer.product, price.category), {
    label: html`${name} <span class="cost">${words.price(price)}</span>`,
    hint:
      price.priceCents > 0 && shop.checkout.ways.length === 0
        ? visitTexts(language)('atMuseum')
        : category && hintOf(form, category),
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
function buyer({ language, shop, fields }: VisitForm): Html {
  const say = visitTexts(language);
  const email = {
    label: say('email'),
    hint: say(shop.sender === undefined ? 'emailUse' : 'emailHint'),
    with: { ...EMAIL_INPUT, required: true, autocomplete: 'email', maxlength: 254 },
  };
  const trap = { label: say('trap'), with: { tabindex: -1, autocomplete: 'off' } };
  return html`
    ${fields.input('email', email)}
    <div class="trap">${fields.input(TRAP, trap)}</div>
    <input type="hidden" name="token" value="${shop.formTokens.current()}">
    <p class="sum" hidden>${say('total')} <output name="sum" aria-live="polite"></output></p>
    <p><button class="action">${say('continue')}</button></p>
  `;
}
