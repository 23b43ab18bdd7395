import type { Shown, World } from '../world.ts';
import { action, offers, onEvent, onTicket } from './action.ts';

const OPEN = { timeOpen: '10:00', timeClose: '18:00' };
const WEEKDAYS = ['monday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const REFUNDS = ['at-once', 'choose', undefined];

/** What is on, when, for whom and at what price; and what does not take place after all. */
export const programme = [
  action('announce an event', 2, async ({ api, draw, someDay, step, events }) => {
    const dates = [...new Set([0, 1, 2].map(() => someDay(1, 35)))].sort();
    const event = { name: `Event ${step}`, location: 'Hall', eventDescription: '', dates };
    const answer = await api('POST', '/special-events', { ...event, price: draw.oneOf([0, 9, 25]) });
    if (answer.status !== 201) return answer;
    const { eventId } = answer.json;
    events.push({ eventId, born: step });
    if (draw.happens(0.5)) await api('PUT', `/capacity/events/${eventId}`, { capacity: 6 });
    const times = { times: ['11:00', '15:00'], minutes: 60 };
    if (draw.happens(0.3)) await api('PUT', `/special-events/${eventId}/times`, times);
    return true;
  }),
  onEvent('cancel an event', 1, ({ api }, _, at) => api('DELETE', at)),
  onEvent('take a date off an event, put one on, or one back', 2, async (world, { eventId, dates }, at) => {
    const { api, draw, someDay } = world;
    const off = world.ticketsIn('cancelled').filter(({ ticket }) => ticket.eventId === eventId);
    const gone = draw.happens(0.5) ? draw.oneOf(dates) : undefined;
    const kept = dates.filter((date: string) => date !== gone);
    const more = draw.pick(off)?.ticket.ticketDate ?? someDay(1, 30);
    return api('PATCH', at, { dates: [...new Set([...kept, more])].sort() });
  }),
  onEvent('call off an event, or a date of it', 1.5, async (world, { dates }, at) => {
    const [date] = dates.filter((each: string) => each >= world.today());
    const refund = world.draw.oneOf(REFUNDS);
    const isOne = date !== undefined && world.draw.happens(0.7);
    const body = { ...(isOne && { dates: [date] }), ...(refund && { refund }), reason: 'The guide is ill.' };
    return asPreviewed(world, `${at}/call-off`, body);
  }),
  onEvent('postpone a date of an event', 1, async ({ api, draw, today, someDay }, { dates }, at) => {
    const from = draw.oneOf(dates.filter((date: string) => date >= today()));
    const to = someDay(1, 30);
    const body = { from, to, reason: 'The guide is ill.', force: draw.happens(0.2) };
    return (
      offers('/special-events/{eventId}/postpone') &&
      from !== undefined &&
      from !== to && // which makes no sense, and is refused
      api('POST', `${at}/postpone`, body)
    );
  }),
  action('close a day, with some of its events', 2.5, async (world) => {
    const from = world.someDay(0, 20);
    const refund = world.draw.oneOf(REFUNDS);
    const body = { from, to: from, reason: 'water leak', ...(refund && { refund }) };
    const undecided: Shown[] =
      (await world.api('POST', '/museum-hours/close?preview=true', body)).json.events ?? [];
    const decide = () => (world.draw.happens(0.5) ? 'called-off' : 'takes-place');
    const events = Object.fromEntries(undecided.map(({ eventId }) => [eventId, decide()]));
    for (const product of ['general', ...Object.keys(events)]) world.touch(product, from);
    return asPreviewed(world, '/museum-hours/close', { ...body, events });
  }),
  action('close a day, whatever is on', 0.5, async ({ api, touch, someDay }) => {
    const date = someDay(0, 20);
    touch('general', date);
    return api('PUT', `/museum-hours/${date}`, { closed: true, reason: 'Strike' });
  }),
  onTicket('open a day after all', 3, ['cancelled'], async ({ api, touch, today, draw }, { ticket }) => {
    const { ticketDate, eventId } = ticket;
    if (eventId !== undefined || ticketDate < today()) return false;
    touch('general', ticketDate);
    const at = `/museum-hours/${ticketDate}`;
    return draw.happens(0.5) ? api('PUT', at, OPEN) : api('DELETE', at);
  }),
  action('change the usual week', 0.3, async ({ api, touch, draw }) => {
    const closed = draw.happens(0.5) ? draw.oneOf(WEEKDAYS) : undefined;
    const week = Object.fromEntries(WEEKDAYS.map((day) => [day, day === closed ? null : OPEN]));
    touch('general');
    return api('PUT', '/weekly-hours', { ...week, tuesday: null });
  }),
  action('change the prices of general entry', 0.6, ({ api, draw }) =>
    api('PUT', '/general-entry/prices', prices(draw)),
  ),
  onEvent('change the prices of an event', 0.6, ({ api, draw }, _, at) =>
    api('PUT', `${at}/prices`, prices(draw)),
  ),
  action('change how many may come on a day', 0.5, ({ api, draw, someDay }) =>
    api('PUT', `/capacity/general/${someDay(0, 20)}`, { capacity: draw.oneOf([4, 15, 60]) }),
  ),
  onEvent('change how many may come to an event', 0.5, ({ api, draw }, { eventId }) =>
    api('PUT', `/capacity/events/${eventId}`, { capacity: draw.oneOf([4, 15, 60]) }),
  ),
  action('change the entry times of a day', 0.2, ({ api, draw }) => {
    const times = draw.oneOf([{ every: null }, { every: 60, places: 12, lastEntry: 60 }] as const);
    return api('PUT', '/general-entry/times', times);
  }),
  onEvent('change the times of an event', 0.3, ({ api, draw }, _, at) => {
    const times = draw.oneOf([[], ['11:00'], ['11:00', '15:00']] as const);
    return api('PUT', `${at}/times`, { times, minutes: 60 });
  }),
  onEvent('say whether an event includes general entry', 0.4, ({ api, draw }, _, at) =>
    api('PUT', `${at}/entry`, { includesEntry: draw.happens(0.7), takesPlace: draw.happens(0.5) }),
  ),
  action('rename the categories', 0.2, async ({ api, get, step }) => {
    const all: Shown[] = await get('/categories');
    const renamed = all.map(({ number: _, ...each }) => ({ ...each, name: `${each.category} ${step}` }));
    return api('PUT', '/categories', renamed);
  }),
];

function prices(draw: World['draw']) {
  return [
    { category: 'standard', price: draw.oneOf([0, 12, 12.5, 30]) },
    { category: 'family', price: draw.oneOf([28, 36.1]) },
  ];
}

/** Does what a preview says first, which must be what is done. */
async function asPreviewed(world: World, path: string, body: object) {
  const preview = await world.api('POST', `${path}?preview=true`, body);
  const done = await world.api('POST', path, body);
  if (done.status < 400 && preview.text !== done.text)
    world.faults.push(`${path} was to do ${preview.text}, and did ${done.text}`);
  return done;
}
