import { otherLanguage } from '../../core/other-language.ts';
import type { Uuid } from '../../core/uuid.ts';
import { asHeading } from '../../core/words.ts';
import type { SaidEvent, SpecialEvent } from '../../events/index.ts';
import type { Offer } from '../../offers/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { pictureHtml } from '../../pages/picture.ts';
import { factTexts } from '../../tickets/index.ts';
import { offerInWords, placesIfFew, priceFrom, type ShownOffer, timesToCome } from './offers.ts';
import { ON_CARD, type ShownPictures } from './pictures.ts';
import { shopTexts } from './shop-texts.ts';
import { addressFor, codeInAddress, type Visitor } from './visitor.ts';

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

/** What the cards show of events beside their dates, by their ids. */
export interface EventLooks {
  readonly said: ReadonlyMap<Uuid, SaidEvent<SpecialEvent>>;
  readonly pictures: ShownPictures;
}

export function programmeList(visitor: Visitor, events: readonly Dates[], looks: EventLooks): Html {
  const say = shopTexts(visitor.language);
  if (events.length === 0) return html`<p class="quiet">${say('nothingOn')}</p>`;
  const others = events.length - MOST_EVENTS;
  const more = html`<p><a href="${addressFor(visitor, '/visit')}">${say('moreEvents', { count: others })}</a></p>`;
  return html`
    <ul class="cards">${events.slice(0, MOST_EVENTS).map((dates) => card(visitor, dates, looks))}</ul>
    ${others > 0 && more}
  `;
}

/** An event: its name, what it costs, when it is on next, and its first sentence. */
function card(visitor: Visitor, dates: Dates, { said, pictures }: EventLooks): Html | undefined {
  const [first] = dates;
  if (first?.event === undefined) return undefined;
  const { eventId, name, languages, includesEntry } = first.event;
  const event = said.get(eventId);
  const sentence = firstSentence(event?.description ?? '');
  const picture = pictures.get(eventId);
  const langOf = (language: Parameters<typeof otherLanguage>[1]) => otherLanguage(visitor.language, language);
  const at = addressFor(visitor, `/events/${eventId}`);
  const named = attributes({ href: at, dir: 'auto', lang: langOf(languages.name) });
  const described = attributes({ dir: 'auto', lang: langOf(event?.languages.description) });
  const next = dates.find(({ onSale }) => onSale) ?? first;
  const few = next.onSale ? placesIfFew(visitor, next) : offerInWords(visitor, next);
  return html`
    <li>
      ${picture && pictureHtml(picture, ON_CARD)}
      <div class="name">
        <h3><a${named}>${name}</a></h3>
        <b class="from">${priceFrom(visitor, next)}</b>
      </div>
      <p>${datesInWords(visitor, dates, next)} ${few}</p>
      ${includesEntry && html`<p class="quiet">${asHeading(factTexts(visitor.language)('entryIncluded'))}</p>`}
      ${sentence !== '' && html`<p class="quiet"${described}>${sentence}</p>`}
    </li>
  `;
}

/** "Sun 14 Mar, 11:30 · 15:00 and 2 more dates" */
function datesInWords({ words, language }: Visitor, dates: Dates, next: Offer): string {
  const when = [asHeading(words.nearDate(next.day)), timesInWords(next)].filter(Boolean).join(', ');
  const count = dates.length - 1;
  return count === 0 ? when : `${when} · ${shopTexts(language)('moreDates', { count })}`;
}

/** At most so many characters of a text stand on a card. */
const MOST_CHARACTERS = 140;

/** The first sentence of a text, or as many of its words as fit. */
function firstSentence(text: string): string {
  const [line = ''] = text.trim().split(/\n/, 1);
  const sentence = /^.+?[.!?…](?=\s|$)/u.exec(line)?.[0] ?? line;
  if (sentence.length <= MOST_CHARACTERS) return sentence;
  const cut = sentence.slice(0, MOST_CHARACTERS);
  return `${cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : cut.length)} …`;
}

/** Where tickets for a date of an event are. */
export function ticketsAt(visitor: Visitor, { day, product, event }: Offer): string {
  const unlisted = event?.isUnlisted && { event: product };
  const code = codeInAddress(visitor);
  const query = { date: day, ...unlisted, ...(code !== undefined && { code }) };
  return `${addressFor(visitor, '/visit', query)}#${product}`;
}

/** A date of an event: a link to its tickets, what is left, and its times. */
export function dateItem(visitor: Visitor, offer: Offer, times = timesOf(offer)): Html {
  const name = asHeading(visitor.words.nearDate(offer.day));
  const date = offer.onSale
    ? html`<a href="${ticketsAt(visitor, offer)}">${name}</a>`
    : html`<span>${name}</span>`;
  return html`
    <li>
      ${date} ${offerInWords(visitor, offer)}
      ${times}
    </li>
  `;
}

function timesOf(offer: Offer): Html | undefined {
  const times = offer.onSale && timesInWords(offer);
  return times ? html`<span class="quiet">${times}</span>` : undefined;
}

/** "11:30 · 15:00" */
function timesInWords(offer: Offer): string | undefined {
  if (offer.times === undefined) return undefined;
  const open = (timesToCome(offer) ?? []).map(({ entryTime }) => entryTime);
  const shown = open.slice(0, MOST_TIMES).join(' · ');
  return open.length > MOST_TIMES ? `${shown} …` : shown;
}
