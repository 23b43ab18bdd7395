import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../core/actor.ts';
import type { DayRange } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { type ExpectedRule, lockOpeningRulesShared } from '../hours/index.ts';
import {
  type EventTimes,
  findCategories,
  findOwnTimes,
  findPrices,
  inOrder,
  lockSlotsOf,
  type Price,
  replaceOwnTimes,
  replacePrices,
  requireKnown,
  sellByTime,
  USUAL_DAYS,
} from '../offers/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import {
  type Announcement,
  addEvent,
  byFirstDate,
  type Expectation,
  findCapacity,
  findEvent,
  findEventsOn,
  findVisibility,
  firstDateWithin,
  lockEvent,
  type Making,
  markCancelled,
  recordOnEvent,
  refuseEvent,
  replaceEvent,
  replaceEventCapacity,
  replaceVisibility,
  type SpecialEvent,
  type Visibility,
} from './event.ts';
import { countPlaces, requireRoomOn } from './event-days.ts';

/**
 * The actions and queries for special events. Each action throws Refusal forbidden; those for one event throw
 * event-not-found.
 */

/** Makes an event, which everybody finds from now on, or, as a draft or an unlisted one, only some. */
export async function announceEvent(
  context: ActionContext,
  announcement: Announcement,
  making: Making = {},
): Promise<SpecialEvent> {
  const { visibility = 'public' } = making;
  const { tx, actor, now } = context;
  requirePermission(actor, 'arrange-programme');
  const event = { eventId: uuidV7(now), ...announcement };
  await addEvent(tx, event, making, now);
  await requireRoomOn(tx, event.dates);
  if (visibility === 'public') await recordAnnounced(context, event);
  else await recordOnEvent(context, 'event.prepared', event.eventId, { visibility, after: announcement });
  return event;
}

/** From now on everybody may know of the event. */
function recordAnnounced(context: ActionContext, { eventId, ...announcement }: SpecialEvent): Promise<void> {
  return recordOnEvent(context, 'event.announced', eventId, { after: announcement });
}

/**
 * Says who finds the event.
 * @throws Refusal forbidden, event-not-found, day-full-of-events; event-sold for a draft of which tickets are sold or held
 */
export async function setVisibility(
  context: ActionContext,
  eventId: Uuid,
  visibility: Visibility,
  expect?: ExpectedRule<Visibility>,
): Promise<void> {
  const { tx, now } = context;
  const event = await lockEvent(context, eventId);
  const before = (await findVisibility(tx, eventId)) ?? refuseEvent(eventId);
  expect?.(before.visibility);
  if (visibility === before.visibility) return;
  await lockSlotsOf(tx, eventId); // nothing more is sold meanwhile
  if (visibility === 'draft' && (await countPlaces(tx, eventId)) > 0)
    throw new Refusal('event-sold', { eventId });
  await replaceVisibility(tx, event, visibility, now);
  await requireRoomOn(tx, event.dates);
  const details = { before: before.visibility, after: visibility };
  await recordOnEvent(context, 'event.visibility-set', eventId, details);
  if (visibility === 'public' && !before.wasPublic) await recordAnnounced(context, event);
}

/** Who finds the event. @throws Refusal forbidden, event-not-found */
export async function getVisibility(queries: Queries, actor: Actor, eventId: Uuid): Promise<Visibility> {
  await getEvent(queries, actor, eventId);
  return ((await findVisibility(queries, eventId)) ?? refuseEvent(eventId)).visibility;
}

/** Replaces the given members (RFC 7396). Does nothing when none of them differs. */
export async function changeEvent(
  context: ActionContext,
  eventId: Uuid,
  change: Partial<Announcement>,
): Promise<SpecialEvent> {
  const { tx, now } = context;
  const event = await lockEvent(context, eventId);
  const given = Object.keys(change) as (keyof Announcement)[];
  const members = given.filter((member) => !isDeepStrictEqual(change[member], event[member]));
  if (members.length === 0) return event;
  const changed = { ...event, ...change };
  await replaceEvent(tx, changed, now);
  await requireRoomOn(
    tx,
    changed.dates.filter((day) => !event.dates.includes(day)),
  );
  const only = (of: Partial<Announcement>) =>
    Object.fromEntries(members.map((member) => [member, of[member]]));
  await recordOnEvent(context, 'event.changed', eventId, { before: only(event), after: only(change) });
  return changed;
}

/**
 * Takes a date off the event and puts another in its place, with its own entry times, if the event is not on it already. Its
 * caller says so in the journal.
 * @throws Refusal forbidden, event-not-found, day-full-of-events
 */
export async function moveDate(
  context: ActionContext,
  eventId: Uuid,
  { from, to }: DayRange,
): Promise<SpecialEvent> {
  const { tx, now } = context;
  const event = await lockEvent(context, eventId);
  const isOn = event.dates.includes(to);
  const dates = event.dates.flatMap((day) => (day === from ? (isOn ? [] : [to]) : [day]));
  const own = await findOwnTimes(tx, eventId, from);
  await replaceEvent(tx, { ...event, dates }, now);
  if (isOn) return { ...event, dates };
  if (own !== null) await replaceOwnTimes(tx, { eventId, day: to }, own, []);
  await requireRoomOn(tx, [to]);
  return { ...event, dates };
}

/** Cancels the event for good. Its tickets are kept, but admit no one any more. */
export async function cancelEvent(
  context: ActionContext,
  eventId: Uuid,
  expect?: Expectation,
): Promise<void> {
  const { tx, now } = context;
  await lockEvent(context, eventId, expect);
  await markCancelled(tx, eventId, now);
  await recordOnEvent(context, 'event.cancelled', eventId, {});
}

/** Sets the places on each date of the event; null: no limit. Nothing that is sold is taken back. */
export async function setEventCapacity(
  context: ActionContext,
  eventId: Uuid,
  capacity: number | null,
): Promise<void> {
  const { tx } = context;
  await lockEvent(context, eventId);
  const before = await findCapacity(tx, eventId);
  await replaceEventCapacity(tx, eventId, capacity);
  await recordOnEvent(context, 'event.capacity-set', eventId, { before, after: capacity });
}

export async function getEvent(queries: Queries, actor: Actor, eventId: Uuid): Promise<SpecialEvent> {
  requirePermission(actor, 'read-programme');
  return (await findEvent(queries, actor, eventId)) ?? refuseEvent(eventId);
}

/**
 * The events that the actor finds which take place on any day from `from` to `to`, and on none from `since` to `from`: by
 * first matching date, then name, then eventId.
 */
export async function listEvents(
  queries: Queries,
  actor: Actor,
  { from, to }: DayRange,
  since = from,
): Promise<SpecialEvent[]> {
  requirePermission(actor, 'read-programme');
  const events = await findEventsOn(queries, actor, { from, to });
  return events
    .filter((event) => (firstDateWithin(event, since, to) ?? to) >= from)
    .sort(byFirstDate(from, to));
}

/** Places on each date of the event; null: no limit. */
export async function getEventCapacity(
  queries: Queries,
  actor: Actor,
  eventId: Uuid,
): Promise<number | null> {
  requirePermission(actor, 'arrange-programme');
  const capacity = await findCapacity(queries, eventId);
  return capacity === undefined ? refuseEvent(eventId) : capacity;
}

/**
 * Sets what the event costs in each category. That of standard, which has one, is the event's price.
 * @returns them in the order of the categories
 * @throws Refusal forbidden, event-not-found, category-unknown
 */
export async function setEventPrices(
  context: ActionContext,
  eventId: Uuid,
  prices: readonly Price[],
  expect?: ExpectedRule<readonly Price[]>,
): Promise<Price[]> {
  const { tx, actor } = context;
  requirePermission(actor, 'arrange-programme');
  await lockOpeningRulesShared(tx); // categories stay
  await lockEvent(context, eventId);
  const before = await pricesOf(tx, eventId);
  expect?.(before);
  const categories = await findCategories(tx);
  requireKnown(prices, categories);
  await replacePrices(tx, eventId, USUAL_DAYS, prices);
  await tx.touch('events');
  const after = inOrder(prices, categories);
  await recordOnEvent(context, 'event.prices-set', eventId, { before, after });
  return after;
}

/** What the event costs in each category, in their order. @throws Refusal forbidden, event-not-found */
export async function listEventPrices(queries: Queries, actor: Actor, eventId: Uuid): Promise<Price[]> {
  await getEvent(queries, actor, eventId);
  return pricesOf(queries, eventId);
}

async function pricesOf(queries: Queries, eventId: Uuid): Promise<Price[]> {
  const [prices, categories] = await Promise.all([findPrices(queries, eventId), findCategories(queries)]);
  return inOrder(prices, categories);
}

/**
 * Sets the entry times of the event on each of its dates; none: it is sold for whole days. What is sold keeps its time.
 * @param times `minutes`: by default as before
 * @throws Refusal forbidden, event-not-found
 */
export async function setEventTimes(
  context: ActionContext,
  eventId: Uuid,
  { times, minutes }: Pick<EventTimes, 'times'> & Partial<EventTimes>,
  expect?: ExpectedRule<EventTimes>,
): Promise<EventTimes> {
  const { tx } = context;
  await lockEvent(context, eventId);
  const before = (await findEventTimes(tx, eventId)) ?? refuseEvent(eventId);
  expect?.(before);
  const after = { times, minutes: minutes ?? before.minutes };
  await tx.run('UPDATE special_events SET times = ?, minutes = ? WHERE event_id = ?', [
    JSON.stringify(after.times),
    after.minutes,
    eventId,
  ]);
  await sellByTime(tx, eventId, times.length > 0);
  await tx.touch('events');
  await recordOnEvent(context, 'event.times-set', eventId, { before, after });
  return after;
}

/** The entry times of the event. @throws Refusal forbidden, event-not-found */
export async function getEventTimes(queries: Queries, actor: Actor, eventId: Uuid): Promise<EventTimes> {
  await getEvent(queries, actor, eventId);
  return (await findEventTimes(queries, eventId)) ?? refuseEvent(eventId);
}

export async function findEventTimes(queries: Queries, eventId: Uuid): Promise<EventTimes | undefined> {
  const row = await queries.get<{ times: string; minutes: number }>(
    'SELECT times, minutes FROM special_events WHERE event_id = ? AND cancelled_at IS NULL',
    [eventId],
  );
  return row && { times: JSON.parse(row.times), minutes: row.minutes };
}
