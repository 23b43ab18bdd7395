import { BASE_PATH, type OutputOf } from './contract/index.ts';
import { type CalendarDay, LAST_DAY } from '../../core/calendar-day.ts';
import type { MuseumCalendar } from '../../core/clock.ts';
import { Problem } from './problems.ts';
import { noContent, success } from '../../http/answer.ts';
import { tagged } from '../../http/conditional.ts';
import { dayPage, pageLinks } from './day-pages.ts';
import { RenderedAnswers } from '../../http/rendered-answers.ts';
import type { HandlersOf } from './route.ts';
import type { Store } from '../../store/index.ts';
import { findGeneralDays } from '../../hours/general-entry-store.ts';
import {
  findWeek,
  type Opening,
  openDays,
  removeSpecialDay,
  replaceSpecialDay,
  replaceWeek,
  type Week,
} from '../../hours/opening-store.ts';

const PATH = `${BASE_PATH}/museum-hours`;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export interface HoursRoutesOptions {
  readonly store: Store;
  readonly calendar: MuseumCalendar;
}

type HoursOperations =
  | 'getMuseumHours'
  | 'setSpecialDay'
  | 'deleteSpecialDay'
  | 'getWeeklyHours'
  | 'setWeeklyHours';

export function hoursHandlers({ store, calendar }: HoursRoutesOptions): HandlersOf<HoursOperations> {
  const rendered = new RenderedAnswers(store, 'hours');
  return {
    getMuseumHours: ({ query }) => {
      const page = dayPage(
        { from: query.startDate ?? calendar.today(), to: LAST_DAY, isOpen: true },
        query.page,
        query.limit,
      );
      return rendered.get(`${page.range.from} ${page.page} ${page.limit}`, async () => {
        const days = page.days === undefined ? [] : await openDays(store, page.days.from, page.days.to);
        return tagged(success('getMuseumHours', days, { link: pageLinks(PATH, page) }));
      });
    },

    setSpecialDay: ({ path: { date }, body }) => {
      const opening = openingOf(body);
      return store.transaction(async (tx) => {
        await replaceSpecialDay(tx, date, opening, body.reason ?? null);
        const [day] = await findGeneralDays(tx, date, date);
        return success('setSpecialDay', { date, ...body, ticketsSold: day?.sold ?? 0 });
      });
    },

    deleteSpecialDay: ({ path: { date } }) =>
      store.transaction(async (tx) => {
        if (!(await removeSpecialDay(tx, date))) throw noOwnHours(date);
        return noContent();
      }),

    getWeeklyHours: async () => success('getWeeklyHours', showWeek(await findWeek(store))),

    setWeeklyHours: ({ body }) =>
      store.transaction(async (tx) => {
        await replaceWeek(
          tx,
          WEEKDAYS.map((weekday) => body[weekday]),
        );
        return success('setWeeklyHours', body);
      }),
  };
}

/** Null: closed. */
function openingOf({ timeOpen, timeClose }: { timeOpen?: string; timeClose?: string }): Opening | null {
  return timeOpen === undefined || timeClose === undefined ? null : { timeOpen, timeClose };
}

function showWeek(week: Week): OutputOf<'getWeeklyHours'> {
  const days = WEEKDAYS.map((weekday, index) => [weekday, week[index] ?? null]);
  return Object.fromEntries(days) as OutputOf<'getWeeklyHours'>;
}

function noOwnHours(date: CalendarDay): Problem {
  return new Problem(
    'exception-not-found',
    `${date} has no opening hours of its own; the usual week holds for it.`,
  );
}
