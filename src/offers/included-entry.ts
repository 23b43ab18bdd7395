import { instantOfUuid, type Uuid } from '../core/uuid.ts';

/** Which tickets for an event include general entry of their day, a fact of their sale: ids are in the order of sales. */
export interface IncludedEntry {
  /** Those with this id or one before; null: none. */
  readonly entryThrough: Uuid | null;
}

/** Above every id: those that will be sold include it too. */
export const EVERY_TICKET = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as Uuid;

/** Whether the ticket for that event includes general entry. */
export function includesEntry(ticketId: Uuid, event: IncludedEntry | undefined): boolean {
  return event?.entryThrough != null && ticketId <= event.entryThrough;
}

/** The earliest instant for ids of tickets that are sold now: clocks may have been set back since some were sold with entry. */
export function earliestId({ entryThrough }: IncludedEntry): number {
  return entryThrough === null || entryThrough === EVERY_TICKET ? 0 : instantOfUuid(entryThrough) + 1;
}
