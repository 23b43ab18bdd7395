import type { Actor } from '../core/actor.ts';
import { instantOfUuid, type Uuid, uuidV7 } from '../core/uuid.ts';
import type { ExpectedRule } from '../hours/index.ts';
import { EVERY_TICKET, type IncludedEntry, lockSlotsOf } from '../offers/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import { lockEvent, recordOnEvent, refuseEvent } from './event.ts';
import { getEvent } from './event-actions.ts';

/** What tickets for an event have of general entry. */
export interface EventEntry {
  /** Whether those that were sold, and those that will be, include general entry of their day. */
  readonly includesEntry: boolean;
  /** Whether what is sold takes places of general entry too, on days on which the museum is open. */
  readonly takesPlace: boolean;
}

/**
 * Says what tickets for the event have of general entry. With entry, those that were sold before have it too; without, those that
 * were sold keep it. To be called by the room tickets.
 * @param findNewest finds the newest ticket for the event; null: none was sold
 * @throws Refusal forbidden, event-not-found
 */
export async function setEventEntry(
  context: ActionContext,
  eventId: Uuid,
  after: EventEntry,
  findNewest: () => Promise<Uuid | null>,
  expect?: ExpectedRule<EventEntry>,
): Promise<void> {
  const { tx } = context;
  await lockEvent(context, eventId);
  await lockSlotsOf(tx, eventId); // whatever is being sold for it
  const row = (await findRow(tx, eventId)) ?? refuseEvent(eventId);
  const before = entryOf(row);
  expect?.(before);
  await tx.run('UPDATE special_events SET entry_through = ?, takes_place = ? WHERE event_id = ?', [
    await throughNow(context.now, row, after, findNewest),
    after.takesPlace ? 1 : 0,
    eventId,
  ]);
  await tx.touch('events');
  await recordOnEvent(context, 'event.entry-set', eventId, { before, after });
}

/** @throws Refusal forbidden, event-not-found */
export async function getEventEntry(queries: Queries, actor: Actor, eventId: Uuid): Promise<EventEntry> {
  await getEvent(queries, actor, eventId);
  return (await findEventEntry(queries, eventId)) ?? refuseEvent(eventId);
}

/** Undefined: there is no such event, or it was cancelled. */
export async function findEventEntry(queries: Queries, eventId: Uuid): Promise<EventEntry | undefined> {
  const row = await findRow(queries, eventId);
  return row && entryOf(row);
}

/** The last ticket that includes it: of all, of those that were sold by now, or as before. */
async function throughNow(
  now: number,
  before: EntryRow,
  { includesEntry }: EventEntry,
  findNewest: () => Promise<Uuid | null>,
): Promise<IncludedEntry['entryThrough']> {
  if (includesEntry) return EVERY_TICKET;
  if (before.entryThrough !== EVERY_TICKET) return before.entryThrough;
  const newest = await findNewest();
  // The clock may have been set back since.
  return uuidV7(Math.max(now, newest === null ? 0 : instantOfUuid(newest) + 1));
}

interface EntryRow extends IncludedEntry {
  readonly takesPlace: number;
}

function findRow(queries: Queries, eventId: Uuid): Promise<EntryRow | undefined> {
  return queries.get<EntryRow>(
    `SELECT entry_through AS "entryThrough", takes_place AS "takesPlace" FROM special_events
      WHERE event_id = ? AND cancelled_at IS NULL`,
    [eventId],
  );
}

function entryOf({ entryThrough, takesPlace }: EntryRow): EventEntry {
  return { includesEntry: entryThrough === EVERY_TICKET, takesPlace: takesPlace === 1 };
}
