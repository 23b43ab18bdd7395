import { addDays, type CalendarDay } from '../../core/calendar-day.ts';
import { may } from '../../core/permissions.ts';
import { capitalised } from '../../core/text.ts';
import { asHeading } from '../../core/words.ts';
import { listWrongAdmissions, type Occupancy, type ToldAdmission } from '../../gate/index.ts';
import { listOpenDays, type OpenDay } from '../../hours/index.ts';
import type { Answer } from '../../http/answer.ts';
import { seeOther } from '../../http/sessions.ts';
import { GENERAL, listOffers, type Offer } from '../../offers/index.ts';
import { type Html, html } from '../../pages/html.ts';
import { factList, folded } from '../../pages/parts.ts';
import { type Column, table, unseenCaption } from '../../pages/table.ts';
import { wordTexts } from '../../pages/texts.ts';
import { shareBar } from './bars.ts';
import { type ClosedDay, closedInWords, closedOn } from './calendar/closed-day.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskAssets, deskPage, firstPage, SETTINGS_STYLE } from './desk-page.ts';
import { entryTimes } from './entry-times.ts';
import { nameAndPlace } from './event-name.ts';
import { placesInWords } from './figure-fields.ts';
import { firstStepsPart, tellFirstSteps } from './first-steps.ts';
import { COUNT, eventAddress } from './links.ts';
import { shopLacks } from './settings/settings.ts';
import type { TodayParts } from './today-cache.ts';
import { findTroubles, needs, type Troubles, WRONG_TOLD } from './today-needs.ts';
import { todayTexts } from './today-texts.ts';
import { visitsCurve } from './visits-curve.ts';

/** For how many days ahead the page says that a day is nearly full. */
const DAYS_AHEAD = 13;

/**
 * The page of today: how full the museum is, and what needs attention. Whose role has no use for it gets their own first
 * page, and a gate the one where it scans.
 */
export async function showToday(desk: DeskRequest): Promise<Answer> {
  if (desk.actor.role === 'gate') return seeOther('/gate');
  const other = may(desk.actor.role, 'read-occupancy') ? undefined : firstPage(desk);
  if (other !== undefined) return seeOther(other);
  const { title, lead, main, steps, lacks } = await knownToday(desk);
  return deskPage(desk, {
    title,
    lead,
    main: [firstStepsPart(desk, steps), lacksPart(desk, lacks), main],
    styles: [deskAssets.address('today.css'), ...(steps.length === 0 ? [] : [SETTINGS_STYLE])],
    here: '/desk',
  });
}

function lacksPart({ language }: Clerk, lacks: readonly Html[]): Html | undefined {
  if (lacks.length === 0) return undefined;
  return html`
    <section class="needs">
      <h2>${todayTexts(language)('shopLacks')}</h2>
      <ul>${lacks.map((what) => html`<li>${what}</li>\n`)}</ul>
    </section>
  `;
}

interface Today {
  readonly day: CalendarDay;
  /** HH:mm */
  readonly time: string;
  /** Whether it is past midnight and the museum is still open. */
  readonly isPastMidnight: boolean;
  readonly opening: OpenDay | undefined;
  /** Undefined: it is open today. */
  readonly closed: ClosedDay | undefined;
  readonly occupancy: Occupancy;
  readonly slots: readonly Offer[];
  readonly ahead: readonly Offer[];
  /** How many came, by the key of the slot. */
  readonly timeVisits: ReadonlyMap<string, number>;
  readonly troubles: Troubles;
  /** Undefined for who may not see tickets. */
  readonly wrong: readonly ToldAdmission[] | undefined;
}

/** What is known of a minute, for each role and language, as long as nothing has been committed meanwhile. */
async function knownToday(desk: DeskRequest): Promise<TodayParts> {
  const version = await desk.store.contentVersion();
  const at = `${version} ${desk.settings.version} ${Math.floor(desk.clock.now() / 60_000)}`;
  const whose = `${desk.actor.role} ${desk.language}`;
  return desk.todayCache.get(at, whose, async () => {
    const [today, steps, lacks] = await Promise.all([knowToday(desk), tellFirstSteps(desk), shopLacks(desk)]);
    return { ...partsOf(desk, today), steps, lacks };
  });
}

async function knowToday(desk: DeskRequest): Promise<Today> {
  const { actor, store, clock, calendar, days, terms, gate } = desk;
  const day = await days.current();
  const today = calendar.today();
  const [occupancy, [opening], found, troubles, wrong] = await Promise.all([
    gate.attendance.getOccupancy(actor, day),
    listOpenDays(store, actor, day, day),
    listOffers(store, actor, { from: day, to: addDays(day, DAYS_AHEAD) }, terms),
    findTroubles(desk),
    may(actor.role, 'fetch-tickets')
      ? listWrongAdmissions(store, actor, addDays(day, -1), WRONG_TOLD)
      : undefined,
  ]);
  const slots = found.filter((offer) => offer.day === day);
  const isTimed = slots.some(({ times }) => times !== undefined);
  return {
    day,
    time: days.timeAt(clock.now()),
    isPastMidnight: day < today,
    opening,
    closed: opening === undefined ? await closedOn(desk, day) : undefined,
    occupancy,
    slots,
    ahead: found.filter(isNearlyFull),
    timeVisits: isTimed ? await gate.attendance.getTimeVisits(actor, day) : new Map(),
    troubles,
    wrong,
  };
}

/** A tenth is left, or less. */
function isNearlyFull({ capacity, left, onSale }: Offer): boolean {
  return onSale && capacity !== null && left !== null && left * 10 <= capacity;
}

/** The cached parts hold nothing of one person or session. */
function partsOf(clerk: Clerk, today: Today): Pick<TodayParts, 'title' | 'lead' | 'main'> {
  const { language, words, actor } = clerk;
  const say = todayTexts(language);
  const sells = may(actor.role, 'sell-tickets');
  const main = html`
    <div class="today">
      ${sells && html`<p class="sell-one"><a class="button action" href="/desk/sell">${say('sellOne')}</a></p>`}
      <div class="now">
        ${figures(clerk, today)}
        ${entryTimes(clerk, today.slots, today.timeVisits)}
        ${whoComes(clerk, today)}
        ${waysIn(clerk, today.occupancy)}
        ${may(actor.role, 'admit-visitors') && html`<p><a href="${COUNT}">${say('countWithout')}</a></p>`}
        ${visitsCurve(language, words, today.occupancy.quarterHours)}
      </div>
      <aside aria-label="${say('besides')}">
        ${needs(clerk, { ...today, conflicts: today.occupancy.conflicts })}
        ${nextPart(clerk, today)}
        ${doorsPart(clerk, today.occupancy)}
      </aside>
    </div>
  `;
  return { title: asHeading(words.day(today.day)), lead: whetherOpen(clerk, today), main };
}

function whetherOpen({ language }: Clerk, { time, opening, closed, isPastMidnight }: Today): string {
  const say = todayTexts(language);
  if (opening === undefined) return say('closed', { why: closed ? closedInWords(closed) : '', now: time });
  const { timeOpen: open, timeClose: close } = opening;
  if (!isPastMidnight && time < open) return say('opensAt', { open, now: time });
  const endsTomorrow = close <= open;
  const isOpen = isPastMidnight || endsTomorrow || time < close;
  return say(isOpen ? 'openUntil' : 'closedSince', { close, now: time });
}

function figures(clerk: Clerk, { occupancy, slots, isPastMidnight }: Today): Html {
  const { language, words } = clerk;
  const say = todayTexts(language);
  const open = slots.filter(({ onSale, capacity }) => onSale || capacity !== null);
  const left = open.reduce((sum, slot) => sum + (slot.left ?? Number.POSITIVE_INFINITY), 0);
  const places = placesInWords(clerk, Number.isFinite(left) ? left : null);
  return factList('figures', [
    [say('sold', { count: occupancy.sold }), words.number(occupancy.sold)],
    [say('admitted', { count: occupancy.admitted }), words.number(occupancy.admitted)],
    [say('inside'), words.number(occupancy.inside)],
    // After midnight nothing is sold for the day any more.
    [say('left', { count: left }), !isPastMidnight && places],
  ]);
}

/** How many were sold of something, and how many have come. */
function soldAndAdmitted({
  language,
  words,
}: Clerk): Column<{ readonly sold: number; readonly admitted: number }>[] {
  const say = todayTexts(language);
  return [
    { head: say('soldColumn'), cell: ({ sold }) => words.number(sold), isNumber: true },
    { head: say('admittedColumn'), cell: ({ admitted }) => words.number(admitted), isNumber: true },
  ];
}

const NEXT_TOLD = 6;

/** What begins next today, with how many are sold of how many; of general entry the figures stand beside. */
function nextPart({ language, words }: Clerk, { slots, time, isPastMidnight }: Today): Html | undefined {
  const say = todayTexts(language);
  const times = slots.flatMap(({ event, times: all = [] }) =>
    event === undefined ? [] : all.map((each) => ({ ...each, event })),
  );
  const next = times
    .filter(({ entryTime, isOver }) => !isPastMidnight && !isOver && entryTime >= time)
    .sort((one, other) => (one.entryTime < other.entryTime ? -1 : 1))
    .slice(0, NEXT_TOLD);
  if (next.length === 0) return undefined;
  const soldOf = ({ sold, capacity }: (typeof next)[number]) =>
    capacity === null ? words.number(sold) : say('soldOf', { sold, capacity });
  const item = (each: (typeof next)[number]) => html`
    <li>
      <b>${each.entryTime}</b>
      <a href="${eventAddress(each.event.eventId)}" dir="auto">${each.event.name}</a>
      <span>${each.left === 0 ? html`<strong>${say('full')}</strong>, ` : ''}${soldOf(each)}</span>
    </li>
  `;
  return html`
    <section class="next">
      <h2>${say('next')}</h2>
      <ul>${next.map(item)}</ul>
    </section>
  `;
}

/** How many came in at which door, and whether it is in use: when somebody last passed it. */
function doorsPart({ language, words }: Clerk, { doors }: Occupancy): Html | undefined {
  if (doors.length === 0) return undefined;
  const say = todayTexts(language);
  const item = ({ gate, in: count, lastAt: time }: (typeof doors)[number]) => html`
    <li>
      <span dir="auto">${gate}</span>
      <span>${say('doorIn', { count, number: words.number(count), time })}</span>
    </li>
  `;
  return html`
    <section class="doors">
      <h2>${say('doors')}</h2>
      <ul>${doors.map(item)}</ul>
    </section>
  `;
}

function whoComes(clerk: Clerk, { occupancy, slots, opening }: Today): Html {
  const { language } = clerk;
  const say = todayTexts(language);
  const shown = takingPlace(occupancy).filter(
    ({ eventId, sold, admitted }) => eventId !== null || opening !== undefined || sold + admitted > 0,
  );
  const leftOf = ({ eventId }: (typeof shown)[number]) => {
    const slot = slots.find(({ product }) => product === (eventId ?? GENERAL));
    // What is of another day, or was cancelled, has no places.
    if (slot === undefined) return '–';
    return html`${placesInWords(clerk, slot.left)}${shareBar(slot.sold, slot.capacity)}`;
  };
  const general = wordTexts(language)('generalEntry');
  const columns: Column<(typeof shown)[number]>[] = [
    { head: say('what'), cell: ({ name = general, location }) => nameAndPlace({ name, location }) },
    ...soldAndAdmitted(clerk),
    { head: say('leftColumn'), cell: leftOf, isNumber: true },
  ];
  return html`
    ${table(say('whoComes'), shown, columns, say('nothingOn'))}
    ${cancelledEvents(clerk, occupancy)}
  `;
}

/** With what people came in, where not all have tickets. */
function waysIn({ language, words }: Clerk, { entries }: Occupancy): Html | undefined {
  const say = todayTexts(language);
  const shown = entries.filter(({ admitted }) => admitted > 0);
  if (shown.every(({ entry }) => entry === 'ticket')) return undefined;
  type Came = (typeof shown)[number];
  const columns: Column<Came>[] = [
    { head: say('what'), cell: ({ entry }) => wordTexts(language)(`entry${capitalised(entry)}`) },
    { head: say('cameIn'), cell: ({ admitted }) => words.number(admitted), isNumber: true },
    { head: say('wentOut'), cell: ({ left }) => words.number(left), isNumber: true },
  ];
  return table(say('byEntry'), shown, columns);
}

/** What takes place: without cancelled events, even if somebody came before. */
function takingPlace({ events, cancelled }: Occupancy): Occupancy['events'] {
  const off = new Set(cancelled.map(({ eventId }) => eventId));
  return events.filter(({ eventId }) => !off.has(eventId));
}

/** Folded, with a link to each: there its holders are paid back. */
function cancelledEvents(clerk: Clerk, { cancelled }: Occupancy): Html | undefined {
  if (cancelled.length === 0) return undefined;
  const say = todayTexts(clerk.language);
  const title = say('cancelled', { count: cancelled.length });
  const columns: Column<(typeof cancelled)[number]>[] = [
    {
      head: say('what'),
      cell: ({ eventId, name }) => html`<a href="/desk/events/${eventId}" dir="auto">${name}</a>`,
    },
    ...soldAndAdmitted(clerk),
  ];
  return folded(title, table(unseenCaption(title), cancelled, columns));
}
