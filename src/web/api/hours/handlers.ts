import { changeHours, changeProgramme, closeMuseum, rehearse } from '../../../calling-off/index.ts';
import { LAST_DAY } from '../../../core/calendar-day.ts';
import { getDay, getWeek, listOpenDays, setWeek } from '../../../hours/index.ts';
import { AnswerCache } from '../../../http/answer-cache.ts';
import { tagged } from '../../../http/conditional.ts';
import { countGeneralEntry, GENERAL } from '../../../offers/index.ts';
import { runAction } from '../../../store/index.ts';
import { countEntryPlaces } from '../../../tickets/index.ts';
import { showFigures } from '../contract/calling-off.ts';
import { BASE_PATH } from '../contract/index.ts';
import { dayPage, pageLinks } from '../day-pages.ts';
import type { Parts } from '../parts.ts';
import type { HandlersOf } from '../route.ts';
import { showing, success } from '../success.ts';
import type { hoursOperations } from './operations.ts';
import { readClosing, readSpecialDay, readWeek, showWeek } from './presenters.ts';

const PATH = `${BASE_PATH}/museum-hours`;

export function hoursHandlers({
  store,
  clock,
  calendar,
  days,
  sendsMail,
}: Parts<'store' | 'clock' | 'calendar' | 'days' | 'sendsMail'>): HandlersOf<keyof typeof hoursOperations> {
  const rendered = new AnswerCache(store, 'hours');
  const change = { product: GENERAL, days } as const;
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

    ...showing<Exclude<keyof typeof hoursOperations, 'getMuseumHours'>>({
      getHoursOfDay: async ({ actor, path: { date } }) => {
        const { opening, reason } = await getDay(store, actor, date);
        const closed = { closed: true, ...(reason !== null && { reason }) };
        return { date, ...(opening ?? closed) };
      },

      setSpecialDay: async ({ actor, path: { date }, body }) => {
        const hours = readSpecialDay(body);
        const ticketsSold = await runAction({ store, clock }, actor, async (context) => {
          await changeHours(context, { day: date, hours, days });
          // Tickets for events that take such places stay valid for their events.
          const [places, ofEvents] = await Promise.all([
            countGeneralEntry(context.tx, date),
            countEntryPlaces(context.tx, date),
          ]);
          return places - ofEvents;
        });
        return { date, ...body, ticketsSold };
      },

      closeMuseum: async ({ actor, query, body }) => {
        const run = query.preview ? rehearse : runAction;
        const closing = { ...readClosing(body), days };
        const figures = await run({ store, clock }, actor, (context) => closeMuseum(context, closing));
        return showFigures(figures, sendsMail);
      },

      deleteSpecialDay: ({ actor, path: { date } }) =>
        runAction({ store, clock }, actor, (context) =>
          changeHours(context, { day: date, hours: null, days }),
        ),

      getWeeklyHours: async ({ actor }) => showWeek(await getWeek(store, actor)),

      setWeeklyHours: async ({ actor, body }) => {
        await runAction({ store, clock }, actor, (context) =>
          changeProgramme(context, change, (_, today) => setWeek(context, readWeek(body), today)),
        );
        return body;
      },
    }),
  };
}
