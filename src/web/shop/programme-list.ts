import { otherLanguage } from '../../core/other-language.ts';
import type { Uuid } from '../../core/uuid.ts';
import { asHeading } from '../../core/words.ts';
import type { Offer } from '../../offers/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { pictureHtml } from '../../pages/picture.ts';
import { factTexts } from '../../tickets/index.ts';
import { categoryPricesInWords, offerInWords, type ShownOffer, timesToCome } from './offers.ts';
import { ON_CARD, type ShownPictures } from './pictures.ts';
import { shopTexts } from './shop-texts.ts';
import { addressFor, type Visitor } from './visitor.ts';

/** How many events are shown, how many dates of each, and how many times of a date. */
const MOST_EVENTS = 40;
const MOST_DATES = 4;
const MOST_TIMES = 4;

type Dates = readonly ShownOffer[];

/** The dates of each event; the event that is on first comes first. */
export function datesByEvent(offers: Dates): Dates[] {
  const dates = offers.filter(({ event }) => event !== undefined);
  return [...Map.groupBy(dates, ({ product }) => product).values()];
}

/** Those that `programmeList` shows. */
export function shownDates(events: readonly Dates[]): Dates {
  return events.slice(0, MOST_EVENTS).flatMap((dates) => dates.slice(0, MOST_DATES));
}

export function shownEvents(events: readonly Dates[]): Uuid[] {
  return events.slice(0, MOST_EVENTS).flatMap(([first]) => first?.event?.eventId ?? []);
}

export function programmeList(visitor: Visitor, events: readonly Dates[], pictures: ShownPictures): Html {
  const say = shopTexts(visitor.language);
  if (events.length === 0) return html`<p class="quiet">${say('nothingOn')}</p>`;
  const others = events.length - MOST_EVENTS;
  const more = html`<p><a href="${addressFor(visitor, '/visit')}">${say('moreEvents', { count: others })}</a></p>`;
  return html`
    <ul class="programme">${events.slice(0, MOST_EVENTS).map((dates) => eventItem(visitor, dates, pictures))}</ul>
    ${others > 0 && more}
  `;
}

function eventItem(visitor: Visitor, dates: Dates, pictures: ShownPictures): Html | undefined {
  const [first] = dates;
  if (first?.event === undefined) return undefined;
  const { eventId, name, location, languages, includesEntry } = first.event;
  const at = addressFor(visitor, `/events/${eventId}`);
  const picture = pictures.get(eventId);
  const named = attributes({ href: at, dir: 'auto', lang: otherLanguage(visitor.language, languages.name) });
  const placed = attributes({ dir: 'auto', lang: otherLanguage(visitor.language, languages.location) });
  const count = dates.length - MOST_DATES;
  const more = html`<li><a href="${at}">${shopTexts(visitor.language)('moreDates', { count })}</a></li>`;
  return html`
    <li>
      ${picture && pictureHtml(picture, ON_CARD)}
      <h3><a${named}>${name}</a></h3>
      <p class="quiet"${placed}>${location}</p>
      ${includesEntry && html`<p class="quiet">${asHeading(factTexts(visitor.language)('entryIncluded'))}</p>`}
      <p class="costs">${categoryPricesInWords(visitor, first.prices)}</p>
      <ul class="dates">
        ${dates.slice(0, MOST_DATES).map((offer) => dateItem(visitor, offer))}
        ${count > 0 && more}
      </ul>
    </li>
  `;
}

/** A date of an event: a link to its tickets, what is left, and its times. */
export function dateItem(visitor: Visitor, offer: Offer, times = timesOf(offer)): Html {
  const name = asHeading(visitor.words.nearDate(offer.day));
  const unlisted = offer.event?.isUnlisted && { event: offer.product };
  const to = `${addressFor(visitor, '/visit', { date: offer.day, ...unlisted })}#${offer.product}`;
  const date = offer.onSale ? html`<a href="${to}">${name}</a>` : html`<span>${name}</span>`;
  return html`
    <li>
      ${date} ${offerInWords(visitor, offer)}
      ${times}
    </li>
  `;
}

/** "11:30 · 15:00" */
function timesOf(offer: Offer): Html | undefined {
  if (!offer.onSale || offer.times === undefined) return undefined;
  const open = (timesToCome(offer) ?? []).map(({ entryTime }) => entryTime);
  const shown = open.slice(0, MOST_TIMES).join(' · ');
  return html`<span class="quiet">${shown}${open.length > MOST_TIMES && ' …'}</span>`;
}
