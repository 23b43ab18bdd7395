/** With what somebody comes in; counted: without anything, by a person at the door who counts. */
export const ENTRY_KINDS = ['ticket', 'pass', 'card', 'counted'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Persons that came in so on a day, and those of them that have left. */
export interface EntryVisits {
  readonly entry: EntryKind;
  readonly admitted: number;
  readonly left: number;
}
