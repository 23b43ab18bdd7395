import type { Standing } from './standing.ts';

/** What a mail says: a ticket, or what has changed about one that was told of before. */
export type Letter = 'ticket' | 'exchanged' | 'moved' | 'restored' | Exclude<Standing, 'valid'>;

/** What someone believes about a ticket, or what is true of it. */
export interface Told {
  readonly standing: Standing;
  /** Where the event is; null for general entry. */
  readonly place: string | null;
}

/**
 * What there is to say to someone who was told `before` when `now` is true; undefined: nothing. Who knows that a ticket
 * admits no one is not told that there is one more reason for it.
 */
export function changeBetween(before: Told, now: Told): Letter | undefined {
  if (before.standing === 'valid' && now.standing !== 'valid') return now.standing;
  if (before.standing !== 'valid') return now.standing === 'valid' ? 'restored' : undefined;
  return before.place === now.place ? undefined : 'moved';
}
