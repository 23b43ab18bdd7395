import { type CalendarDay, parseCalendarDay } from '../../../core/calendar-day.ts';
import {
  clearTimesOn,
  getEventOverview,
  getTimesOn,
  type SpecialEvent,
  setTimesOn,
} from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import { fieldsOf, readFields, type Submitted } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import { changeRule } from '../calendar/rules.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { eventAddress, pathId } from '../links.ts';
import { formTo, postForm } from '../post-form.ts';
import { timesField } from './event-draft.ts';
import { timesInWords } from './event-form-page.ts';
import { eventFormTexts } from './event-form-texts.ts';
import { eventsTexts } from './events-texts.ts';

type Name = 'times' | 'seen';

export function dateTimesAddress(eventId: string, day: CalendarDay): string {
  return `${eventAddress(eventId)}/times/${day}`;
}

/** The entry times of one date of an event: its own, or those of the event to start from. */
export async function showDateTimes(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language, words } = desk;
  const say = eventsTexts(language);
  const { event, day, own, times } = await timesKnown(desk);
  const fields = fieldsOf<Name>(language, submitted);
  const asUsual = html`<button name="step" value="usual" formnovalidate>${say('timesAsUsual')}</button>\n`;
  const form = html`
    ${fields.hidden('seen', seenAs(own))}
    ${fields.inputs({ times: { ...timesField(desk), value: times.join(', ') } })}
    <p class="actions">
      <button class="action">${eventFormTexts(language)('save')}</button>
      ${own !== null && asUsual}
      <a class="button" href="${eventAddress(event.eventId)}">${say('toEvent')}</a>
    </p>
  `;
  return deskPage(desk, {
    title: say('timesOfDate', { day: words.day(day) }),
    lead: event.name,
    main: formTo(desk, dateTimesAddress(event.eventId, day), form),
    here: '/desk/events',
    form: fields,
  });
}

interface TimesKnown {
  readonly event: SpecialEvent;
  readonly day: CalendarDay;
  /** Null: it has those of the event. */
  readonly own: readonly string[] | null;
  readonly times: readonly string[];
}

/** @throws HttpRefusal not-found when the event does not take place on that day */
async function timesKnown({ store, actor, request }: DeskRequest): Promise<TimesKnown> {
  const eventId = pathId(request, 'eventId');
  const day = parseCalendarDay((request.params as { readonly day: string }).day);
  const { event, isCancelled, days } = await getEventOverview(store, actor, eventId);
  const date = isCancelled ? undefined : days.find((each) => each.day === day && !each.isTakenOff);
  if (date === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  return {
    ...{ event, day: date.day, own: date.ownTimes },
    times: await getTimesOn(store, actor, eventId, date.day),
  };
}

export const saveDateTimes = postForm<Name>(async (desk, sent) => {
  const { event, day, own } = await timesKnown(desk);
  const { eventId } = event;
  const isUsual = sent.form.get('step') === 'usual';
  const read = isUsual ? { typed: { times: null } } : readFields({ times: timesField(desk) }, sent.values);
  if ('faults' in read) return sent.again(read);
  const { times } = read.typed;
  return changeRule<readonly string[] | null, Name>(desk, sent, {
    at: eventAddress(eventId),
    now: own,
    wanted: times,
    save: (action, expect) =>
      times === null
        ? clearTimesOn(action, eventId, day, expect)
        : setTimesOn(action, { eventId, day, times }, expect),
    done: 'dateTimesChanged',
    journalOf: () => [eventId, 'event.date-times-set', 'event.date-times-cleared'],
    inWords: (now) =>
      now === null ? eventsTexts(desk.language)('timesAsUsual') : timesInWords(desk, { times: now }),
    field: 'times',
  });
}, showDateTimes);
