import { addDays } from '../../core/calendar-day.ts';
import { fromCents } from '../../core/money.ts';
import { textFor } from '../../core/texts-by-language.ts';
import type { SpecialEvent } from '../../events/index.ts';
import type { Opening, Week } from '../../hours/index.ts';
import type { Offer, OfferPrice } from '../../offers/index.ts';
import { dataBlock, type Html } from '../../pages/html.ts';
import type { ShownPicture } from '../../pages/picture.ts';
import { categoryName, DAYS_SHOWN } from './offers.ts';
import { pictureUrls, type ShownPictures } from './pictures.ts';
import type { Visitor } from './visitor.ts';

/** What search engines read: the vocabulary of https://schema.org as JSON-LD, in one graph. */

const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

export interface MuseumData {
  readonly week: Week;
  /** The dates of events that the page shows. */
  readonly dates: readonly Offer[];
  readonly pictures: ShownPictures;
}

export interface EventData {
  readonly dates: readonly Offer[];
  readonly picture: ShownPicture | undefined;
}

/** The museum and what is on. */
export function museumGraph(visitor: Visitor, { week, dates, pictures }: MuseumData): Html {
  const events = dates.map((offer) =>
    eventOn(visitor, offer, offer.event && pictures.get(offer.event.eventId)),
  );
  const { sentence, language } = visitor.shop.settings.now;
  const own = textFor(sentence, [visitor.language, language]);
  const museum = {
    ...museumOf(visitor),
    ...(own && { description: own.text }),
    ...imageOf(visitor, pictures.get('museum')),
  };
  return graph([{ ...museum, openingHours: openingHours(week) }, ...events]);
}

/** An event on its dates of the next weeks. */
export function eventGraph(
  visitor: Visitor,
  { description }: SpecialEvent,
  { dates, picture }: EventData,
): Html {
  const last = addDays(visitor.shop.terms.calendar.today(), DAYS_SHOWN - 1);
  const near = dates.filter(({ day }, index) => index === 0 || day <= last);
  const events = near.map((offer) => ({
    ...eventOn(visitor, offer, picture),
    ...(description !== '' && { description }),
  }));
  return graph([museumOf(visitor), ...events]);
}

function graph(nodes: readonly object[]): Html {
  return dataBlock('application/ld+json', { '@context': 'https://schema.org', '@graph': nodes });
}

function museumOf({ shop }: Visitor) {
  const { settings, logo } = shop;
  const publicUrl = shop.publicUrl();
  const { name, address, phone, email, website } = settings.now;
  return {
    '@type': 'Museum',
    '@id': `${publicUrl}/#museum`,
    name,
    url: `${publicUrl}/`,
    ...(address !== null && { address }),
    ...(phone !== null && { telephone: phone }),
    ...(email !== null && { email }),
    ...(website !== null && { sameAs: website }),
    ...(logo !== undefined && { logo: publicUrl + logo }),
  };
}

/** "Mo-We 10:00-18:00", as https://schema.org/openingHours has it: equal hours of days in a row together. */
function openingHours(week: Week): string[] {
  const days = week.flatMap((opening, index) => (opening ? [{ index, hours: span(opening) }] : []));
  const rows: { first: number; last: number; hours: string }[] = [];
  for (const { index, hours } of days) {
    const row = rows.at(-1);
    if (row?.hours === hours && row.last === index - 1) row.last = index;
    else rows.push({ first: index, last: index, hours });
  }
  return rows.map(({ first, last, hours }) =>
    first === last ? `${WEEKDAYS[first]} ${hours}` : `${WEEKDAYS[first]}-${WEEKDAYS[last]} ${hours}`,
  );
}

function span({ timeOpen, timeClose }: Opening): string {
  return `${timeOpen}-${timeClose}`;
}

function imageOf(visitor: Visitor, picture: ShownPicture | undefined) {
  return picture && { image: pictureUrls(visitor, picture) };
}

function eventOn(visitor: Visitor, offer: Offer, picture: ShownPicture | undefined) {
  const { settings } = visitor.shop;
  const publicUrl = visitor.shop.publicUrl();
  const { name: museumName, address } = settings.now;
  const { event, day, times, product } = offer;
  const [first] = times ?? [];
  return {
    '@type': 'Event',
    '@id': `${publicUrl}/events/${product}#${day}`,
    name: event?.name,
    url: `${publicUrl}/events/${product}`,
    ...imageOf(visitor, picture),
    startDate: first === undefined ? day : `${day}T${first.entryTime}`,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: event?.location,
      address: address ?? museumName,
      containedInPlace: { '@id': `${publicUrl}/#museum` },
    },
    offers: offer.prices.map((price) => offerOf(visitor, offer, price)),
  };
}

function offerOf(visitor: Visitor, offer: Offer, price: OfferPrice) {
  const { publicUrl, currency } = visitor.shop;
  return {
    '@type': 'Offer',
    name: categoryName(visitor, price),
    price: fromCents(price.priceCents),
    priceCurrency: currency,
    availability: `https://schema.org/${availabilityOf(offer)}`,
    url: `${publicUrl()}/visit?date=${offer.day}`,
  };
}

function availabilityOf({ onSale, left }: Offer): string {
  if (onSale) return 'InStock';
  return left === 0 ? 'SoldOut' : 'OutOfStock';
}
