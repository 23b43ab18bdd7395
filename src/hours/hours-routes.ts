import { BASE_PATH } from '../contract/index.ts';
import { LAST_DAY } from '../core/calendar-day.ts';
import type { MuseumCalendar } from '../core/clock.ts';
import { success } from '../http/answer.ts';
import { entityTag } from '../http/conditional.ts';
import { dayPage, pageLinks } from '../http/day-pages.ts';
import { RenderedAnswers } from '../http/rendered-answers.ts';
import type { HandlersOf } from '../http/route.ts';
import type { Store } from '../store/index.ts';
import { openDays } from './opening.ts';

const PATH = `${BASE_PATH}/museum-hours`;

export interface HoursRoutesOptions {
  readonly store: Store;
  readonly calendar: MuseumCalendar;
}

export function hoursHandlers({ store, calendar }: HoursRoutesOptions): HandlersOf<'getMuseumHours'> {
  const rendered = new RenderedAnswers(store, 'hours');
  return {
    getMuseumHours: ({ query }) => {
      const page = dayPage(
        { from: query.startDate ?? calendar.today(), to: LAST_DAY },
        query.page,
        query.limit,
      );
      return rendered.get(`${page.range.from} ${page.page} ${page.limit}`, async () => {
        const days = page.days === undefined ? [] : await openDays(store, page.days.from, page.days.to);
        const { headers, ...answer } = success('getMuseumHours', days, { link: pageLinks(PATH, page) });
        return { ...answer, headers: { ...headers, etag: entityTag(answer.body) } };
      });
    },
  };
}
