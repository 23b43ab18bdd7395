import type { DayRange } from '../../../core/calendar-day.ts';
import { fromCents } from '../../../core/money.ts';
import { findDayBatches, getEventCapacity, setEventCapacity } from '../../../events/index.ts';
import {
  clearDayCapacity,
  getDayCapacity,
  getGeneralCapacity,
  listOffers,
  type Offer,
  type OfferPrice,
  setDayCapacity,
  setGeneralCapacity,
} from '../../../offers/index.ts';
import { runAction } from '../../../store/index.ts';
import { BASE_PATH, type OutputOf } from '../contract/index.ts';
import { dayPage, pageLinks, rangeOf } from '../day-pages.ts';
import { longList } from '../long-list.ts';
import type { Parts } from '../parts.ts';
import type { HandlersOf } from '../route.ts';
import { showing } from '../success.ts';
import type { capacityOperations } from './operations.ts';

type Id = keyof typeof capacityOperations;

export function capacityHandlers({
  store,
  clock,
  terms,
}: Parts<'store' | 'clock' | 'terms'>): HandlersOf<Id> {
  return {
    ...showing<Exclude<Id, 'getAvailability'>>({
      getGeneralCapacity: async ({ actor }) => ({ capacity: await getGeneralCapacity(store, actor) }),

      setGeneralCapacity: async ({ actor, body }) => {
        await runAction({ store, clock }, actor, (context) => setGeneralCapacity(context, body.capacity));
        return body;
      },

      getDayCapacity: async ({ actor, path: { date } }) => ({
        capacity: await getDayCapacity(store, actor, date),
      }),

      setDayCapacity: async ({ actor, path: { date }, body }) => {
        await runAction({ store, clock }, actor, (context) => setDayCapacity(context, date, body.capacity));
        return body;
      },

      deleteDayCapacity: ({ actor, path: { date } }) =>
        runAction({ store, clock }, actor, (context) => clearDayCapacity(context, date)),

      getEventCapacity: async ({ actor, path: { eventId } }) => ({
        capacity: await getEventCapacity(store, actor, eventId),
      }),

      setEventCapacity: async ({ actor, path: { eventId }, body }) => {
        const { capacity } = body;
        await runAction({ store, clock }, actor, (context) => setEventCapacity(context, eventId, capacity));
        return body;
      },
    }),

    getAvailability: async ({ actor, query }) => {
      const { startDate, endDate, page: number, limit, eventId, ticketType } = query;
      const page = dayPage(rangeOf(startDate ?? terms.calendar.today(), endDate), number, limit);
      const filters = { ...(eventId && { eventId }), ...(ticketType && { ticketType }) };
      const link = pageLinks(`${BASE_PATH}/availability`, page, filters);
      const pieces = page.days === undefined ? [] : await findDayBatches(store, page.days);
      const find = async (days: DayRange) => {
        const offers = await listOffers(store, actor, { ...days, ...filters }, terms);
        return offers.map(showAvailability);
      };
      return longList('getAvailability', pieces, find, { link });
    },
  };
}

function showAvailability(offer: Offer): OutputOf<'getAvailability'>[number] {
  const { day, event, closed, prices, times, capacity, sold, left, onSale } = offer;
  return {
    date: day,
    ...(event === undefined
      ? { ticketType: 'general' as const }
      : { ticketType: 'event' as const, eventId: event.eventId, eventName: event.name }),
    ...(closed && { closed: true, ...(closed.reason !== null && { reason: closed.reason }) }),
    prices: showPrices(prices),
    ...{ capacity, sold, left },
    ...(times && {
      times: times.map(({ isOver: _, at: _at, prices: other, ...time }) => {
        return { ...time, ...(other && { prices: showPrices(other) }) };
      }),
    }),
    onSale,
  };
}

function showPrices(prices: readonly OfferPrice[]) {
  return prices.map(({ category, name, priceCents }) => ({ category, name, price: fromCents(priceCents) }));
}
