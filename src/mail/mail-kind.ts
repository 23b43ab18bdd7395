/** Whether a ticket is valid on its day, and if not, why, for its holder. */
export type Validity = 'valid' | 'void' | 'cancelled' | 'day-lost' | 'closed';

/** The kind of a mail: a ticket, or a change to a ticket that was mailed before. */
export type MailKind =
  | 'ticket'
  | 'exchanged'
  | 'reissued'
  | 'moved'
  | 'restored'
  | Exclude<Validity, 'valid'>;

/** The kind of a mail about an order without tickets. */
export type OrderMailKind = 'confirm' | 'reserved' | 'released' | 'refund-due' | 'refund-paid';

/**
 * The kinds about orders of which nothing is sold: anybody can cause them, with any address. So they let all other mails go
 * first, wait once for each order, and only a few an hour are sent to an address.
 */
export const UNSOLD_KINDS: readonly string[] = ['confirm', 'reserved', 'released'] satisfies OrderMailKind[];

/** The state of a ticket: the one that its holder was told, or the current one. */
export interface HolderState {
  readonly validity: Validity;
  /** Where the event is; null for general entry. */
  readonly place: string | null;
}

/**
 * The kind of mail for a holder who was told `before`, when the state is `now`; undefined: none. A holder who knows that a ticket
 * is not valid is not told a second reason for it.
 */
export function changeBetween(before: HolderState, now: HolderState): MailKind | undefined {
  if (before.validity === 'valid' && now.validity !== 'valid') return now.validity;
  if (before.validity !== 'valid') return now.validity === 'valid' ? 'restored' : undefined;
  return before.place === now.place ? undefined : 'moved';
}
