import { addDays, weekOf } from '../../core/calendar-day.ts';
import { textFor } from '../../core/texts-by-language.ts';
import { asHeading } from '../../core/words.ts';
import { listEvents } from '../../events/index.ts';
import { getWeek, type Week } from '../../hours/index.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { salesUntil } from '../../offers/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { factList } from '../../pages/parts.ts';
import { TEXT_PATHS } from '../../settings/index.ts';
import { daysAhead } from './days-ahead.ts';
import { contactLinks } from './frame.ts';
import { groupsSentence } from './groups.ts';
import { todaysHours } from './hours.ts';
import { DAYS_SHOWN, offersAhead, saidOffers, sayingsOf } from './offers.ts';
import { AT_TOP, pictureTags, pictureWithCredit, shownPictures } from './pictures.ts';
import { datesByEvent, programmeList, shownDates, shownEvents } from './programme-list.ts';
import { sharedShopPage } from './shop-page.ts';
import { shopTexts } from './shop-texts.ts';
import { museumGraph } from './structured-data.ts';
import { addressFor, type Visitor } from './visitor.ts';

/** The first page for visitors: what kind of place this is, whether it is open, tickets for the next days, and what is on. */
export async function homePage(visitor: Visitor): Promise<TextAnswer> {
  const { shop, language } = visitor;
  const { store, seller } = shop;
  const from = shop.terms.calendar.today();
  const [hours, offers, onThen, week] = await Promise.all([
    todaysHours(visitor),
    offersAhead(shop),
    listEvents(store, seller, { from, to: addDays(from, DAYS_SHOWN - 1) }),
    getWeek(store, seller),
  ]);
  const sayEvent = await sayingsOf(visitor, offers);
  const events = datesByEvent(saidOffers(offers, sayEvent));
  const eventIds = shownEvents(events);
  const said = new Map(onThen.map((event) => [event.eventId, sayEvent(event.eventId, event)]));
  const pictures = await shownPictures(visitor, ['museum', ...eventIds]);
  const picture = pictures.get('museum');
  const say = shopTexts(language);
  const main = html`
    ${pictureWithCredit(picture, AT_TOP)}
    <div class="buy">
      <div class="place">
        ${whatPlace(visitor, hours)}
      </div>
      <section aria-labelledby="tickets">
        <h2 id="tickets">${say('buyTickets')}</h2>
        ${daysAhead(visitor, offers)}
        ${anotherDay(visitor)}
      </section>
    </div>
    <section class="on" aria-labelledby="programme">
      <h2 id="programme">${say('whatsOn')}</h2>
      ${programmeList(visitor, events, { said, pictures })}
    </section>
  `;
  return sharedShopPage(visitor, {
    title: shop.settings.now.name,
    hasOwnHeading: true,
    main,
    canonical: '/',
    more: columns(visitor, week),
    head: [
      pictureTags(visitor, picture),
      museumGraph(visitor, { week, dates: shownDates(events), pictures }),
    ],
  });
}

/** The museum's own sentence, or its name; and today's hours. */
function whatPlace({ shop, language }: Visitor, hours: readonly string[]): Html {
  const { now } = shop.settings;
  const own = textFor(now.sentence, [language, now.language]);
  const lang = own?.language === language ? undefined : own?.language;
  return html`
    <h1 dir="auto"${attributes({ lang })}>${own?.text ?? now.name}</h1>
    <p class="lead">${hours.map((line) => html`<span>${line}</span> `)}</p>
    ${now.address !== null && html`<p class="quiet" dir="auto">${now.address}</p>`}
  `;
}

function anotherDay({ shop: { terms, settings }, language, hasChosen }: Visitor): Html {
  const say = shopTexts(language);
  const today = terms.calendar.today();
  const day = attributes({ value: today, min: today, max: salesUntil(terms) });
  return html`
    <form class="choose" action="/visit">
      ${hasChosen && html`<input type="hidden" name="language" value="${language}">\n`}
      <label for="date">${say('anotherDay')}</label>
      <input type="date" id="date" name="date" required${day}>
      <button>${say('showDay')}</button>
      ${(settings.now.vat ?? 0) > 0 && html`<small>${say('withVat')}</small>`}
    </form>
  `;
}

/** Below the first page: when the museum is open, where it is, and whom to ask. */
function columns(visitor: Visitor, week: Week): Html {
  const { language, shop } = visitor;
  const { settings } = shop;
  const { address } = settings.now;
  const say = shopTexts(language);
  const questions = [...contactLinks(settings), groupsSentence(visitor)].filter((each) => each !== undefined);
  return html`
    <div class="columns">
      <section aria-labelledby="hours">
        <h2 id="hours">${say('openingHours')}</h2>
        ${weekTable(visitor, week)}
      </section>
      ${address !== null && wayThere(visitor, address)}
      ${questions.length > 0 && section(say('questions'), questions)}
    </div>
  `;
}

function section(heading: string, lines: readonly Html[]): Html {
  return html`<section><h2>${heading}</h2>${lines.map((line) => html`<p>${line}</p>\n`)}</section>`;
}

function wayThere(visitor: Visitor, address: string): Html {
  const { settings } = visitor.shop;
  const say = shopTexts(visitor.language);
  const directions = html`<a class="who" href="${addressFor(visitor, TEXT_PATHS.visit)}">${say('yourVisit')}</a>`;
  return section(say('wayThere'), [
    html`<span dir="auto">${settings.now.name}<br>${inLines(address)}</span>`,
    ...(settings.texts.visit === undefined ? [] : [directions]),
  ]);
}

function weekTable({ words, language, shop: { terms } }: Visitor, week: Week): Html {
  const days = weekOf(terms.calendar.today()).map((day, index) => {
    const opening = week[index];
    const hours = opening ? `${opening.timeOpen}–${opening.timeClose}` : shopTexts(language)('closed');
    return [asHeading(words.weekday(day)), hours] as const;
  });
  return factList('week', days);
}

function inLines(address: string): Html[] {
  return address.split(/\s*[\n,]\s*/).map((line, index) => html`${index > 0 && html`<br>`}${line}`);
}
