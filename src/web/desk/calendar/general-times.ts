import { addDays } from '../../../core/calendar-day.ts';
import { asHeading } from '../../../core/words.ts';
import type { Answer } from '../../../http/answer.ts';
import {
  ENTRY_TIME_LIMITS,
  type GeneralTimes,
  getGeneralTimes,
  listOffers,
  MOST_PLACES,
  setGeneralTimes,
} from '../../../offers/index.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import { runAction } from '../../../store/index.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage } from '../desk-page.ts';
import { done } from '../done.ts';
import { ChangedMeanwhile, isAsItWas, requireSeen, seenAs } from '../edit-conflict.ts';
import { placesIn } from '../places.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { calendarTexts } from './calendar-texts.ts';
import { ruleChanged } from './rules.ts';

const ADDRESS = '/desk/calendar/times';

const FIGURES = ['every', 'placesEach', 'lastEntry'] as const;
type Figure = (typeof FIGURES)[number];
type Name = Figure | 'ticketsAre' | 'seen';

/** The entry times of general entry, and what they are on the next open day. */
export async function showGeneralTimes(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language, actor } = desk;
  const say = calendarTexts(language);
  const times = await getGeneralTimes(desk.store, actor, desk.terms.rules);
  const fields = fieldsOf<Name>(language, submitted);
  const typed = typedAs(times);
  const figure = { inputmode: 'numeric', autocomplete: 'off' };
  const options = [
    { value: 'days', text: say('wholeDays') },
    { value: 'times', text: say('timed') },
  ];
  const example = await onNextDay(desk);
  const inputs = FIGURES.map((name) =>
    fields.input(name, { label: say(name), hint: say(`${name}Hint`), value: typed[name], with: figure }),
  );
  const main = html`${example && html`<p>${example}</p>\n`}${formTo(
    desk,
    ADDRESS,
    html`${fields.hidden('seen', seenAs(times))}${fields.choice('ticketsAre', {
      label: say('ticketsAre'),
      options,
      value: times === null ? 'days' : 'times',
    })}${inputs}<button class="action">${say('save')}</button>
`,
  )}`;
  const [title, lead] = [say('timesTitle'), say('timesLead')];
  return deskPage(desk, { title, lead, main, here: '/desk/calendar', form: fields });
}

function typedAs(times: GeneralTimes | null): Readonly<Record<Figure, string>> {
  if (times === null) return { every: '', placesEach: '', lastEntry: '' };
  const { every, places, lastEntry } = times;
  return { every: `${every}`, placesEach: `${places ?? ''}`, lastEntry: `${lastEntry}` };
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
  return calendarTexts(language)('timesOnDay', { day: asHeading(words.day(timed.date)), ...values });
}

export const saveGeneralTimes = postForm<Name>(save, showGeneralTimes, explain);

async function save(desk: DeskRequest, { values, again }: Sent<Name>) {
  const { store, clock, terms, actor } = desk;
  const { seen } = values;
  const now = await getGeneralTimes(store, actor, terms.rules);
  const read = readTimes(desk, values, now);
  if ('faults' in read) return again(read);
  const { times } = read;
  if (isAsItWas(now, seen, times)) return done(ADDRESS, 'nothing');
  await runAction({ store, clock }, actor, (context) =>
    setGeneralTimes(context, terms.rules, times, (before) => requireSeen(before, seen, times)),
  );
  return done(ADDRESS, 'timesChanged');
}

type Read = { readonly times: GeneralTimes | null } | Required<Pick<Submitted<Name>, 'faults'>>;

/** What was typed, or its faults. Figures that the form showed already are no reason to ask which of the two is meant. */
function readTimes(
  { language }: Clerk,
  { ticketsAre, every = '', placesEach = '', lastEntry = '' }: Sent<Name>['values'],
  now: GeneralTimes | null,
): Read {
  const say = calendarTexts(language);
  const typed = { every, placesEach, lastEntry };
  if (ticketsAre === 'days') {
    const shown = typedAs(now);
    const isUnused = FIGURES.some((name) => typed[name] !== '' && typed[name] !== shown[name]);
    return isUnused
      ? { faults: { ticketsAre: say('timesUnused', { timed: say('timed') }) } }
      : { times: null };
  }
  if (ticketsAre !== 'times') return { faults: { ticketsAre: say('ticketsAreFault') } };
  const { step, leastEvery: least, mostEvery, mostLastEntry } = ENTRY_TIME_LIMITS;
  const places = placesIn(placesEach);
  const [gap, end] = [minutesIn(every), minutesIn(lastEntry)];
  const faults = {
    ...((gap === undefined || gap < least || gap > mostEvery || gap % step !== 0) && {
      every: say('everyFault', { least, most: mostEvery }),
    }),
    ...(places === undefined && { placesEach: say('capacityFault', { most: MOST_PLACES }) }),
    ...((end === undefined || end > mostLastEntry) && {
      lastEntry: say('lastEntryFault', { most: mostLastEntry }),
    }),
  };
  if (gap === undefined || places === undefined || end === undefined || Object.keys(faults).length > 0)
    return { faults };
  return { times: { every: gap, places, lastEntry: end } };
}

function minutesIn(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

async function explain(error: unknown, desk: DeskRequest): Promise<Submitted<Name> | undefined> {
  if (!(error instanceof ChangedMeanwhile)) return undefined;
  const now = inWords(desk, error.now as GeneralTimes | null);
  return { status: 409, fault: await ruleChanged(desk, ['times.general-set'], 'general', now) };
}

function inWords({ language }: Clerk, times: GeneralTimes | null): string {
  const say = calendarTexts(language);
  if (times === null) return say('wholeDays');
  const { every, places, lastEntry } = times;
  return places === null
    ? say('everyUnlimited', { every, lastEntry })
    : say('everyEach', { every, lastEntry, count: places });
}
