import { BASE_PATH, type OutputOf } from '../doors/api/contract/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { MuseumCalendar } from '../core/clock.ts';
import { compareText } from '../core/text.ts';
import type { Uuid } from '../core/uuid.ts';
import { type EventDay, findEventDays } from '../events/index.ts';
import { findGeneralDays, type GeneralDay, openDays } from '../hours/index.ts';
import { success } from '../http/answer.ts';
import { tagged } from '../http/conditional.ts';
import { dayPage, pageLinks, rangeOf } from '../doors/api/day-pages.ts';
import type { HandlersOf } from '../doors/api/route.ts';
import type { Queries, Store } from '../store/index.ts';

type Availability = OutputOf<'getAvailability'>;
interface Days {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/** What can be bought on which day: the figures of the ledgers that sales are guarded by. */
export function availabilityHandlers(store: Store, calendar: MuseumCalendar): HandlersOf<'getAvailability'> {
  return {
    getAvailability: async ({ query }) => {
      const { startDate, endDate, page: number, limit, eventId, ticketType } = query;
      const today = calendar.today();
      const page = dayPage(rangeOf(startDate ?? today, endDate), number, limit);
      const found =
        page.days === undefined
          ? []
          : [
              ...(ticketType === 'event' || eventId !== undefined
                ? []
                : await generalEntry(store, page.days, today)),
              ...(ticketType === 'general' ? [] : await events(store, page.days, today, eventId)),
            ];
      const filters = { ...(eventId && { eventId }), ...(ticketType && { ticketType }) };
      const link = pageLinks(`${BASE_PATH}/availability`, page, filters);
      return tagged(success('getAvailability', found.sort(byDate), { link }));
    },
  };
}

async function generalEntry(queries: Queries, { from, to }: Days, today: CalendarDay): Promise<Availability> {
  const open = new Set((await openDays(queries, from, to)).map(({ date }) => date));
  const days = await findGeneralDays(queries, from, to);
  return days.map((day) => ({
    date: day.date,
    ticketType: 'general',
    ...figures(day, day.date >= today && open.has(day.date)),
  }));
}

async function events(
  queries: Queries,
  { from, to }: Days,
  today: CalendarDay,
  eventId?: Uuid,
): Promise<Availability> {
  const days = await findEventDays(queries, from, to, eventId);
  return days.map((day) => ({
    date: day.date,
    ticketType: 'event',
    eventId: day.eventId,
    eventName: day.eventName,
    ...figures(day, day.date >= today),
  }));
}

function figures({ capacity, sold }: GeneralDay | EventDay, canBeSold: boolean) {
  const left = capacity === null ? null : Math.max(0, capacity - sold);
  return { capacity, sold, left, onSale: canBeSold && left !== 0 };
}

/** By date; general entry first; then by the event's name and id. */
function byDate(one: Availability[number], other: Availability[number]): number {
  return (
    compareText(one.date, other.date) ||
    compareText(one.eventName ?? '', other.eventName ?? '') ||
    compareText(one.eventId ?? '', other.eventId ?? '')
  );
}
