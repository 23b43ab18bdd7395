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
import type { DeskRequest } from '../desk-options.ts';
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
  async (desk, { form, values, again }) => {
    const day = dayIn(desk.request);
    const { seen = '' } = values;
    const wanted = wantedDay(desk, values, seen);
    if (wanted !== null && 'faults' in wanted) return again(wanted);
    const museumDay = await museumDayOn(desk, day);
    if (isAsItWas(museumDay.special, seen, wanted)) return done(pageOf(day), 'nothing');
    const sold = soldIfClosed(museumDay, wanted, await desk.days.current());
    if (sold > 0 && !form.has('confirmed')) return confirmPage(desk, day, sold, values);
    await replaceHours(desk, day, wanted, seen);
    return done(pageOf(day), 'dayChanged');
  },
  (desk, hours) => showDay(desk, { hours }),
  async (error, desk) => {
    if (!(error instanceof ChangedMeanwhile)) return undefined;
    const special = error.now as SpecialDay | null;
    const usual = calendarTexts(desk.language)('usual');
    const now = special === null ? usual : hoursOf(desk, special.opening, special.reason);
    const kinds = ['hours.day-set', 'hours.day-cleared'] as const;
    return { status: 409, fault: await ruleChanged(desk, kinds, dayIn(desk.request), now) };
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
  desk: DeskRequest,
  day: CalendarDay,
  sold: number,
  values: Hours,
): Promise<Answer> {
  const { language, words, actor } = desk;
  const say = calendarTexts(language);
  const told = daysToldOf(desk, [day]);
  const people = await countAddresses(desk.store, actor, null, told);
  const events = await listProgramme(desk.store, actor, { from: day, to: day });
  const staying = events.filter(({ isCancelled }) => !isCancelled).map(({ eventName }) => eventName);
  const consequences = html`<p><strong>${say('ticketsConcerned', { count: sold })}</strong> ${say('ticketsKept')}</p>
${whoIsTold(desk, people)}${staying.length > 0 && html`<p>${say('eventsStay', { events: words.list(staying) })}</p>\n`}`;
  const back = pageOf(day);
  const main = closeForm(desk, { at: `${back}/hours`, back }, values, consequences);
  return deskPage(desk, {
    title: say('closeTitle', { day: words.day(day) }),
    main,
    here: '/desk/calendar',
  });
}

/** @throws ChangedMeanwhile with the day's current special hours */
function replaceHours(
  { actor, store, clock }: DeskRequest,
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
  async (desk, { values, again }) => {
    const day = dayIn(desk.request);
    const say = calendarTexts(desk.language);
    const { placesAre, figure = '', seen = '' } = values;
    const isOwn = placesAre === 'own';
    const capacity = isOwn ? placesIn(figure) : await getGeneralCapacity(desk.store, desk.actor);
    if (capacity === undefined)
      return again({ faults: { figure: say('figureFault', { most: MOST_PLACES }) } });
    if (!isOwn && figure !== '' && figure !== seen)
      return again({ faults: { placesAre: say('figureUnused', { own: say('ownFigure') }) } });
    const museumDay = await museumDayOn(desk, day);
    if (museumDay.hasOwnCapacity === isOwn && isAsItWas(museumDay.capacity, seen, capacity))
      return done(pageOf(day), 'nothing');
    await replacePlaces(desk, day, isOwn ? capacity : undefined, seen);
    return done(pageOf(day), 'placesChanged');
  },
  (desk, places) => showDay(desk, { places }),
  async (error, desk) => {
    if (!(error instanceof ChangedMeanwhile)) return undefined;
    const now = placesInWords(desk, error.now as number | null);
    const kinds = ['capacity.day-set', 'capacity.day-cleared'] as const;
    return { status: 409, faults: { figure: await ruleChanged(desk, kinds, dayIn(desk.request), now) } };
  },
);

/** @param capacity null: no limit; undefined: the general figure */
function replacePlaces(
  { actor, store, clock }: DeskRequest,
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
