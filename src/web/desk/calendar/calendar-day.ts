import type { FastifyRequest } from 'fastify';
import { findCalledOff } from '../../../called-off/index.ts';
import { changeHours } from '../../../calling-off/index.ts';
import { addDays, type CalendarDay, isoWeekday, parseCalendarDay } from '../../../core/calendar-day.ts';
import { may } from '../../../core/permissions.ts';
import { hasLength, REASON_CHARACTERS } from '../../../core/text.ts';
import { asHeading, labelled } from '../../../core/words.ts';
import { isTimeOfDay } from '../../../core/zoned-time.ts';
import { listProgramme, type ProgrammeDay } from '../../../events/index.ts';
import { getWeek, type Opening, type SpecialDay } from '../../../hours/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import {
  clearDayCapacity,
  GENERAL,
  getDayTimes,
  getGeneralCapacity,
  listMuseumDays,
  listOffers,
  MOST_PLACES,
  type MuseumDay,
  type Offer,
  setDayCapacity,
} from '../../../offers/index.ts';
import {
  FIGURE_INPUT,
  type FieldFaults,
  type Fields,
  fieldsOf,
  type Submitted,
} from '../../../pages/forms.ts';
import { type Html, html, type Piece } from '../../../pages/html.ts';
import { folded, section, turning } from '../../../pages/parts.ts';
import { type Column, table, unseenCaption } from '../../../pages/table.ts';
import { wordTexts } from '../../../pages/texts.ts';
import { shareBar } from '../bars.ts';
import { eventsOn } from '../calling-off.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage } from '../desk-page.ts';
import { isAsItWas, seenAs } from '../edit-conflict.ts';
import { entryTimes } from '../entry-times.ts';
import { holdersAddress } from '../events/holders.ts';
import { holdersTexts } from '../events/holders-texts.ts';
import { placesIn, placesInWords, pricesInWords } from '../figure-fields.ts';
import { eventLink } from '../links.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { calendarTexts } from './calendar-texts.ts';
import { closedOn } from './closed-day.ts';
import { askToClose } from './closing.ts';
import { changeDayTimes, type DayTimesField, dayTimesForm } from './day-times.ts';
import { changeRule, hoursOf } from './rules.ts';

type HoursField = 'state' | 'timeOpen' | 'timeClose' | 'reason' | 'seen';
type PlacesField = 'placesAre' | 'figure' | 'seen';

/** @throws HttpRefusal not-found */
function dayIn({ params }: FastifyRequest): CalendarDay {
  const day = parseCalendarDay((params as { day: string }).day);
  if (day === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  return day;
}

/** The page of a day: what takes place, and for managers, forms for its hours and places. */
export async function showDay(
  desk: DeskRequest,
  sent: {
    readonly hours?: Submitted<HoursField>;
    readonly places?: Submitted<PlacesField>;
    readonly times?: Submitted<DayTimesField>;
  } = {},
): Promise<Answer> {
  const { words, actor, language } = desk;
  const say = calendarTexts(language);
  const day = dayIn(desk.request);
  const range = { from: day, to: day };
  const [museumDay, events, offers] = await Promise.all([
    museumDayOn(desk, day),
    listProgramme(desk.store, actor, range),
    listOffers(desk.store, actor, range, desk.terms),
  ]);
  const hours = fieldsOf<HoursField>(language, sent.hours);
  const places = fieldsOf<PlacesField>(language, sent.places);
  const times = fieldsOf<DayTimesField>(language, sent.times);
  const forms = may(actor.role, 'arrange-programme') && [
    day >= (await desk.days.current()) && (await hoursForm(desk, museumDay, hours)), // a past day keeps its own
    await placesForm(desk, museumDay, places),
    await dayTimesForm(desk, day, times),
  ];
  const main = html`
    ${whatIsOn(desk, museumDay, events, offers)}
    ${generalPrices(desk, offers)}
    ${await holdersLink(desk, day)}
    ${entryTimes(desk, offers, await visitsOn(desk, day))}
    ${forms}
    ${turning([
      { href: `/desk/calendar/${addDays(day, -1)}`, text: say('dayBefore') },
      { href: `/desk/calendar/${addDays(day, 1)}`, text: say('dayAfter') },
    ])}`;
  const { next } = (await closedOn(desk, day)) ?? {};
  const note =
    museumDay.opening === null && next !== undefined && day >= desk.calendar.today()
      ? [next.words]
      : museumDay.special === null
        ? [say('usual')]
        : museumDay.opening === null
          ? []
          : [say('special')];
  const lead = [hoursOf(desk, museumDay.opening, museumDay.special?.reason), ...note].join(' · ');
  const [title, form] = [asHeading(words.day(day)), sent.hours ? hours : sent.times ? times : places];
  return deskPage(desk, { title, lead, main, here: '/desk/calendar', form });
}

/** To the holders of tickets for general entry on a day that was called off. */
async function holdersLink({ store, language, actor }: DeskRequest, day: CalendarDay): Promise<Html | false> {
  const off = { product: GENERAL, day } as const;
  if (!may(actor.role, 'void-tickets') || (await findCalledOff(store, [off])).size === 0) return false;
  return html`<p><a href="${holdersAddress(off)}">${holdersTexts(language)('holdersLink')}</a></p>\n`;
}

async function museumDayOn({ actor, store }: DeskRequest, day: CalendarDay): Promise<MuseumDay> {
  const [museumDay] = await listMuseumDays(store, actor, day, day);
  if (museumDay === undefined) throw new Error(`There is no day ${day}.`);
  return museumDay;
}

/** Undefined before the day, and for who may not know how full the museum is. */
async function visitsOn(
  { actor, gate, days }: DeskRequest,
  day: CalendarDay,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (!may(actor.role, 'read-occupancy') || day > (await days.current())) return undefined;
  return gate.attendance.getTimeVisits(actor, day);
}

/** What general entry costs on that day, and a link to change it. */
function generalPrices(clerk: Clerk, offers: readonly Offer[]): Html | undefined {
  const general = offers.find(({ product }) => product === GENERAL);
  if (general === undefined || general.closed !== undefined) return undefined;
  const say = calendarTexts(clerk.language);
  const prices =
    general.prices.length > 1
      ? pricesInWords(clerk, general.prices, general.prices)
      : clerk.words.price(general);
  const link =
    may(clerk.actor.role, 'arrange-programme') &&
    html` <a href="/desk/settings/prices/day?date=${general.day}">${say('changePrices')}</a>`;
  return html`<p>${labelled(clerk.language, wordTexts(clerk.language)('generalEntry'), prices)}${link}</p>\n`;
}

/** What takes place, and how much of it is sold. */
interface OnThatDay extends Pick<MuseumDay, 'sold' | 'capacity'> {
  readonly what: Piece;
  readonly offer: Offer | undefined;
}

function whatIsOn(
  clerk: Clerk,
  { sold, capacity, opening }: MuseumDay,
  events: readonly ProgrammeDay[],
  offers: readonly Offer[],
): Html {
  const { language, words } = clerk;
  const say = calendarTexts(language);
  const columns: Column<OnThatDay>[] = [
    { head: say('what'), cell: ({ what }) => what },
    { head: say('sold'), cell: ({ sold }) => words.number(sold), isNumber: true },
    { head: say('places'), cell: ({ capacity }) => placesInWords(clerk, capacity), isNumber: true },
    { head: say('left'), cell: ({ offer }) => leftOf(clerk, offer), isNumber: true },
  ];
  const offerOf = (wanted: string) => offers.find(({ product }) => product === wanted);
  const general = offerOf(GENERAL);
  const entry: OnThatDay = {
    what: wordTexts(language)('generalEntry'),
    sold,
    capacity: general === undefined ? capacity : general.capacity,
    offer: opening === null ? undefined : general,
  };
  const rowOf = ({ eventId, eventName, ...figures }: ProgrammeDay): OnThatDay => ({
    ...figures,
    what: eventLink(eventId, eventName),
    offer: offerOf(eventId),
  });
  const cancelled = events.filter(({ isCancelled }) => isCancelled).map(rowOf);
  const on = events.filter(({ isCancelled }) => !isCancelled).map(rowOf);
  const title = say('cancelledEvents', { count: cancelled.length });
  return html`
    ${table(say('whatIsOn'), [entry, ...on], columns)}
    ${cancelled.length > 0 && folded(title, table(unseenCaption(title), cancelled, columns))}
  `;
}

/** What is left, with a bar; nothing of what does not take place. */
function leftOf(clerk: Clerk, offer: Offer | undefined): Piece {
  if (offer === undefined) return '';
  return html`${placesInWords(clerk, offer.left)}${shareBar(offer.sold, offer.capacity)}`;
}

async function hoursForm(
  desk: DeskRequest,
  { day, special, sold }: MuseumDay,
  fields: Fields<HoursField>,
): Promise<Html> {
  const { language, actor } = desk;
  const say = calendarTexts(language);
  const usual = (await getWeek(desk.store, actor))[isoWeekday(day) - 1] ?? null;
  const state = special === null ? 'usual' : special.opening === null ? 'closed' : 'open';
  const options = [
    { value: 'usual', text: usual === null ? say('asUsualClosed') : say('asUsualOpen', named(usual)) },
    { value: 'open', text: say('open') },
    { value: 'closed', text: say('shut') },
  ];
  const time = { type: 'time' };
  const { timeOpen, timeClose } = special?.opening ?? {};
  const reason = {
    label: say('reason'),
    hint: say('reasonHint'),
    value: special?.reason ?? undefined,
    with: { maxlength: REASON_CHARACTERS, autocomplete: 'off' },
  };
  const form = html`
    ${fields.hidden('seen', seenAs(special))}
    ${fields.select('state', { label: say('state'), options, value: state })}
    <p class="hint">${say('timesHint')}</p>
    <div class="times">
      ${fields.input('timeOpen', { label: say('timeOpen'), value: timeOpen, with: time })}
      ${fields.input('timeClose', { label: say('timeClose'), value: timeClose, with: time })}
    </div>
    ${fields.input('reason', reason)}
    <button class="action">${say('save')}</button>
  `;
  return section(
    say('hoursOfDay'),
    sold > 0 && html`<p>${say('ticketsHere', { count: sold })}</p>`,
    formTo(desk, `/desk/calendar/${day}/hours`, form),
  );
}

function named({ timeOpen: open, timeClose: close }: Opening) {
  return { open, close };
}

async function placesForm(
  desk: DeskRequest,
  { day, capacity, hasOwnCapacity }: MuseumDay,
  fields: Fields<PlacesField>,
): Promise<Html> {
  const { language, actor } = desk;
  const say = calendarTexts(language);
  const places = placesInWords(desk, await getGeneralCapacity(desk.store, actor));
  const isTimed = (await getDayTimes(desk.store, actor, desk.terms.rules, day)).times !== null;
  const options = [
    { value: 'general', text: say('generalFigure', { places }) },
    { value: 'own', text: say('ownFigure') },
  ];
  const form = html`
    ${fields.hidden('seen', seenAs(capacity))}
    ${fields.select('placesAre', { label: say('placesAre'), options, value: hasOwnCapacity ? 'own' : 'general' })}
    ${fields.input('figure', {
      label: say('figure'),
      hint: say('figureHint'),
      value: hasOwnCapacity ? `${capacity ?? ''}` : undefined,
      with: FIGURE_INPUT,
    })}
    <button>${say('save')}</button>
  `;
  return section(
    say('placesOfDay'),
    isTimed && html`<p>${say('placesOfTimes')}</p>`,
    formTo(desk, `/desk/calendar/${day}/places`, form),
  );
}

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
      confirm: () => confirmClosing(desk, museumDay, wanted),
      save: (action, expect) => changeHours(action, { day, hours: wanted, days: desk.days, expect }),
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

/** The page that closes the day, if tickets are sold for it or events take place; undefined: nobody is concerned. */
async function confirmClosing(
  desk: DeskRequest,
  { day, opening, sold }: MuseumDay,
  wanted: SpecialDay | null,
): Promise<Answer | undefined> {
  if (wanted?.opening !== null || opening === null || day < (await desk.days.current())) return undefined;
  const range = { from: day, to: day };
  const isConcerned = sold > 0 || (await eventsOn(desk, range)).length > 0;
  return isConcerned ? askToClose(desk, { wanted: 'close', ...range, reason: wanted.reason }) : undefined;
}

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

/** Changes the entry times of one day. */
export const saveDayTimes = postForm<DayTimesField>(
  (desk, sent) => changeDayTimes(desk, sent, dayIn(desk.request)),
  (desk, times) => showDay(desk, { times }),
);
