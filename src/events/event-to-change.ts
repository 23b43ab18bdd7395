import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type JournalKind, record } from '../journal/index.ts';
import type { ActionContext } from '../store/index.ts';
import type { SpecialEvent } from './event.ts';
import { findEventToChange } from './event-store.ts';

/** Called with the event before it is changed; throws when the caller meant another state of it (optimistic locking). */
export type Expectation = (event: SpecialEvent) => void;

/** The event, locked until the transaction ends. @throws Refusal forbidden, event-not-found */
export async function lockEvent(
  { tx, actor }: Omit<ActionContext, 'now'>,
  eventId: Uuid,
  expect?: Expectation,
): Promise<SpecialEvent> {
  requirePermission(actor, 'arrange-programme');
  const event = (await findEventToChange(tx, eventId)) ?? refuse(eventId);
  expect?.(event);
  return event;
}

export function recordOf(
  context: ActionContext,
  kind: JournalKind,
  eventId: Uuid,
  details: object,
): Promise<void> {
  return record(context, { kind, subject: eventId, details });
}

export function refuse(eventId: Uuid): never {
  throw new Refusal('event-not-found', { eventId });
}
