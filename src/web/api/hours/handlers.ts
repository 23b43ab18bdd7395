import { LAST_DAY } from '../../../core/calendar-day.ts';
import type { Clock, MuseumCalendar } from '../../../core/clock.ts';
import { clearDay, getDay, getWeek, listOpenDays, setDay, setWeek } from '../../../hours/index.ts';
import { AnswerCache } from '../../../http/answer-cache.ts';
import { tagged } from '../../../http/conditional.ts';
import { countGeneralEntry } from '../../../offers/index.ts';
import { runAction, type Store } from '../../../store/index.ts';
import { BASE_PATH } from '../contract/index.ts';
import { dayPage, pageLinks } from '../day-pages.ts';
import { readSpecialDay, readWeek, showWeek } from '../presenters.ts';
import type { HandlersOf } from '../route.ts';
import { noContent, success } from '../success.ts';

const PATH = `${BASE_PATH}/museum-hours`;

export interface HoursOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly calendar: MuseumCalendar;
}

export function hoursHandlers({
  store,
  clock,
  calendar,
}: HoursOptions): HandlersOf<
  | 'getMuseumHours'
  | 'getHoursOfDay'
  | 'setSpecialDay'
  | 'deleteSpecialDay'
  | 'getWeeklyHours'
  | 'setWeeklyHours'
> {
  const rendered = new AnswerCache(store, 'hours');
  return {
    getMuseumHours: ({ actor, query }) => {
      const range = { from: query.startDate ?? calendar.today(), to: LAST_DAY, isOpen: true };
      const page = dayPage(range, query.page, query.limit);
      return rendered.get(`${range.from} ${page.page} ${page.limit}`, async () => {
        const { days } = page;
        const open = days === undefined ? [] : await listOpenDays(store, actor, days.from, days.to);
        return tagged(success('getMuseumHours', open, { link: pageLinks(PATH, page) }));
      });
    },

    getHoursOfDay: async ({ actor, path: { date } }) => {
      const { opening, reason } = await getDay(store, actor, date);
      const closed = { closed: true, ...(reason !== null && { reason }) };
      return success('getHoursOfDay', { date, ...(opening ?? closed) });
    },

    setSpecialDay: async ({ actor, path: { date }, body }) => {
      const hours = readSpecialDay(body);
      const ticketsSold = await store.transaction(async (tx) => {
        await setDay({ tx, actor, now: clock.now() }, date, hours);
        return countGeneralEntry(tx, date);
      });
      return success('setSpecialDay', { date, ...body, ticketsSold });
    },

    deleteSpecialDay: async ({ actor, path: { date } }) => {
      await runAction({ store, clock }, actor, (context) => clearDay(context, date));
      return noContent();
    },

    getWeeklyHours: async ({ actor }) => success('getWeeklyHours', showWeek(await getWeek(store, actor))),

    setWeeklyHours: async ({ actor, body }) => {
      await runAction({ store, clock }, actor, (context) => setWeek(context, readWeek(body)));
      return success('setWeeklyHours', body);
    },
  };
}
