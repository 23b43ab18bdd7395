import type { FastifyInstance, FastifyRequest } from 'fastify';
import { weekOf } from '../../../core/calendar-day.ts';
import { asHeading, labelled } from '../../../core/words.ts';
import { getWeek, type Opening, setWeek, type Week } from '../../../hours/index.ts';
import { type Answer, send } from '../../../http/answer.ts';
import { formOf, seeOther } from '../../../http/sessions.ts';
import { listDaysClosedBy } from '../../../offers/index.ts';
import { csrfField, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { countAddresses } from '../../../tickets/index.ts';
import { daysToldOf, type SoldDay, soldDaysTable, soldOn, whoIsTold } from '../affected-visitors.ts';
import type { DeskOptions } from '../desk-options.ts';
import { arrangerOf, type Clerk, deskPage } from '../desk-page.ts';
import { ChangedMeanwhile, whoChanged } from '../edit-conflict.ts';
import { calendarTexts } from './calendar-texts.ts';
import { closeForm, hoursOf, isAsItWas, requireSeen, timeIn } from './rules.ts';

const ADDRESS = '/desk/calendar/week';
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
type Name = `${'open' | 'close'}-${(typeof WEEKDAYS)[number]}`;

/** The opening hours of the usual week. */
export function routeUsualWeek(app: FastifyInstance, desk: DeskOptions): void {
  app.get(ADDRESS, async (request, reply) => {
    const clerk = arrangerOf(request, desk);
    const week = await getWeek(desk.store, clerk.actor);
    const { done } = request.query as { done?: string };
    const say = calendarTexts(clerk.language);
    const message = done === undefined ? undefined : say(done === 'nothing' ? 'doneNothing' : 'doneWeek');
    const submitted = { values: valuesOf(week) };
    send(request, reply, weekPage(clerk, desk, { seen: JSON.stringify(week), submitted, message }));
  });
  app.post(ADDRESS, async (request, reply) => send(request, reply, await save(request, desk)));
}

type Values = Readonly<Record<Name, string>>;

function valuesOf(week: Week): Values {
  const times = WEEKDAYS.flatMap((weekday) => {
    const { timeOpen = '', timeClose = '' } = week[weekday - 1] ?? {};
    return [[`open-${weekday}`, timeOpen] as const, [`close-${weekday}`, timeClose] as const];
  });
  return Object.fromEntries(times) as Values;
}

async function save(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = arrangerOf(request, desk);
  const form = formOf(request);
  const names = WEEKDAYS.flatMap((weekday) => [`open-${weekday}`, `close-${weekday}`] as const);
  const values = Object.fromEntries(names.map((name) => [name, (form.get(name) ?? '').trim()])) as Values;
  const seen = form.get('seen') ?? '';
  const read = readWeek(clerk, desk, values);
  if ('faults' in read) return weekPage(clerk, desk, { seen, submitted: { values, ...read } }, 400);
  const { week } = read;
  const now = await getWeek(desk.store, clerk.actor);
  if (isAsItWas(now, seen, week)) return seeOther(`${ADDRESS}?done=nothing`);
  const closed = await listDaysClosedBy(desk.store, clerk.actor, week, await desk.days.current());
  if (closed.length > 0 && !form.has('confirmed')) return confirmPage(clerk, desk, { seen, values, closed });
  try {
    const expect = (before: Week) => requireSeen(before, seen, week);
    await desk.store.transaction((tx) => setWeek(tx, clerk.actor, week, desk.clock.now(), expect));
    return seeOther(`${ADDRESS}?done=week`);
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const by = await whoChanged(clerk, desk, ['hours.week-set'], 'week');
    const now = inWords(clerk, desk, error.now as Week);
    const fault = calendarTexts(clerk.language)('changedMeanwhile', { ...by, now });
    return weekPage(clerk, desk, { seen: JSON.stringify(error.now), submitted: { values, fault } }, 409);
  }
}

/** The week that was typed, or its faults. */
function readWeek(
  { language, words }: Clerk,
  desk: DeskOptions,
  values: Values,
): { readonly week: Week } | { readonly faults: Partial<Values> } {
  const say = calendarTexts(language);
  const week: (Opening | null)[] = [];
  const faults: Partial<Record<Name, string>> = {};
  for (const [index, day] of weekOf(desk.calendar.today()).entries()) {
    const names = [`open-${index + 1}`, `close-${index + 1}`] as [Name, Name];
    const [timeOpen, timeClose] = [timeIn(values[names[0]]), timeIn(values[names[1]])];
    if (names.every((name) => values[name] === '')) week.push(null);
    else if (timeOpen !== undefined && timeClose !== undefined) week.push({ timeOpen, timeClose });
    else
      faults[names[timeOpen === undefined ? 0 : 1]] = say('weekTimesFault', {
        weekday: asHeading(words.weekday(day)),
      });
  }
  return Object.keys(faults).length > 0 ? { faults } : { week };
}

/** "Monday: Closed, Tuesday: 09:00 to 18:00 ..." */
function inWords(clerk: Clerk, desk: DeskOptions, week: Week): string {
  const { language, words } = clerk;
  const days = weekOf(desk.calendar.today()).map((day, index) => {
    const hours = hoursOf(clerk, week[index] ?? null);
    return labelled(language, words.weekday(day), hours);
  });
  return words.list(days);
}

interface WeekForm {
  /** The week that the form's writer saw, as JSON. */
  readonly seen: string;
  readonly submitted: Submitted<Name>;
  readonly message?: string | undefined;
}

function weekPage(
  clerk: Clerk,
  desk: DeskOptions,
  { seen, submitted, message }: WeekForm,
  status = 200,
): Answer {
  const { language, words, session } = clerk;
  const say = calendarTexts(language);
  const fields = fieldsOf<Name>(language, submitted);
  const time = { type: 'time' };
  const days = weekOf(desk.calendar.today()).map((day, index): Html => {
    const weekday = asHeading(words.weekday(day));
    const [open, close] = [`open-${index + 1}`, `close-${index + 1}`] as [Name, Name];
    return html`<div class="times">
${fields.input(open, { label: say('opensOn', { weekday }), with: time })}${fields.input(close, { label: say('closesOn', { weekday }), with: time })}</div>
`;
  });
  const main = html`${fields.faults()}<p>${say('weekHint')}</p>
<form method="post" action="${ADDRESS}">
${csrfField(session.csrfToken)}<input type="hidden" name="seen" value="${seen}">
${days}<button class="action">${say('save')}</button>
</form>`;
  const { isFaulty } = fields;
  const title = say('week');
  const here = '/desk/calendar';
  return deskPage(clerk, desk, { title, lead: say('weekLead'), main, here, isFaulty, message }, status);
}

interface Closing {
  readonly seen: string;
  readonly values: Values;
  readonly closed: readonly SoldDay[];
}

/** The consequences of closing weekdays, to be confirmed. */
async function confirmPage(
  clerk: Clerk,
  desk: DeskOptions,
  { seen, values, closed }: Closing,
): Promise<Answer> {
  const say = calendarTexts(clerk.language);
  const told = daysToldOf(
    desk,
    closed.map(({ date }) => date),
  );
  const people = await countAddresses(desk.store, clerk.actor, null, told);
  const caption = { caption: say('soldOnDays'), day: say('day'), sold: say('sold') };
  const consequences = html`<p><strong>${say('ticketsConcerned', { count: soldOn(closed) })}</strong> ${say('ticketsKept')}</p>
${whoIsTold(clerk, desk, people)}${soldDaysTable(clerk, closed, caption)}`;
  const main = closeForm(clerk, { at: ADDRESS, back: ADDRESS }, { ...values, seen }, consequences);
  return deskPage(clerk, desk, { title: say('closeWeekTitle'), main, here: '/desk/calendar' });
}
