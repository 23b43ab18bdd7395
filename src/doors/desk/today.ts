import type { FastifyInstance } from 'fastify';
import { addDays, type CalendarDay } from '../../core/calendar-day.ts';
import { scopeOf } from '../../core/permissions.ts';
import { getOccupancy, type Occupancy } from '../../gate/index.ts';
import { listOpenDays, type OpenDay } from '../../hours/index.ts';
import { send } from '../../http/answer.ts';
import { seeOther } from '../../http/sessions.ts';
import { type Html, html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import { type DayAvailability, listAvailability } from '../../tickets/index.ts';
import type { DeskOptions } from './desk.ts';
import { type Clerk, clerkOf, deskPage, firstWay } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { shareBar } from './share-bar.ts';
import { findTroubles, needs, type Troubles } from './today-needs.ts';
import { todayTexts } from './today-texts.ts';
import { visitsCurve } from './visits-curve.ts';

/** How far ahead somebody is told that a day is nearly full. */
const DAYS_AHEAD = 13;

/** What is going on: how full the house is, and what needs a person. */
export function routeToday(app: FastifyInstance, desk: DeskOptions): void {
  app.get('/desk', async (request, reply) => {
    const clerk = clerkOf(request, desk);
    const mayLook = scopeOf(clerk.actor.role, 'read-occupancy') !== undefined;
    const other = mayLook ? undefined : firstWay(clerk);
    if (other !== undefined) return send(request, reply, seeOther(other));
    send(request, reply, todayPage(clerk, desk, await knowToday(clerk, desk)));
  });
}

interface Today {
  readonly day: CalendarDay;
  /** HH:mm */
  readonly time: string;
  /** Whether the calendar is a day further: the museum is open past midnight. */
  readonly isPastMidnight: boolean;
  readonly opening: OpenDay | undefined;
  readonly occupancy: Occupancy;
  readonly slots: readonly DayAvailability[];
  readonly ahead: readonly DayAvailability[];
  readonly troubles: Troubles;
}

async function knowToday(clerk: Clerk, desk: DeskOptions): Promise<Today> {
  const { actor } = clerk;
  const { store, clock, calendar, days } = desk;
  const day = await days.current();
  const today = calendar.today();
  const [occupancy, [opening], found, troubles] = await Promise.all([
    getOccupancy(store, actor, day, days),
    listOpenDays(store, actor, day, day),
    listAvailability(store, actor, { from: day, to: addDays(day, DAYS_AHEAD) }, today),
    findTroubles(clerk, desk),
  ]);
  return {
    day,
    time: days.timeAt(clock.now()),
    isPastMidnight: day < today,
    opening,
    occupancy,
    slots: found.filter(({ date }) => date === day),
    ahead: found.filter(isNearlyFull),
    troubles,
  };
}

/** A tenth is left, or less. */
function isNearlyFull({ capacity, left, onSale }: DayAvailability): boolean {
  return onSale && capacity !== null && left !== null && left * 10 <= capacity;
}

function todayPage(clerk: Clerk, desk: DeskOptions, today: Today) {
  const { language, words, actor } = clerk;
  const say = todayTexts(language);
  const sells = scopeOf(actor.role, 'sell-tickets') !== undefined;
  const main = html`<div class="beside">
${figures(clerk, today)}${sells && html`<a class="button action" href="/desk/sell">${say('sellOne')}</a>`}
</div>
${needs(clerk, { ...today, conflicts: today.occupancy.conflicts })}${whoComes(clerk, today)}${visitsCurve(language, words, today.occupancy.quarterHours)}`;
  return deskPage(clerk, desk, {
    title: words.day(today.day),
    lead: whetherOpen(clerk, today),
    main,
    here: '/desk',
  });
}

function whetherOpen({ language }: Clerk, { time, opening, isPastMidnight }: Today): string {
  const say = todayTexts(language);
  if (opening === undefined) return say('closed', { now: time });
  const { timeOpen: open, timeClose: close } = opening;
  if (!isPastMidnight && time < open) return say('opensAt', { open, now: time });
  const endsTomorrow = close <= open;
  const isOpen = isPastMidnight || endsTomorrow || time < close;
  return say(isOpen ? 'openUntil' : 'closedSince', { close, now: time });
}

function figures({ language, words }: Clerk, { occupancy, slots }: Today): Html {
  const say = todayTexts(language);
  const open = slots.filter(({ onSale, capacity }) => onSale || capacity !== null);
  const left = open.some((slot) => slot.left === null)
    ? deskTexts(language)('noLimit')
    : words.number(open.reduce((sum, slot) => sum + (slot.left ?? 0), 0));
  const shown = [
    [say('sold'), words.number(occupancy.sold)],
    [say('admitted'), words.number(occupancy.admitted)],
    [say('inside'), words.number(occupancy.inside)],
    [say('left'), left],
  ];
  return html`<dl class="figures">
${shown.map(([name, figure]) => html`<div><dt>${name}</dt><dd>${figure}</dd></div>\n`)}</dl>`;
}

function whoComes({ language, words }: Clerk, { occupancy, slots, opening }: Today): Html {
  const say = todayTexts(language);
  const shown = occupancy.events.filter(
    ({ eventId, sold, admitted }) => eventId !== null || opening !== undefined || sold + admitted > 0,
  );
  const rows = shown.map(({ eventId, name, sold, admitted }) => {
    const slot = slots.find((each) => (each.eventId ?? null) === eventId);
    const left = slot?.left ?? null;
    return [
      name ?? deskTexts(language)('generalEntry'),
      words.number(sold),
      words.number(admitted),
      html`${left === null ? deskTexts(language)('noLimit') : words.number(left)}${slot && shareBar(slot.sold, slot.capacity)}`,
    ];
  });
  const columns = [
    { text: say('what') },
    { text: say('soldColumn'), isNumber: true },
    { text: say('admittedColumn'), isNumber: true },
    { text: say('leftColumn'), isNumber: true },
  ];
  return table(say('whoComes'), columns, rows, say('nothingOn'));
}
