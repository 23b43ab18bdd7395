import type { Uuid } from '../core/uuid.ts';
import { type EventEntry, setEventEntry } from '../events/index.ts';
import type { ExpectedRule } from '../hours/index.ts';
import type { ActionContext } from '../store/index.ts';
import { findNewestTicket } from './ticket.ts';

/**
 * Says what tickets for the event have of general entry of their day.
 * @throws Refusal forbidden, event-not-found
 */
export function includeEntry(
  context: ActionContext,
  eventId: Uuid,
  entry: EventEntry,
  expect?: ExpectedRule<EventEntry>,
): Promise<void> {
  return setEventEntry(context, eventId, entry, () => findNewestTicket(context.tx, eventId), expect);
}
