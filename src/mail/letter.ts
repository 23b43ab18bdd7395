/** Whether a ticket is valid on its day, and if not, why, for its holder. */
export type Standing = 'valid' | 'void' | 'cancelled' | 'day-lost' | 'closed';

/** The kind of a mail: a ticket, or a change to a ticket that was mailed before. */
export type Letter = 'ticket' | 'exchanged' | 'moved' | 'restored' | Exclude<Standing, 'valid'>;

/** The state of a ticket: the one that its holder was told, or the current one. */
export interface Told {
  readonly standing: Standing;
  /** Where the event is; null for general entry. */
  readonly place: string | null;
}

/**
 * The letter for a holder who was told `before`, when the state is `now`; undefined: none. A holder who knows that a ticket
 * is not valid is not told a second reason for it.
 */
export function changeBetween(before: Told, now: Told): Letter | undefined {
  if (before.standing === 'valid' && now.standing !== 'valid') return now.standing;
  if (before.standing !== 'valid') return now.standing === 'valid' ? 'restored' : undefined;
  return before.place === now.place ? undefined : 'moved';
}
