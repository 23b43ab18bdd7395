import type { CalendarDay } from '../../../core/calendar-day.ts';
import { Refusal } from '../../../core/refusal.ts';
import { hasLength, REASON_CHARACTERS } from '../../../core/text.ts';
import { isTimeOfDay } from '../../../core/zoned-time.ts';
import { listProgramme } from '../../../events/index.ts';
import { clearDay, type SpecialDay, setDay } from '../../../hours/index.ts';
import type { Answer } from '../../../http/answer.ts';
import {
  clearDayCapacity,
  getGeneralCapacity,
  MOST_PLACES,
  setDayCapacity,
  soldIfClosed,
} from '../../../offers/index.ts';
import type { Submitted } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import { countAddresses } from '../../../tickets/index.ts';
import { daysToldOf, whoIsTold } from '../affected-visitors.ts';
import type { DeskOptions } from '../desk-options.ts';
import { type Clerk, deskPage } from '../desk-page.ts';
import { done } from '../done.ts';
import { ChangedMeanwhile, isAsItWas, requireSeen } from '../edit-conflict.ts';
import { placesIn, placesInWords } from '../places.ts';
import { postForm, type Sent } from '../post-form.ts';
import { dayIn, type HoursField, museumDayOn, type PlacesField, showDay } from './calendar-day-page.ts';
import { calendarTexts } from './calendar-texts.ts';
import { closeForm, hoursOf, ruleChanged } from './rules.ts';

type Hours = Sent<HoursField>['values'];

/** Changes the hours of one day. */
export const saveHours = postForm<HoursField>(
  async (clerk, desk, { request, form, values, again }) => {
    const day = dayIn(request);
    const { seen = '' } = values;
    const wanted = wantedDay(clerk, values, seen);
    if (wanted !== null && 'faults' in wanted) return again(wanted);
    const museumDay = await museumDayOn(clerk, desk, day);
    if (isAsItWas(museumDay.special, seen, wanted)) return done(pageOf(day), 'nothing');
    const sold = soldIfClosed(museumDay, wanted, await desk.days.current());
    if (sold > 0 && !form.has('confirmed')) return confirmPage(clerk, desk, day, sold, values);
    await replaceHours(clerk, desk, day, wanted, seen);
    return done(pageOf(day), 'dayChanged');
  },
  (clerk, desk, request, hours) => showDay(clerk, desk, request, { hours }),
  async (error, clerk, desk, { request }) => {
    if (!(error instanceof ChangedMeanwhile)) return undefined;
    const special = error.now as SpecialDay | null;
    const usual = calendarTexts(clerk.language)('usual');
    const now = special === null ? usual : hoursOf(clerk, special.opening, special.reason);
    const kinds = ['hours.day-set', 'hours.day-cleared'] as const;
    return { status: 409, fault: await ruleChanged(clerk, desk, kinds, dayIn(request), now) };
  },
);

function pageOf(day: CalendarDay): string {
  return `/desk/calendar/${day}`;
}

/** The special hours that the form asks for (null: none), or the faults of what was typed. */
function wantedDay(
  { language }: Clerk,
  { state = '', timeOpen = '', timeClose = '', reason = '' }: Hours,
  seen: string,
): SpecialDay | null | Required<Pick<Submitted<HoursField>, 'faults'>> {
  const say = calendarTexts(language);
  // A value that the form showed already does not count: one can choose another state and leave it.
  const isTyped = (name: HoursField, value: string) =>
    value !== '' && !seen.includes(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const hasTimes = isTyped('timeOpen', timeOpen) || isTyped('timeClose', timeClose);
  if ((state === 'usual' || state === 'closed') && hasTimes)
    return { faults: { state: say('hoursUnused', { open: say('open') }) } };
  if ((state === 'usual' || state === 'open') && isTyped('reason', reason))
    return { faults: { state: say('reasonUnused', { shut: say('shut') }) } };
  switch (state) {
    case 'usual':
      return null;
    case 'closed':
      if (!hasLength(reason, 0, REASON_CHARACTERS))
        return { faults: { reason: say('reasonFault', { most: REASON_CHARACTERS }) } };
      return { opening: null, reason: reason || null };
    case 'open': {
      const wrong = isTimeOfDay(timeOpen) ? 'timeClose' : 'timeOpen';
      if (isTimeOfDay(timeOpen) && isTimeOfDay(timeClose))
        return { opening: { timeOpen, timeClose }, reason: null };
      return { faults: { [wrong]: say('timesFault') } };
    }
    default:
      return { faults: { state: say('stateFault') } };
  }
}

/** The consequences of closing a day for which tickets are sold, to be confirmed. */
async function confirmPage(
  clerk: Clerk,
  desk: DeskOptions,
  day: CalendarDay,
  sold: number,
  values: Hours,
): Promise<Answer> {
  const { language, words, actor } = clerk;
  const say = calendarTexts(language);
  const told = daysToldOf(desk, [day]);
  const people = await countAddresses(desk.store, actor, null, told);
  const events = await listProgramme(desk.store, actor, { from: day, to: day });
  const staying = events.filter(({ isCancelled }) => !isCancelled).map(({ eventName }) => eventName);
  const consequences = html`<p><strong>${say('ticketsConcerned', { count: sold })}</strong> ${say('ticketsKept')}</p>
${whoIsTold(clerk, desk, people)}${staying.length > 0 && html`<p>${say('eventsStay', { events: words.list(staying) })}</p>\n`}`;
  const back = pageOf(day);
  const main = closeForm(clerk, { at: `${back}/hours`, back }, values, consequences);
  return deskPage(clerk, desk, {
    title: say('closeTitle', { day: words.day(day) }),
    main,
    here: '/desk/calendar',
  });
}

/** @throws ChangedMeanwhile with the day's current special hours */
function replaceHours(
  { actor }: Clerk,
  { store, clock }: DeskOptions,
  day: CalendarDay,
  wanted: SpecialDay | null,
  seen: string,
): Promise<unknown> {
  const expect = (before: SpecialDay | null) => requireSeen(before, seen, wanted);
  const now = clock.now();
  if (wanted !== null) return store.transaction((tx) => setDay({ tx, actor, now }, day, wanted, expect));
  return unlessUsual(store.transaction((tx) => clearDay({ tx, actor, now }, day, expect)));
}

/** Ignores the refusal for a day that has no special hours to clear. */
async function unlessUsual(clearing: Promise<unknown>): Promise<void> {
  try {
    await clearing;
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'exception-not-found') throw error;
  }
}

/** Changes the places of one day. */
export const savePlaces = postForm<PlacesField>(
  async (clerk, desk, { request, values, again }) => {
    const day = dayIn(request);
    const say = calendarTexts(clerk.language);
    const { placesAre, figure = '', seen = '' } = values;
    const isOwn = placesAre === 'own';
    const capacity = isOwn ? placesIn(figure) : await getGeneralCapacity(desk.store, clerk.actor);
    if (capacity === undefined)
      return again({ faults: { figure: say('figureFault', { most: MOST_PLACES }) } });
    if (!isOwn && figure !== '' && figure !== seen)
      return again({ faults: { placesAre: say('figureUnused', { own: say('ownFigure') }) } });
    const museumDay = await museumDayOn(clerk, desk, day);
    if (museumDay.hasOwnCapacity === isOwn && isAsItWas(museumDay.capacity, seen, capacity))
      return done(pageOf(day), 'nothing');
    await replacePlaces(clerk, desk, day, isOwn ? capacity : undefined, seen);
    return done(pageOf(day), 'placesChanged');
  },
  (clerk, desk, request, places) => showDay(clerk, desk, request, { places }),
  async (error, clerk, desk, { request }) => {
    if (!(error instanceof ChangedMeanwhile)) return undefined;
    const now = placesInWords(clerk, error.now as number | null);
    const kinds = ['capacity.day-set', 'capacity.day-cleared'] as const;
    return { status: 409, faults: { figure: await ruleChanged(clerk, desk, kinds, dayIn(request), now) } };
  },
);

/** @param capacity null: no limit; undefined: the general figure */
function replacePlaces(
  { actor }: Clerk,
  { store, clock }: DeskOptions,
  day: CalendarDay,
  capacity: number | null | undefined,
  seen: string,
): Promise<void> {
  const now = clock.now();
  const setting = store.transaction(async (tx) => {
    const wanted = capacity === undefined ? await getGeneralCapacity(tx, actor) : capacity;
    const expect = (before: number | null) => requireSeen(before, seen, wanted);
    if (capacity === undefined) return clearDayCapacity({ tx, actor, now }, day, expect);
    return setDayCapacity({ tx, actor, now }, day, capacity, expect);
  });
  return unlessUsual(setting);
}
