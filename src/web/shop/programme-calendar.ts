import { addDays, type CalendarDay } from '../../core/calendar-day.ts';
import { isolated, oneLine } from '../../core/name.js';
import { instantOf } from '../../core/zoned-time.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { listOffers, type Offer } from '../../offers/index.ts';
import { inReadersLanguage } from './offers.ts';
import type { ShopOptions } from './shop-options.ts';
import type { Visitor } from './visitor.ts';

/** How far ahead a calendar shows what is on. */
const DAYS_AHEAD = 183;

/** What is on, as an iCalendar object (RFC 5545) that calendars can subscribe to. */
export async function programmeCalendar(visitor: Visitor): Promise<TextAnswer> {
  const { shop } = visitor;
  const { store, seller, terms, settings } = shop;
  const publicUrl = shop.publicUrl();
  const { name: museumName } = settings.now;
  const { default: ical, ICalCalendarMethod } = await import('ical-generator');
  const today = terms.calendar.today();
  const range = { from: today, to: addDays(today, DAYS_AHEAD) };
  const listed = await listOffers(store, seller, { ...range, ticketType: 'event' }, terms);
  const offers = await inReadersLanguage(visitor, listed);
  const calendar = ical({
    name: museumName,
    prodId: { company: 'museum', product: 'programme' },
    method: ICalCalendarMethod.PUBLISH,
    url: `${publicUrl}/programme.ics`,
    ttl: 6 * 3_600,
  });
  for (const offer of offers) {
    for (const { id, ...when } of occasionsOf(shop, offer)) {
      calendar.createEvent({
        id: `${id}@${new URL(publicUrl).hostname}`,
        stamp: new Date(`${today}T00:00:00Z`),
        ...when,
        summary: oneLine(offer.event?.name ?? ''),
        location: [offer.event?.location ?? '', museumName].map((part) => isolated(oneLine(part))).join(', '),
        url: `${publicUrl}/events/${offer.product}`,
      });
    }
  }
  return {
    status: 200,
    headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-cache' },
    body: `${calendar}\r\n`,
  };
}

/** One for each entry time, or the whole day. Times that overlap, as those of an exhibition, are one. */
function occasionsOf({ terms }: ShopOptions, { product, day, times, event }: Offer) {
  if (times === undefined) return [{ id: `${product}-${day}`, ...wholeDay(day) }];
  const lasts = (event?.minutes ?? 0) * 60_000;
  const occasions: { id: string; start: Date; end: Date }[] = [];
  for (const { entryTime } of times) {
    const start = instantOf(terms.localOf, day, entryTime);
    const end = new Date(start + lasts);
    const last = occasions.at(-1);
    if (last !== undefined && start < last.end.getTime()) last.end = end;
    else
      occasions.push({ id: `${product}-${day}-${entryTime.replace(':', '')}`, start: new Date(start), end });
  }
  return occasions;
}

function wholeDay(day: CalendarDay) {
  return { start: new Date(`${day}T00:00:00Z`), end: new Date(`${addDays(day, 1)}T00:00:00Z`), allDay: true };
}
