import { weekOf } from '../../../core/calendar-day.ts';
import { asHeading, labelled } from '../../../core/words.ts';
import { isTimeOfDay } from '../../../core/zoned-time.ts';
import { getWeek, type Opening, setWeek, type Week } from '../../../hours/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { listDaysClosedBy } from '../../../offers/index.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { runAction } from '../../../store/index.ts';
import { countAddresses } from '../../../tickets/index.ts';
import { daysToldOf, type SoldDay, soldDaysTable, soldOn, whoIsTold } from '../affected-visitors.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage } from '../desk-page.ts';
import { done } from '../done.ts';
import { ChangedMeanwhile, isAsItWas, requireSeen, seenAs } from '../edit-conflict.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { calendarTexts } from './calendar-texts.ts';
import { closeForm, hoursOf, ruleChanged } from './rules.ts';

const ADDRESS = '/desk/calendar/week';

type TimeName = `${'open' | 'close'}-${number}`;
type Name = TimeName | 'seen';
type Values = Sent<Name>['values'];

/** The opening hours of the usual week. */
export async function showUsualWeek(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language, words } = desk;
  const say = calendarTexts(language);
  const week = await getWeek(desk.store, desk.actor);
  const fields = fieldsOf<Name>(language, submitted);
  const days = weekOf(desk.calendar.today()).map((day, index): Html => {
    const weekday = asHeading(words.weekday(day));
    const [open, close] = namesOf(index);
    const { timeOpen, timeClose } = week[index] ?? {};
    const time = { type: 'time' };
    return html`<div class="times">
${fields.input(open, { label: say('opensOn', { weekday }), value: timeOpen, with: time })}${fields.input(close, { label: say('closesOn', { weekday }), value: timeClose, with: time })}</div>
`;
  });
  const main = html`<p>${say('weekHint')}</p>
${formTo(desk, ADDRESS, html`${fields.hidden('seen', seenAs(week))}${days}<button class="action">${say('save')}</button>\n`)}`;
  const [title, lead] = [say('week'), say('weekLead')];
  return deskPage(desk, { title, lead, main, here: '/desk/calendar', form: fields });
}

export const saveUsualWeek = postForm<Name>(save, showUsualWeek, explain);

async function save(desk: DeskRequest, { form, values, again }: Sent<Name>) {
  const { store, clock, days } = desk;
  const { seen } = values;
  const read = readWeek(desk, values);
  if ('faults' in read) return again(read);
  const { week } = read;
  if (isAsItWas(await getWeek(store, desk.actor), seen, week)) return done(ADDRESS, 'nothing');
  const closed = await listDaysClosedBy(store, desk.actor, week, await days.current());
  if (closed.length > 0 && !form.has('confirmed')) return confirmPage(desk, values, closed);
  await runAction({ store, clock }, desk.actor, (context) =>
    setWeek(context, week, (now) => requireSeen(now, seen, week)),
  );
  return done(ADDRESS, 'weekChanged');
}

async function explain(error: unknown, desk: DeskRequest): Promise<Submitted<Name> | undefined> {
  if (!(error instanceof ChangedMeanwhile)) return undefined;
  const now = inWords(desk, error.now as Week);
  return { status: 409, fault: await ruleChanged(desk, ['hours.week-set'], 'week', now) };
}

/** The week that was typed, or its faults. */
function readWeek(
  desk: DeskRequest,
  values: Values,
): { readonly week: Week } | Required<Pick<Submitted<Name>, 'faults'>> {
  const { language, words } = desk;
  const say = calendarTexts(language);
  const week: (Opening | null)[] = [];
  const faults: Partial<Record<Name, string>> = {};
  for (const [index, day] of weekOf(desk.calendar.today()).entries()) {
    const names = namesOf(index);
    const [timeOpen = '', timeClose = ''] = names.map((name) => values[name]);
    if (timeOpen === '' && timeClose === '') week.push(null);
    else if (isTimeOfDay(timeOpen) && isTimeOfDay(timeClose)) week.push({ timeOpen, timeClose });
    else
      faults[names[isTimeOfDay(timeOpen) ? 1 : 0]] = say('weekTimesFault', {
        weekday: asHeading(words.weekday(day)),
      });
  }
  return Object.keys(faults).length > 0 ? { faults } : { week };
}

/** The fields of a weekday; 0: Monday. */
function namesOf(index: number): [TimeName, TimeName] {
  return [`open-${index + 1}`, `close-${index + 1}`];
}

/** "Monday: Closed, Tuesday: 09:00 to 18:00 ..." */
function inWords(desk: DeskRequest, week: Week): string {
  const { language, words } = desk;
  const days = weekOf(desk.calendar.today()).map((day, index) => {
    const hours = hoursOf(desk, week[index] ?? null);
    return labelled(language, words.weekday(day), hours);
  });
  return words.list(days);
}

/** The consequences of closing weekdays, to be confirmed. */
async function confirmPage(desk: DeskRequest, values: Values, closed: readonly SoldDay[]): Promise<Answer> {
  const say = calendarTexts(desk.language);
  const told = daysToldOf(
    desk,
    closed.map(({ date }) => date),
  );
  const people = await countAddresses(desk.store, desk.actor, null, told);
  const caption = { caption: say('soldOnDays'), day: say('day'), sold: say('sold') };
  const consequences = html`<p><strong>${say('ticketsConcerned', { count: soldOn(closed) })}</strong> ${say('ticketsKept')}</p>
${whoIsTold(desk, people)}${soldDaysTable(desk, closed, caption)}`;
  const main = closeForm(desk, { at: ADDRESS, back: ADDRESS }, values, consequences);
  return deskPage(desk, { title: say('closeWeekTitle'), main, here: '/desk/calendar' });
}
