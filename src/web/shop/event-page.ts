import type { Language } from '../../core/language.ts';
import { otherLanguage } from '../../core/other-language.ts';
import { Refusal } from '../../core/refusal.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { asHeading } from '../../core/words.ts';
import {
  findSayings,
  getEvent,
  getVisibility,
  type SaidEvent,
  type SpecialEvent,
} from '../../events/index.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { listOffers, type Offer, salesUntil } from '../../offers/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { factTexts } from '../../tickets/index.ts';
import { isOpened } from './code.ts';
import { placesLeftInWords, pricesList, saidOffers, timesToCome } from './offers.ts';
import { AT_TOP, pictureTags, pictureWithCredit, shownPictures } from './pictures.ts';
import { dateItem, ticketsAt } from './programme-list.ts';
import { sharedShopPage } from './shop-page.ts';
import { shopTexts } from './shop-texts.ts';
import { eventGraph } from './structured-data.ts';
import { addressFor, codeInAddress, type Visitor } from './visitor.ts';

/** An event: what it is, what it costs, and its dates to come. @throws Refusal event-not-found, HttpRefusal not-found */
export async function eventPage(visitor: Visitor): Promise<TextAnswer> {
  const eventId = eventIdIn(visitor);
  const { store, seller, terms } = visitor.shop;
  const range = { from: terms.calendar.today(), to: salesUntil(terms) };
  const [own, visibility, offers, pictures, sayEvent] = await Promise.all([
    getEvent(store, seller, eventId),
    getVisibility(store, seller, eventId),
    listOffers(store, seller, { ...range, eventId }, terms),
    shownPictures(visitor, [eventId]),
    findSayings(store, [eventId], [visitor.language, visitor.shop.settings.now.language]),
  ]);
  const code = codeInAddress(visitor);
  if (visibility === 'code' && !(await isOpened(visitor, eventId, code)))
    throw new Refusal('event-not-found', { eventId });
  const picture = pictures.get(eventId);
  const event = sayEvent(eventId, own);
  const dates = saidOffers(offers, sayEvent);
  const langOf = (member: keyof typeof event.languages) =>
    otherLanguage(visitor.language, event.languages[member]);
  const say = shopTexts(visitor.language);
  const [first] = dates;
  const main = html`
    <div class="event">
      <div>
        ${pictureWithCredit(picture, AT_TOP)}
        ${description(event, langOf('description'))}
        ${first?.event?.includesEntry && html`<p>${asHeading(factTexts(visitor.language)('entryIncluded'))}</p>`}
        ${first && html`<h2>${say('prices')}</h2>${pricesList(visitor, first.prices)}`}
      </div>
      <section aria-labelledby="dates">
        <h2 id="dates">${say('dates')}</h2>
        ${nextDate(visitor, dates)}
        ${datesByMonth(visitor, dates)}
        <p class="back"><a href="${addressFor(visitor, '/')}#programme">${say('allEvents')}</a></p>
      </section>
    </div>
  `;
  return sharedShopPage(visitor, {
    title: event.name,
    ...(code !== undefined && { query: new URLSearchParams({ code }) }),
    titleLanguage: langOf('name'),
    lead: html`<span${attributes({ dir: 'auto', lang: langOf('location') })}>${event.location}</span>`,
    main,
    ...(visibility === 'public' && { canonical: `/events/${eventId}` }),
    summary: event.description,
    head: [
      pictureTags(visitor, picture),
      visibility === 'public' && eventGraph(visitor, event, { dates, picture }),
    ],
  });
}

/** The main way on: tickets for the next date that has some. */
function nextDate(visitor: Visitor, dates: readonly Offer[]): Html | undefined {
  const next = dates.find(({ onSale }) => onSale);
  if (next === undefined) return undefined;
  const text = shopTexts(visitor.language)('ticketsFor', { day: visitor.words.dayOfYear(next.day) });
  return html`<p><a class="button action" href="${ticketsAt(visitor, next)}">${text}</a></p>`;
}

function eventIdIn({ request }: Visitor): Uuid {
  const eventId = parseUuid((request.params as { readonly eventId: string }).eventId);
  if (eventId === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  return eventId;
}

function description(
  { description: text }: SaidEvent<SpecialEvent>,
  lang: Language | undefined,
): Html | undefined {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  if (paragraphs.length === 0) return undefined;
  const written = attributes({ dir: 'auto', lang });
  return html`<div class="description"${written}>${paragraphs.map((text) => html`<p>${text}</p>\n`)}</div>`;
}

function datesByMonth(visitor: Visitor, dates: readonly Offer[]): Html {
  if (dates.length === 0) return html`<p class="quiet">${shopTexts(visitor.language)('noDates')}</p>`;
  const months = [...Map.groupBy(dates, ({ day }) => visitor.words.month(day))];
  return html`${months.map(
    ([month, inMonth]) => html`
      <h3>${asHeading(month)}</h3>
      <ul class="dates">
        ${inMonth.map((offer) => dateItem(visitor, offer, timesWithPlaces(visitor, offer)))}
      </ul>
    `,
  )}`;
}

/** Each entry time, and what is left then. */
function timesWithPlaces(visitor: Visitor, offer: Offer): Html | undefined {
  const times = timesToCome(offer);
  if (!offer.onSale || times === undefined) return undefined;
  return html`
    <ul class="at">
      ${times.map((time) => html`<li>${time.entryTime} ${placesLeftInWords(visitor, time)}</li>\n`)}
    </ul>`;
}
