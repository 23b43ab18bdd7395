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
import type { FieldFaults } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import type { SoldDay } from '../affected-visitors.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage } from '../desk-page.ts';
import { isAsItWas } from '../edit-conflict.ts';
import { placesIn, placesInWords } from '../places.ts';
import { postForm, type Sent } from '../post-form.ts';
import { dayIn, type HoursField, museumDayOn, type PlacesField, showDay } from './calendar-day-page.ts';
import { calendarTexts } from './calendar-texts.ts';
import { changeRule, closeForm, hoursOf, whoIsConcerned } from './rules.ts';

type Hours = Sent<HoursField>['values'];

/** Changes the hours of one day. */
export const saveHours = postForm<HoursField>(
  async (desk, sent) => {
    const day = dayIn(desk.request);
    const at = `/desk/calendar/${day}`;
    const wanted = wantedDay(desk, sent.values);
    if (wanted !== null && 'faults' in wanted) return sent.again(wanted);
    const museumDay = await museumDayOn(desk, day);
    return changeRule(desk, sent, {
      at,
      now: museumDay.special,
      wanted,
      async confirm() {
        const sold = soldIfClosed(museumDay, wanted, await desk.days.current());
        const isAsked = sold > 0 && !sent.form.has('confirmed');
        return isAsked ? confirmPage(desk, at, { date: day, sold }, sent.values) : undefined;
      },
      save: (action, expect) =>
        wanted === null ? clearDay(action, day, expect) : setDay(action, day, wanted, expect),
      done: 'dayChanged',
      journalOf: () => [day, 'hours.day-set', 'hours.day-cleared'],
      inWords: (special) =>
        special === null
          ? calendarTexts(desk.language)('usual')
          : hoursOf(desk, special.opening, special.reason),
    });
  },
  (desk, hours) => showDay(desk, { hours }),
);

/** The special hours that the form asks for (null: none), or the faults of what was typed. */
function wantedDay(
  { language }: Clerk,
  { state = '', timeOpen = '', timeClose = '', reason = '', seen = '' }: Hours,
): SpecialDay | null | FieldFaults<HoursField> {
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
async function confirmPage(desk: DeskRequest, at: string, day: SoldDay, values: Hours): Promise<Answer> {
  const { language, words } = desk;
  const say = calendarTexts(language);
  const events = await listProgramme(desk.store, desk.actor, { from: day.date, to: day.date });
  const staying = events.filter(({ isCancelled }) => !isCancelled).map(({ eventName }) => eventName);
  const consequences = html`
    ${await whoIsConcerned(desk, [day])}
    ${staying.length > 0 && html`<p>${say('eventsStay', { events: words.list(staying) })}</p>`}
  `;
  const main = closeForm(desk, { at: `${at}/hours`, back: at }, values, consequences);
  const title = say('closeTitle', { day: words.day(day.date) });
  return deskPage(desk, { title, main, here: '/desk/calendar' });
}

/** Changes the places of one day. */
export const savePlaces = postForm<PlacesField>(
  async (desk, sent) => {
    const { placesAre, figure = '', seen = '' } = sent.values;
    const day = dayIn(desk.request);
    const say = calendarTexts(desk.language);
    const isOwn = placesAre === 'own';
    const wanted = isOwn ? placesIn(figure) : await getGeneralCapacity(desk.store, desk.actor);
    if (wanted === undefined)
      return sent.again({ faults: { figure: say('figureFault', { most: MOST_PLACES }) } });
    if (!isOwn && figure !== '' && figure !== seen)
      return sent.again({ faults: { placesAre: say('figureUnused', { own: say('ownFigure') }) } });
    const { capacity: now, hasOwnCapacity } = await museumDayOn(desk, day);
    return changeRule(desk, sent, {
      at: `/desk/calendar/${day}`,
      now,
      wanted,
      changesNothing: hasOwnCapacity === isOwn && isAsItWas(now, seen, wanted),
      save: (action, expect) =>
        isOwn ? setDayCapacity(action, day, wanted, expect) : clearDayCapacity(action, day, expect),
      done: 'placesChanged',
      journalOf: () => [day, 'capacity.day-set', 'capacity.day-cleared'],
      inWords: (capacity) => placesInWords(desk, capacity),
      field: 'figure',
    });
  },
  (desk, places) => showDay(desk, { places }),
);
