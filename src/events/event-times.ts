import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import type { ExpectedRule } from '../hours/index.ts';
import { type EventTimes, sellByTime } from '../offers/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import { lockEvent, recordOf, refuse } from './event-to-change.ts';

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
  const before = (await findEventTimes(tx, eventId)) ?? refuse(eventId);
  expect?.(before);
  const after = { times, minutes: minutes ?? before.minutes };
  await tx.run('UPDATE special_events SET times = ?, minutes = ? WHERE event_id = ?', [
    JSON.stringify(after.times),
    after.minutes,
    eventId,
  ]);
  await sellByTime(tx, eventId, times.length > 0);
  await tx.touch('events');
  await recordOf(context, 'event.times-set', eventId, { before, after });
  return after;
}

/** The entry times of the event. @throws Refusal forbidden, event-not-found */
export async function getEventTimes(queries: Queries, actor: Actor, eventId: Uuid): Promise<EventTimes> {
  requirePermission(actor, 'read-programme');
  return (await findEventTimes(queries, eventId)) ?? refuse(eventId);
}

async function findEventTimes(queries: Queries, eventId: Uuid): Promise<EventTimes | undefined> {
  const row = await queries.get<{ times: string; minutes: number }>(
    'SELECT times, minutes FROM special_events WHERE event_id = ? AND cancelled_at IS NULL',
    [eventId],
  );
  return row && { times: JSON.parse(row.times), minutes: row.minutes };
}
