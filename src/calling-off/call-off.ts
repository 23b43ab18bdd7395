import type { CalendarDay, DayRange } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  cancelEvent,
  changeEvent,
  type Expectation,
  findEventsOn,
  lockEvent,
  type SpecialEvent,
} from '../events/index.ts';
import { closeDays, type ExpectedRule, type MuseumDays, type SpecialDays } from '../hours/index.ts';
import { GENERAL } from '../offers/index.ts';
import type { ActionContext } from '../store/index.ts';
import { requireToCome } from './change-hours.ts';
import { type CallingOff, changingProgramme, lockProgramme } from './change-programme.ts';
import { type CallingOffFigures, callingOffFigures } from './figures.ts';

export const EVENT_ON_CLOSED_DAY = ['takes-place', 'called-off'] as const;
export type EventOnClosedDay = (typeof EVENT_ON_CLOSED_DAY)[number];

/** Days on which the museum is to be closed. */
export interface ClosingDays extends DayRange, CallingOff {
  /** What becomes of the events of these days. */
  readonly events: ReadonlyMap<Uuid, EventOnClosedDay>;
  readonly days: MuseumDays;
  readonly expect?: ExpectedRule<SpecialDays>;
}

/**
 * Closes the museum on each day of the range, and calls those events off on these days.
 * @throws Refusal forbidden, date-past; events-undecided naming events of which nothing is said
 */
export async function closeMuseum(context: ActionContext, closing: ClosingDays): Promise<CallingOffFigures> {
  const { from, to, events, days, expect, ...callingOff } = closing;
  requirePermission(context.actor, 'arrange-programme');
  const named = [...events].filter(([, wanted]) => wanted === 'called-off').map(([eventId]) => eventId);
  await lockProgramme(context.tx, GENERAL, ...named);
  const today = await days.current();
  requireToCome(from, today);
  const range = { from, to };
  const on = await eventsOn(context, range);
  requireDecided(on, range, events);
  const museum = await changingProgramme(context, { product: GENERAL, days, ...callingOff }, () =>
    closeDays(context, range, callingOff.reason ?? null, expect),
  );
  const calledOff = [...museum.calledOff];
  for (const eventId of named.filter((wanted) => on.some((event) => event.eventId === wanted)).sort()) {
    const isOff = (day: CalendarDay) => day >= from && day <= to;
    const event = await changingProgramme(context, { product: eventId, days, ...callingOff }, () =>
      takeOff(context, eventId, isOff),
    );
    calledOff.push(...event.calledOff);
  }
  return callingOffFigures(context.tx, calledOff);
}

/** The events that take place on any day of the range, by name. */
async function eventsOn({ tx, actor }: ActionContext, range: DayRange): Promise<SpecialEvent[]> {
  return (await findEventsOn(tx, actor, range)).sort(
    (one, other) =>
      one.name.localeCompare(other.name, 'en') || one.eventId.localeCompare(other.eventId, 'en'),
  );
}

function requireDecided(
  on: readonly SpecialEvent[],
  { from, to }: DayRange,
  events: ClosingDays['events'],
): void {
  const undecided = on.filter(({ eventId }) => !events.has(eventId));
  if (undecided.length === 0) return;
  throw new Refusal('events-undecided', {
    events: undecided.map(({ eventId, name, dates }) => {
      return { eventId, name, dates: dates.filter((day) => day >= from && day <= to).sort() };
    }),
  });
}

/** Dates of an event that are to be called off. */
export interface EventCallingOff extends CallingOff {
  readonly eventId: Uuid;
  /** Left out: all that are to come, and with them the event. */
  readonly dates?: readonly CalendarDay[] | undefined;
  readonly days: MuseumDays;
  readonly expect?: Expectation;
}

/**
 * Calls an event off, or some of its dates.
 * @throws Refusal forbidden, event-not-found; date-past or not-an-event-day for one of the dates
 */
export async function callOffEvent(
  context: ActionContext,
  { eventId, dates, days, expect, ...callingOff }: EventCallingOff,
): Promise<CallingOffFigures> {
  const change = { product: eventId, days, ...callingOff };
  const { calledOff } = await changingProgramme(context, change, async (_, today) => {
    const { name, dates: planned } = await lockEvent(context, eventId, expect);
    if (dates === undefined) return cancelEvent(context, eventId);
    for (const day of dates) {
      if (!planned.includes(day))
        throw new Refusal('not-an-event-day', { eventName: name, day, dates: planned });
      requireToCome(day, today);
    }
    return takeOff(context, eventId, (day) => dates.includes(day));
  });
  return callingOffFigures(context.tx, calledOff);
}

/** Takes the dates off; an event of which none is left is cancelled, since each has at least one. */
async function takeOff(
  context: ActionContext,
  eventId: Uuid,
  isOff: (day: CalendarDay) => boolean,
): Promise<void> {
  const { dates } = await lockEvent(context, eventId);
  const left = dates.filter((day) => !isOff(day));
  if (left.length === 0) await cancelEvent(context, eventId);
  else await changeEvent(context, eventId, { dates: left });
}
