import { addDays } from '../../../core/calendar-day.ts';
import { asHeading } from '../../../core/words.ts';
import type { Answer } from '../../../http/answer.ts';
import {
  ENTRY_TIME_LIMITS,
  type GeneralTimes,
  getGeneralCapacity,
  getGeneralTimes,
  listOffers,
  MOST_PLACES,
  setGeneralCapacity,
  setGeneralTimes,
  type UsualTimes,
} from '../../../offers/index.ts';
import { type FieldFaults, fieldsOf, readFields, type Submitted } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import { calendarTexts } from '../calendar/calendar-texts.ts';
import { changeRule } from '../calendar/rules.ts';
import {
  tickedWeekdays,
  type WeekdayField,
  weekdayBoxes,
  weekdaysInWords,
} from '../calendar/weekday-fields.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage, SETTINGS_PAGE } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { minutesField, placesField, placesInWords } from '../figure-fields.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';

const PLACES = '/desk/settings/places';

type PlacesField = 'capacity' | 'seen';

/** How many places general entry has on a day that has no figure of its own. */
export async function showGeneralPlaces(
  desk: DeskRequest,
  submitted?: Submitted<PlacesField>,
): Promise<Answer> {
  const say = calendarTexts(desk.language);
  const capacity = await getGeneralCapacity(desk.store, desk.actor);
  const times = await getGeneralTimes(desk.store, desk.actor, desk.terms.rules);
  const fields = fieldsOf<PlacesField>(desk.language, submitted);
  const form = html`
    ${fields.hidden('seen', seenAs(capacity))}
    ${fields.inputs(placesFields(desk, capacity))}
    <button class="action">${say('save')}</button>
  `;
  return deskPage(desk, {
    title: say('capacity'),
    lead: say('capacityLead'),
    main: html`
      ${times && html`<p>${say('placesOfTimes')}</p>`}
      ${formTo(desk, PLACES, form)}
    `,
    here: SETTINGS_PAGE,
    form: fields,
  });
}

function placesFields({ language }: Clerk, capacity: number | null) {
  const say = calendarTexts(language);
  return {
    capacity: placesField({
      label: say('places'),
      hint: say('capacityHint'),
      fault: say('capacityFault', { most: MOST_PLACES }),
      value: `${capacity ?? ''}`,
    }),
  };
}

export const saveGeneralPlaces = postForm<PlacesField>(async (desk, sent) => {
  const now = await getGeneralCapacity(desk.store, desk.actor);
  const read = readFields(placesFields(desk, now), sent.values);
  if ('faults' in read) return sent.again(read);
  const wanted = read.typed.capacity;
  return changeRule(desk, sent, {
    at: PLACES,
    now,
    wanted,
    save: (action, expect) => setGeneralCapacity(action, wanted, expect),
    done: 'placesChanged',
    journalOf: () => ['general', 'capacity.general-set'],
    inWords: (capacity) => placesInWords(desk, capacity),
    field: 'capacity',
  });
}, showGeneralPlaces);

const TIMES = '/desk/settings/times';

export type TimesFigure = 'every' | 'placesEach' | 'lastEntry';
type TimesField = TimesFigure | 'ticketsAre' | WeekdayField | 'seen';

/** The entry times of general entry, and what they are on the next open day. */
export async function showGeneralTimes(
  desk: DeskRequest,
  submitted?: Submitted<TimesField>,
): Promise<Answer> {
  const say = calendarTexts(desk.language);
  const times = await getGeneralTimes(desk.store, desk.actor, desk.terms.rules);
  const fields = fieldsOf<TimesField>(desk.language, submitted);
  const example = await onNextDay(desk);
  const options = [
    { value: 'days', text: say('wholeDays') },
    { value: 'times', text: say('timed') },
  ];
  const form = html`
    ${fields.hidden('seen', seenAs(times))}
    ${fields.choice('ticketsAre', { label: say('ticketsAre'), options, value: times === null ? 'days' : 'times' })}
    ${fields.inputs(timesFields(desk, times))}
    ${weekdayBoxes(desk, fields, say('timesWeekdays'), times?.weekdays)}
    <button class="action">${say('save')}</button>
  `;
  return deskPage(desk, {
    title: say('timesTitle'),
    lead: say('timesLead'),
    main: html`
      ${example && html`<p>${example}</p>`}
      ${formTo(desk, TIMES, form)}
    `,
    here: SETTINGS_PAGE,
    form: fields,
  });
}

export function timesFields({ language }: Clerk, times: GeneralTimes | null) {
  const say = calendarTexts(language);
  const { step, leastEvery: least, mostEvery, mostLastEntry } = ENTRY_TIME_LIMITS;
  const every = {
    label: say('every'),
    hint: say('everyHint'),
    fault: say('everyFault', { least, most: mostEvery }),
    value: `${times?.every ?? ''}`,
  };
  const places = {
    label: say('placesEach'),
    hint: say('placesEachHint'),
    fault: say('capacityFault', { most: MOST_PLACES }),
    value: `${times?.places ?? ''}`,
  };
  const lastEntry = {
    label: say('lastEntry'),
    hint: say('lastEntryHint'),
    fault: say('lastEntryFault', { most: mostLastEntry }),
    value: `${times?.lastEntry ?? ''}`,
  };
  return {
    every: minutesField(every, (gap) => gap >= least && gap <= mostEvery && gap % step === 0),
    placesEach: placesField(places),
    lastEntry: minutesField(lastEntry, (minutes) => minutes <= mostLastEntry),
  };
}

/** "Monday 1 March 2027: 17 entry times, 09:00 to 17:00." Undefined when there are none in the next two weeks. */
async function onNextDay({
  language,
  words,
  actor,
  store,
  calendar,
  terms,
}: DeskRequest): Promise<string | undefined> {
  const today = calendar.today();
  const range = { from: today, to: addDays(today, 13) };
  const offers = await listOffers(store, actor, { ...range, ticketType: 'general' }, terms);
  const timed = offers.find(({ times = [] }) => times.length > 0);
  const [first, last] = [timed?.times?.at(0), timed?.times?.at(-1)];
  if (!timed?.times || !first || !last) return undefined;
  const values = { first: first.entryTime, last: last.entryTime, count: timed.times.length };
  return calendarTexts(language)('timesOnDay', { day: asHeading(words.day(timed.day)), ...values });
}

export const saveGeneralTimes = postForm<TimesField>(async (desk, sent) => {
  const { rules } = desk.terms;
  const now = await getGeneralTimes(desk.store, desk.actor, rules);
  const read = readTimes(desk, sent.values, now);
  if ('faults' in read) return sent.again(read);
  const wanted = read.times && { ...read.times, ...tickedWeekdays(sent.values) };
  return changeRule(desk, sent, {
    at: TIMES,
    now,
    wanted,
    save: (action, expect) => setGeneralTimes(action, rules, wanted, expect),
    done: 'timesChanged',
    journalOf: () => ['general', 'times.general-set'],
    inWords: (times) => timesInRule(desk, times),
  });
}, showGeneralTimes);

/** What was typed, or its faults. Figures that the form showed already are no reason to ask which of the two is meant. */
export function readTimes(
  clerk: Clerk,
  values: Sent<TimesFigure | 'ticketsAre'>['values'],
  now: GeneralTimes | null,
): { readonly times: GeneralTimes | null } | FieldFaults<TimesFigure | 'ticketsAre'> {
  const say = calendarTexts(clerk.language);
  const figures = timesFields(clerk, now);
  if (values.ticketsAre === 'days')
    return hasUnused(clerk, values, now)
      ? { faults: { ticketsAre: say('timesUnused', { timed: say('timed') }) } }
      : { times: null };
  if (values.ticketsAre !== 'times') return { faults: { ticketsAre: say('ticketsAreFault') } };
  const read = readFields(figures, values);
  if ('faults' in read) return read;
  const { every, placesEach: places, lastEntry } = read.typed;
  return { times: { every, places, lastEntry } };
}

/** Whether other figures were typed than the form showed already. */
export function hasUnused(
  clerk: Clerk,
  values: Sent<TimesFigure>['values'],
  now: GeneralTimes | null,
): boolean {
  const figures = Object.entries(timesFields(clerk, now)) as [TimesFigure, { readonly value: string }][];
  return figures.some(([name, { value }]) => values[name] && values[name] !== value);
}

export function timesInRule(desk: DeskRequest, times: UsualTimes | null): string {
  const say = calendarTexts(desk.language);
  if (times === null) return say('wholeDays');
  const { every, places, lastEntry, weekdays } = times;
  const each =
    places === null
      ? say('everyUnlimited', { every, lastEntry })
      : say('everyEach', { every, lastEntry, count: places });
  return weekdays === undefined ? each : `${weekdaysInWords(desk, weekdays)}: ${each}`;
}
