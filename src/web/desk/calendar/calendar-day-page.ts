import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addDays, type CalendarDay, isoWeekday, parseCalendarDay } from '../../../core/calendar-day.ts';
import { may, requirePermission } from '../../../core/permissions.ts';
import { asHeading } from '../../../core/words.ts';
import { listProgramme, type ProgrammeDay } from '../../../events/index.ts';
import { getWeek, type Opening } from '../../../hours/index.ts';
import { type Answer, send } from '../../../http/answer.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import { getGeneralCapacity, type HouseDay, listHouseDays } from '../../../offers/index.ts';
import { csrfField, type Fields, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { table } from '../../../pages/table.ts';
import { wordTexts } from '../../../pages/texts.ts';
import type { DeskOptions } from '../desk-options.ts';
import { type Clerk, clerkOf, deskPage } from '../desk-page.ts';
import { leftOf } from '../events/events.ts';
import { placesInWords } from '../places.ts';
import { calendarTexts } from './calendar-texts.ts';
import { hoursOf } from './rules.ts';

const DONE = { day: 'doneDay', places: 'doneCapacity', nothing: 'doneNothing' } as const;

export type HoursField = 'state' | 'timeOpen' | 'timeClose' | 'reason';
export type PlacesField = 'placesAre' | 'figure';

/** The page of a day: what takes place, and for managers, forms for its hours and places. */
export function routeCalendarDay(app: FastifyInstance, desk: DeskOptions): void {
  app.get('/desk/calendar/:day', async (request, reply) => {
    const clerk = clerkOf(request, desk);
    requirePermission(clerk.actor, 'read-programme');
    const { done = '' } = request.query as { done?: string };
    const key = Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : undefined;
    const message = key && calendarTexts(clerk.language)(key);
    send(request, reply, await dayPage(clerk, desk, dayIn(request), { message }));
  });
}

/** @throws HttpRefusal not-found */
export function dayIn({ params }: FastifyRequest): CalendarDay {
  const day = parseCalendarDay((params as { day: string }).day);
  if (day === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  return day;
}

/** The form that was sent, with the rule that its writer saw, as JSON; undefined: the current rule. */
interface Sent<Name extends string> extends Submitted<Name> {
  readonly seen?: string;
}

export interface DayForms {
  readonly hours?: Sent<HoursField>;
  readonly places?: Sent<PlacesField>;
  readonly message?: string | undefined;
}

export async function dayPage(
  clerk: Clerk,
  desk: DeskOptions,
  day: CalendarDay,
  forms: DayForms,
  status = 200,
): Promise<Answer> {
  const { words, actor, language } = clerk;
  const [house, events] = await Promise.all([
    houseOn(clerk, desk, day),
    listProgramme(desk.store, actor, { from: day, to: day }),
  ]);
  const arranges = may(actor.role, 'arrange-programme');
  const hours = fieldsOf<HoursField>(language, forms.hours);
  const places = fieldsOf<PlacesField>(language, forms.places);
  const main = html`${hours.faults()}${places.faults()}${whatIsOn(clerk, house, events)}${
    arranges && (await hoursForm(clerk, desk, house, hours, forms.hours?.seen))
  }${arranges && (await placesForm(clerk, desk, house, places, forms.places?.seen))}${turning(clerk, day)}`;
  const say = calendarTexts(language);
  const note = house.special === null ? [say('usual')] : house.opening === null ? [] : [say('special')];
  const lead = [hoursOf(clerk, house.opening, house.special?.reason), ...note].join(' · ');
  const isFaulty = hours.isFaulty || places.isFaulty;
  return deskPage(
    clerk,
    desk,
    {
      title: asHeading(words.day(day)),
      lead,
      main,
      here: '/desk/calendar',
      isFaulty,
      message: forms.message,
    },
    status,
  );
}

export async function houseOn({ actor }: Clerk, { store }: DeskOptions, day: CalendarDay): Promise<HouseDay> {
  const [house] = await listHouseDays(store, actor, day, day);
  if (house === undefined) throw new Error(`There is no day ${day}.`);
  return house;
}

function whatIsOn(
  clerk: Clerk,
  { sold, capacity, opening }: HouseDay,
  events: readonly ProgrammeDay[],
): Html {
  const { language, words } = clerk;
  const say = calendarTexts(language);
  const columns = [
    { text: say('what') },
    { text: say('sold'), isNumber: true },
    { text: say('places'), isNumber: true },
    { text: say('left'), isNumber: true },
  ];
  const general = [
    wordTexts(language)('generalEntry'),
    words.number(sold),
    placesInWords(clerk, capacity),
    opening === null ? '' : leftOf(clerk, capacity, sold),
  ];
  const rows = events.map(({ eventId, eventName, isCancelled, ...figures }) => [
    html`<a href="/desk/events/${eventId}" dir="auto">${eventName}</a>${isCancelled && html` <strong>${say('cancelled')}</strong>`}`,
    words.number(figures.sold),
    placesInWords(clerk, figures.capacity),
    isCancelled ? '' : leftOf(clerk, figures.capacity, figures.sold),
  ]);
  return table(say('whatIsOn'), columns, [general, ...rows], '');
}

function turning({ language }: Clerk, day: CalendarDay): Html {
  const say = calendarTexts(language);
  return html`<p class="turning"><a class="button" href="/desk/calendar/${addDays(day, -1)}">${say('dayBefore')}</a>
<a class="button" href="/desk/calendar/${addDays(day, 1)}">${say('dayAfter')}</a></p>`;
}

async function hoursForm(
  { language, session, actor }: Clerk,
  desk: DeskOptions,
  { date, special, sold }: HouseDay,
  fields: Fields<HoursField>,
  seen = JSON.stringify(special),
): Promise<Html> {
  const say = calendarTexts(language);
  const usual = (await getWeek(desk.store, actor))[isoWeekday(date) - 1] ?? null;
  const state = special === null ? 'usual' : special.opening === null ? 'closed' : 'open';
  const options = [
    { value: 'usual', text: usual === null ? say('asUsualClosed') : say('asUsualOpen', named(usual)) },
    { value: 'open', text: say('open') },
    { value: 'closed', text: say('shut') },
  ];
  const time = { type: 'time' };
  const reason = { maxlength: 200, autocomplete: 'off' };
  return html`<section>
<h2>${say('hoursOfDay')}</h2>
${sold > 0 && html`<p>${say('ticketsHere', { count: sold })}</p>\n`}<form method="post" action="/desk/calendar/${date}/hours">
${csrfField(session.csrfToken)}<input type="hidden" name="seen" value="${seen}">
${fields.select('state', { label: say('state'), options, value: state })}<p class="hint">${say('timesHint')}</p>
<div class="times">
${fields.input('timeOpen', { label: say('timeOpen'), value: special?.opening?.timeOpen, with: time })}${fields.input(
  'timeClose',
  { label: say('timeClose'), value: special?.opening?.timeClose, with: time },
)}</div>
${fields.input('reason', { label: say('reason'), hint: say('reasonHint'), value: special?.reason ?? undefined, with: reason })}<button class="action">${say('save')}</button>
</form>
</section>
`;
}

function named({ timeOpen: open, timeClose: close }: Opening) {
  return { open, close };
}

async function placesForm(
  clerk: Clerk,
  desk: DeskOptions,
  { date, capacity, hasOwnCapacity }: HouseDay,
  fields: Fields<PlacesField>,
  seen = JSON.stringify(capacity),
): Promise<Html> {
  const { language, session, actor } = clerk;
  const say = calendarTexts(language);
  const places = placesInWords(clerk, await getGeneralCapacity(desk.store, actor));
  const options = [
    { value: 'general', text: say('generalFigure', { places }) },
    { value: 'own', text: say('ownFigure') },
  ];
  const value = hasOwnCapacity ? `${capacity ?? ''}` : undefined;
  const figure = { inputmode: 'numeric', autocomplete: 'off' };
  return html`<section>
<h2>${say('placesOfDay')}</h2>
<form method="post" action="/desk/calendar/${date}/places">
${csrfField(session.csrfToken)}<input type="hidden" name="seen" value="${seen}">
${fields.select('placesAre', { label: say('placesAre'), options, value: hasOwnCapacity ? 'own' : 'general' })}${fields.input(
  'figure',
  { label: say('figure'), hint: say('figureHint'), value, with: figure },
)}<button>${say('save')}</button>
</form>
</section>
`;
}
