import { changeProgramme } from '../../../calling-off/index.ts';
import { weekOf } from '../../../core/calendar-day.ts';
import { asHeading, labelled } from '../../../core/words.ts';
import { isTimeOfDay } from '../../../core/zoned-time.ts';
import { getWeek, type Opening, setWeek, type Week } from '../../../hours/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { GENERAL, listDaysClosedBy } from '../../../offers/index.ts';
import { type FieldFaults, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { type SoldDay, soldDaysTable } from '../affected-visitors.ts';
import { calendarTexts } from '../calendar/calendar-texts.ts';
import { changeRule, closeForm, hoursOf, whoIsConcerned } from '../calendar/rules.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage, SETTINGS_PAGE } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';

const ADDRESS = '/desk/settings/hours';

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
    return html`
      <div class="times">
        ${fields.input(open, { label: say('opensOn', { weekday }), value: timeOpen, with: time })}
        ${fields.input(close, { label: say('closesOn', { weekday }), value: timeClose, with: time })}
      </div>
    `;
  });
  const form = html`
    ${fields.hidden('seen', seenAs(week))}
    ${days}
    <button class="action">${say('save')}</button>
  `;
  return deskPage(desk, {
    title: say('week'),
    lead: say('weekLead'),
    main: html`
      <p>${say('weekHint')}</p>
      ${formTo(desk, ADDRESS, form)}
      <p><a href="/desk/calendar/closing">${say('closeOrReopen')}</a></p>
    `,
    here: SETTINGS_PAGE,
    form: fields,
  });
}

export const saveUsualWeek = postForm<Name>(async (desk, sent) => {
  const read = readWeek(desk, sent.values);
  if ('faults' in read) return sent.again(read);
  const { week } = read;
  return changeRule(desk, sent, {
    at: ADDRESS,
    now: await getWeek(desk.store, desk.actor),
    wanted: week,
    async confirm() {
      if (sent.form.has('confirmed')) return undefined;
      const closed = await listDaysClosedBy(desk.store, desk.actor, week, await desk.days.current());
      return closed.length > 0 ? confirmPage(desk, sent.values, closed) : undefined;
    },
    save: (action, expect) =>
      changeProgramme(action, { product: GENERAL, days: desk.days }, (_, today) =>
        setWeek(action, week, today, expect),
      ),
    done: 'weekChanged',
    journalOf: () => ['week', 'hours.week-set'],
    inWords: (now) => inWords(desk, now),
  });
}, showUsualWeek);

/** The week that was typed, or its faults. */
function readWeek(desk: DeskRequest, values: Values): { readonly week: Week } | FieldFaults<Name> {
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
  const caption = { caption: say('soldOnDays'), day: say('day'), sold: say('sold') };
  const consequences = html`
    ${await whoIsConcerned(desk, closed)}
    ${soldDaysTable(desk, closed, caption)}
  `;
  const main = closeForm(desk, { at: ADDRESS, back: ADDRESS }, values, consequences);
  return deskPage(desk, { title: say('closeWeekTitle'), main, here: SETTINGS_PAGE });
}
