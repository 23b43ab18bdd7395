import { isolated, oneLine } from '../../core/name.js';
import { listOpenDays } from '../../hours/index.ts';
import { type CalendarFacts, calendarEntries, domainOf } from '../../mail/index.ts';
import { slotKey, slotOf } from '../../offers/index.ts';
import { wordTexts } from '../../pages/texts.ts';
import { holds } from '../../tickets/index.ts';
import type { OrderView } from './order-view.ts';

/** The calendar entries of an order's visits, with the same ids as in mails. */
export async function visitCalendar(view: OrderView): Promise<string> {
  const { shop, tickets } = view;
  const { sender, timeZone, publicUrl, clock } = shop;
  const visits = [...Map.groupBy(tickets, ({ ticket }) => slotKey(slotOf(ticket))).values()];
  const toCome = visits.filter((some) => some.some(({ state }) => holds(state)));
  const facts = await Promise.all(toCome.map((each) => factsOf(view, each)));
  const domain = sender === undefined ? new URL(publicUrl()).hostname : domainOf(sender);
  return calendarEntries(facts, { timeZone, sender, domain, now: clock.now() });
}

/** @param tickets of one slot */
async function factsOf(
  { language, shop, events }: OrderView,
  tickets: OrderView['tickets'],
): Promise<CalendarFacts> {
  const { store, seller, settings } = shop;
  const [{ ticket: first }] = tickets as [OrderView['tickets'][number]];
  const { product, day, entryTime } = first;
  const found = events.get(product);
  const [opening] = await listOpenDays(store, seller, day, day);
  const places = [found?.event.location ?? '', settings.now.name].filter((place) => place !== '');
  return {
    ...{ first, day, entryTime, opening },
    codes: tickets.filter(({ state }) => holds(state)).map(({ ticket }) => ticket.confirmationCode),
    title: found === undefined ? wordTexts(language)('generalEntry') : oneLine(found.event.name),
    location: places.map((place) => isolated(oneLine(place))).join(', '),
    minutes: found?.minutes,
  };
}
