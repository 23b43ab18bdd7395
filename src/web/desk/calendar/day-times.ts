import type { CalendarDay } from '../../../core/calendar-day.ts';
import type { Answer } from '../../../http/answer.ts';
import { clearDayTimes, getDayTimes, setDayTimes } from '../../../offers/index.ts';
import type { Fields } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { section } from '../../../pages/parts.ts';
import type { DeskRequest } from '../desk-options.ts';
import { isAsItWas, seenAs } from '../edit-conflict.ts';
import { formTo, type Sent } from '../post-form.ts';
import {
  hasUnused,
  readTimes,
  type TimesFigure,
  timesFields,
  timesInRule,
} from '../settings/general-entry.ts';
import { calendarTexts } from './calendar-texts.ts';
import { changeRule } from './rules.ts';

export type DayTimesField = TimesFigure | 'ticketsAre' | 'seen';

/** The entry times of general entry on one day: as usual, or its own. */
export async function dayTimesForm(
  desk: DeskRequest,
  day: CalendarDay,
  fields: Fields<DayTimesField>,
): Promise<Html> {
  const say = calendarTexts(desk.language);
  const { times, usual, isOwn } = await getDayTimes(desk.store, desk.actor, desk.terms.rules, day);
  const options = [
    { value: 'usual', text: say('timesAsUsual', { times: timesInRule(desk, usual) }) },
    { value: 'days', text: say('wholeDays') },
    { value: 'times', text: say('timed') },
  ];
  const value = isOwn ? (times === null ? 'days' : 'times') : 'usual';
  const form = html`
    ${fields.hidden('seen', seenAs(times))}
    ${fields.select('ticketsAre', { label: say('ticketsAre'), options, value })}
    ${fields.inputs(timesFields(desk, isOwn ? times : null))}
    <button>${say('save')}</button>
  `;
  return section(say('timesOfDay'), formTo(desk, `/desk/calendar/${day}/times`, form));
}

export async function changeDayTimes(
  desk: DeskRequest,
  sent: Sent<DayTimesField>,
  day: CalendarDay,
): Promise<Answer> {
  const { rules } = desk.terms;
  const { ticketsAre, seen } = sent.values;
  const { times: now, usual, isOwn } = await getDayTimes(desk.store, desk.actor, rules, day);
  const shown = isOwn ? now : null;
  const wantsOwn = ticketsAre !== 'usual';
  const say = calendarTexts(desk.language);
  if (!wantsOwn && hasUnused(desk, sent.values, shown))
    return sent.again({ faults: { ticketsAre: say('timesUnused', { timed: say('timed') }) } });
  const read = wantsOwn ? readTimes(desk, sent.values, shown) : { times: usual };
  if ('faults' in read) return sent.again(read);
  const wanted = read.times;
  return changeRule(desk, sent, {
    at: `/desk/calendar/${day}`,
    now,
    wanted,
    changesNothing: isOwn === wantsOwn && isAsItWas(now, seen, wanted),
    save: (action, expect) =>
      wantsOwn ? setDayTimes(action, rules, day, wanted, expect) : clearDayTimes(action, rules, day, expect),
    done: 'timesChanged',
    journalOf: () => [day, 'times.day-set', 'times.day-cleared'],
    inWords: (times) => timesInRule(desk, times),
  });
}
