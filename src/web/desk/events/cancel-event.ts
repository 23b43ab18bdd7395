import { type CallingOffFigures, callOffEvent, rehearse } from '../../../calling-off/index.ts';
import { type CalendarDay, parseCalendarDay } from '../../../core/calendar-day.ts';
import { Refusal } from '../../../core/refusal.ts';
import {
  type EventOverview,
  getEventOverview,
  type SpecialEvent,
  soldDaysAhead,
} from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { entityTag } from '../../../http/conditional.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { runAction } from '../../../store/index.ts';
import { countAddresses } from '../../../tickets/index.ts';
import { soldDaysTable, whoIsTold } from '../affected-visitors.ts';
import { callingOffList, callingOffReason, readCallingOff, refundChoice } from '../calling-off.ts';
import { callingOffTexts } from '../calling-off-texts.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage } from '../desk-page.ts';
import { done } from '../done.ts';
import { ChangedMeanwhile, requireSeen, seenAs } from '../edit-conflict.ts';
import { eventAddress, pathId } from '../links.ts';
import { formTo, postForm } from '../post-form.ts';
import { eventsTexts } from './events-texts.ts';

type Name = 'seen' | 'date' | 'reason' | 'refund';

/** Asks to confirm that an event, or one of its dates, is called off, with what that does. */
export async function askToCancel(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language, actor, words } = desk;
  const [say, sayOff] = [eventsTexts(language), callingOffTexts(language)];
  const overview = await getEventOverview(desk.store, actor, pathId(desk.request, 'eventId'));
  const { event, isCancelled } = overview;
  const { eventId, name } = event;
  const at = eventAddress(eventId);
  if (isCancelled) return done(at, 'eventCancelled');
  const date = parseCalendarDay(submitted?.values?.date ?? desk.query.get('date') ?? '');
  if (date !== undefined && !event.dates.includes(date)) return done(at, 'dateCalledOff');
  const callingOff = { eventId, dates: date && [date], days: desk.days };
  const figures = await rehearse(desk, actor, (context) => callOffEvent(context, callingOff));
  const fields = fieldsOf<Name>(language, submitted);
  const day = date && words.day(date);
  const form = html`
    ${fields.hidden('seen', seenAs(tagOf(event)))}
    ${date && fields.hidden('date', date)}
    ${callingOffReason(fields, desk)}
    ${refundChoice(fields, desk, 'at-once')}
    <p class="actions">
      <button class="action">${day ? sayOff('callOffDate', { day }) : say('cancelNow', { name })}</button>
      <a class="button" href="${at}">${say('keep')}</a>
    </p>
  `;
  return deskPage(desk, {
    title: day ? sayOff('dateTitle', { name, day }) : say('cancelTitle', { name }),
    lead: event.location,
    main: html`
      ${await consequences(desk, overview, figures, date)}
      <p>${date ? sayOff('dateMeans') : say('cancelMeans')}</p>
      ${formTo(desk, `${at}/cancel`, form)}
      ${date === undefined && (await eachDate(desk, event))}`,
    here: '/desk/events',
    form: fields,
  });
}

/** Who holds tickets for what is called off. */
async function consequences(
  desk: DeskRequest,
  overview: EventOverview,
  figures: CallingOffFigures,
  date: CalendarDay | undefined,
): Promise<Html> {
  const say = eventsTexts(desk.language);
  const ahead = soldDaysAhead(overview, await desk.days.current());
  const concerned = ahead.filter(({ day }) => date === undefined || day === date);
  if (concerned.length === 0) return html`<p>${say('nobodyConcerned')}</p>`;
  const dates = concerned.map(({ day }) => day);
  const people = await countAddresses(desk.store, desk.actor, overview.event.eventId, dates);
  const caption = { caption: say('soldFor'), day: say('day'), sold: say('sold') };
  return html`
    <p><strong>${say('stopAdmitting', { count: figures.tickets })}</strong></p>
    ${whoIsTold(desk, people)}
    ${callingOffList(desk, figures)}
    ${soldDaysTable(desk, concerned, caption)}
  `;
}

/** Links that call off one date only. */
async function eachDate(desk: DeskRequest, { eventId, dates }: SpecialEvent): Promise<Html | false> {
  const today = await desk.days.current();
  const ahead = dates.filter((day) => day >= today).sort();
  const say = callingOffTexts(desk.language);
  const links = ahead.map((day) => {
    const text = say('callOffDate', { day: desk.words.day(day) });
    return html`<li><a href="${eventAddress(eventId)}/cancel?date=${day}">${text}</a></li>\n`;
  });
  return ahead.length > 1 && html`<p>${say('onlyOne')}</p>\n<ul>${links}</ul>\n`;
}

/** A hash of the event, which changes with it. */
function tagOf(event: SpecialEvent): string {
  return entityTag(JSON.stringify(event));
}

export const cancel = postForm<Name>(
  async (desk, { values, again }) => {
    const { actor, store, clock, days, request } = desk;
    const eventId = pathId(request, 'eventId');
    const read = readCallingOff(desk.language, values);
    if ('faults' in read) return again(read);
    const date = parseCalendarDay(values.date ?? '');
    const callingOff = { ...read, eventId, dates: date && [date], days };
    const expect = (event: SpecialEvent) => requireSeen(tagOf(event), values.seen);
    await runAction({ store, clock }, actor, (context) => callOffEvent(context, { ...callingOff, expect }));
    return done(eventAddress(eventId), date ? 'dateCalledOff' : 'eventCancelled');
  },
  askToCancel,
  (error, { language }) => {
    if (error instanceof ChangedMeanwhile)
      return { fault: eventsTexts(language)('changedBefore'), status: 409 };
    // It is cancelled already: the page leads on to the event, as it does for a date that is called off.
    return error instanceof Refusal && error.kind === 'event-not-found' ? {} : undefined;
  },
);
