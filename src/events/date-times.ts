import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { ExpectedRule } from '../hours/index.ts';
import { findOwnTimes, replaceOwnTimes } from '../offers/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import { lockEvent, recordOnEvent, refuseEvent, type SpecialEvent } from './event.ts';
import { findEventTimes, getEvent } from './event-actions.ts';

/** Entry times that a date of an event has of its own, instead of those of the event. They go with the date. */

type Times = readonly string[];

/**
 * The entry times of the event on one of its dates: its own, or those of the event; none: it is sold whole.
 * @throws Refusal forbidden, event-not-found, not-an-event-day
 */
export async function getTimesOn(
  queries: Queries,
  actor: Actor,
  eventId: Uuid,
  day: CalendarDay,
): Promise<Times> {
  requireDate(await getEvent(queries, actor, eventId), day);
  return (await findOwnTimes(queries, eventId, day)) ?? (await findUsualTimes(queries, eventId));
}

/**
 * Gives one date of the event entry times of its own; none: it is sold whole. What is sold keeps its time.
 * @param expect is given its own before; null: it had those of the event
 * @throws Refusal forbidden, event-not-found, not-an-event-day
 */
export async function setTimesOn(
  context: ActionContext,
  { eventId, day, times }: { readonly eventId: Uuid; readonly day: CalendarDay; readonly times: Times },
  expect?: ExpectedRule<Times | null>,
): Promise<void> {
  const { tx } = context;
  requireDate(await lockEvent(context, eventId), day);
  const before = await findOwnTimes(tx, eventId, day);
  expect?.(before);
  await replaceOwnTimes(tx, { eventId, day }, times, await findUsualTimes(tx, eventId));
  await tx.touch('events');
  const details = { day, ...(before !== null && { before }), after: times };
  await recordOnEvent(context, 'event.date-times-set', eventId, details);
}

/**
 * Returns a date to the entry times of the event. What is sold keeps its time.
 * @throws Refusal forbidden, event-not-found; exception-not-found when it has none of its own
 */
export async function clearTimesOn(
  context: ActionContext,
  eventId: Uuid,
  day: CalendarDay,
  expect?: ExpectedRule<Times | null>,
): Promise<void> {
  const { tx } = context;
  await lockEvent(context, eventId);
  const before = await findOwnTimes(tx, eventId, day);
  expect?.(before);
  if (before === null) throw new Refusal('exception-not-found', { day, of: 'times' });
  await replaceOwnTimes(tx, { eventId, day }, null, await findUsualTimes(tx, eventId));
  await tx.touch('events');
  await recordOnEvent(context, 'event.date-times-cleared', eventId, { day, before });
}

async function findUsualTimes(queries: Queries, eventId: Uuid): Promise<Times> {
  return ((await findEventTimes(queries, eventId)) ?? refuseEvent(eventId)).times;
}

function requireDate({ name, dates }: SpecialEvent, day: CalendarDay): void {
  if (!dates.includes(day)) throw new Refusal('not-an-event-day', { eventName: name, day, dates });
}
