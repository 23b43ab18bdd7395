import { callOffEvent, changeProgramme, postpone, rehearse } from '../../../calling-off/index.ts';
import type { Actor } from '../../../core/actor.ts';
import type { DayRange } from '../../../core/calendar-day.ts';
import { may } from '../../../core/permissions.ts';
import {
  announceEvent,
  cancelEvent,
  changeEvent,
  findDayBatches,
  getEvent,
  getEventTexts,
  getVisibility,
  listEvents,
  type SpecialEvent,
  setEventTexts,
  setVisibility,
} from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { AnswerCache } from '../../../http/answer-cache.ts';
import { tagged } from '../../../http/conditional.ts';
import { once } from '../../../idempotency/index.ts';
import { readRevision, runAction, type Store } from '../../../store/index.ts';
import { requireAmounts } from '../amounts.ts';
import { showFigures } from '../contract/calling-off.ts';
import { BASE_PATH } from '../contract/index.ts';
import { type DayPage, dayPage, pageLinks, rangeOf } from '../day-pages.ts';
import { longList } from '../long-list.ts';
import type { Parts } from '../parts.ts';
import type { HandlersOf } from '../route.ts';
import { noContent, success } from '../success.ts';
import type { eventOperations } from './operations.ts';
import { presentEvent, presentTexts, readAnnouncement, readTexts } from './presenters.ts';

/** How often a page is made at most while events keep changing. */
const ATTEMPTS = 3;
const LIST_PATH = `${BASE_PATH}/special-events`;

export function specialEventHandlers({
  store,
  clock,
  calendar,
  days,
  repeatable,
  currency,
  settings,
  sendsMail,
}: Parts<
  'store' | 'clock' | 'calendar' | 'days' | 'repeatable' | 'currency' | 'settings' | 'sendsMail'
>): HandlersOf<keyof typeof eventOperations> {
  const rendered = new AnswerCache(store, 'events');
  return {
    createSpecialEvent: ({ actor, header, query: { visibility }, body }) => {
      const { accountId } = actor;
      const repeated = { ...body, ...(visibility && { visibility }) };
      return repeatable.answer<SpecialEvent>(
        { operationId: 'createSpecialEvent', accountId, key: header['idempotency-key'], body: repeated },
        {
          perform: (request) => {
            requireAmounts(currency, [['/price', body.price]]);
            return once({ store, clock }, actor, request, async (context) => {
              const event = await announceEvent(context, readAnnouncement(body), {
                visibility,
                textLanguage: settings.now.language,
              });
              return { outcome: event, made: event.eventId };
            });
          },
          show: created,
        },
      );
    },

    listSpecialEvents: ({ actor, query }) => {
      const from = query.startDate ?? calendar.today();
      // Cached under the query as it was sent: computing the days would cost more than sending a cached page.
      const asked = `${from} ${query.endDate} ${query.page} ${query.limit}`;
      return rendered.get(`${asked} ${may(actor.role, 'read-unlisted')}`, async () => {
        const page = dayPage(rangeOf(from, query.endDate), query.page, query.limit);
        return renderPage(store, actor, page);
      });
    },

    getSpecialEvent: ({ actor, path: { eventId } }) =>
      rendered.get(`${eventId} ${may(actor.role, 'arrange-programme')}`, async () =>
        shown('getSpecialEvent', await getEvent(store, actor, eventId)),
      ),

    updateSpecialEvent: async ({ actor, path: { eventId }, body }) => {
      requireAmounts(currency, [['/price', body.price]]);
      const change = readAnnouncement(body);
      const changed = await runAction({ store, clock }, actor, (context) =>
        changeProgramme(context, { product: eventId, days }, () => changeEvent(context, eventId, change)),
      );
      return shown('updateSpecialEvent', changed);
    },

    deleteSpecialEvent: async ({ actor, path: { eventId } }) => {
      await runAction({ store, clock }, actor, (context) =>
        changeProgramme(context, { product: eventId, days }, () => cancelEvent(context, eventId)),
      );
      return noContent();
    },

    getEventTexts: async ({ actor, path: { eventId } }) =>
      success(
        'getEventTexts',
        presentTexts(await getEventTexts(store, actor, eventId, settings.now.language)),
      ),

    setEventTexts: async ({ actor, path: { eventId }, body }) => {
      const texts = await runAction({ store, clock }, actor, (context) =>
        setEventTexts(context, eventId, settings.now.language, (before) => readTexts(body, before)),
      );
      return success('setEventTexts', presentTexts(texts));
    },

    getEventVisibility: async ({ actor, path: { eventId } }) =>
      success('getEventVisibility', { visibility: await getVisibility(store, actor, eventId) }),

    setEventVisibility: async ({ actor, path: { eventId }, body }) => {
      await runAction({ store, clock }, actor, (context) => setVisibility(context, eventId, body.visibility));
      return success('setEventVisibility', body);
    },

    postponeSpecialEvent: async ({ actor, path: { eventId }, body }) => {
      const { event } = await runAction({ store, clock }, actor, (context) =>
        postpone(context, { ...body, eventId, days }),
      );
      return success('postponeSpecialEvent', presentEvent(event));
    },

    callOffSpecialEvent: async ({ actor, path: { eventId }, query, body }) => {
      const run = query.preview ? rehearse : runAction;
      const callingOff = { ...body, eventId, days };
      const figures = await run({ store, clock }, actor, (context) => callOffEvent(context, callingOff));
      return success('callOffSpecialEvent', showFigures(figures, sendsMail));
    },
  };
}

/** Makes a page of several parts again when an event has changed between two of them. */
async function renderPage(store: Store, actor: Actor, page: DayPage): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const revision = await readRevision(store, 'events');
    const answer = await renderOnce(store, actor, page);
    if (attempt === ATTEMPTS || (await readRevision(store, 'events')) === revision) return answer;
  }
}

async function renderOnce(store: Store, actor: Actor, page: DayPage): Promise<Answer> {
  const { days } = page;
  const pieces = days === undefined ? [] : await findDayBatches(store, days);
  const find = async (piece: DayRange) =>
    (await listEvents(store, actor, piece, days?.from)).map(presentEvent);
  return longList('listSpecialEvents', pieces, find, { link: pageLinks(LIST_PATH, page) });
}

function created(event: SpecialEvent): Answer {
  const answer = shown('createSpecialEvent', event);
  return { ...answer, headers: { ...answer.headers, location: `${LIST_PATH}/${event.eventId}` } };
}

function shown(id: 'createSpecialEvent' | 'getSpecialEvent' | 'updateSpecialEvent', event: SpecialEvent) {
  return tagged(success(id, presentEvent(event)));
}
