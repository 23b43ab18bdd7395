import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { ChannelName } from '../deliveries/index.ts';
import type { RefundReason } from '../payments/index.ts';

/** Whether a ticket is valid on its day, and if not, why, for its holder. */
export type Validity = 'valid' | 'void' | 'cancelled' | 'day-lost' | 'closed';

/** The kind of a mail: a ticket, or a change to a ticket that was mailed before. */
export type MailKind =
  | 'ticket'
  | 'exchanged'
  | 'reissued'
  | 'moved'
  | 'restored'
  | 'postponed'
  | Exclude<Validity, 'valid'>;

/**
 * The kind of a mail about an order, without tickets. `bought`: an order without tickets was sold; `taken-back`: articles were
 * given back; `gift`: a gift voucher, to its recipient; `withdrawn`: a withdrawal from a
 * contract was received.
 */
export type OrderMailKind =
  | 'confirm'
  | 'reserved'
  | 'released'
  | 'refund-due'
  | 'refund-paid'
  | 'bought'
  | 'taken-back'
  | 'gift'
  | 'withdrawn';

/**
 * The kinds about orders of which nothing is sold: anybody can cause them, with any address. So they let all other
 * mails go first, wait once for each order, and only a few an hour are sent to an address.
 */
export const UNSOLD_KINDS: readonly string[] = ['confirm', 'reserved', 'released'] satisfies OrderMailKind[];

/** The state of a ticket: the one that its holder was told, or the current one. */
export interface HolderState {
  readonly validity: Validity;
  /** Where the event is; null for general entry. */
  readonly place: string | null;
}

/**
 * The kind of mail for a holder who was told `before`, when the state is `now`; undefined: none. A holder who knows
 * that a ticket is not valid is not told a second reason for it.
 */
export function changeBetween(before: HolderState, now: HolderState): MailKind | undefined {
  if (before.validity === 'valid' && now.validity !== 'valid') return now.validity;
  if (before.validity !== 'valid') return now.validity === 'valid' ? 'restored' : undefined;
  return before.place === now.place ? undefined : 'moved';
}

export const CHANNEL: ChannelName = 'mail';
/** There is one mail server, so all mails are in one queue. */
export const RECEIVER = 'smtp';

/** The stored content of a delivery, from which the mail is written when it is sent. The state is read only then. */
export interface MailContent {
  /** The tickets that were sold together, or those of one person for one day that a change concerns. */
  readonly numbers: readonly number[];
  /** The delivery of a mail that staff asked for. Tickets that others bring by now are left out of it. */
  readonly mailId?: Uuid;
  /** The state before a change, for holders who were told nothing yet. */
  readonly before?: HolderState;
  /** Whether the tickets have new codes, because the key that had signed the old ones was revoked. */
  readonly isReissue?: boolean;
  /** Present when their buyer gave the tickets back. */
  readonly returned?: ReturnTold;
  /** What is told of tickets whose event was postponed. */
  readonly postponed?: PostponedNews;
  /** What a mail about an order without tickets tells. */
  readonly order?: OrderNews;
}

/** What goes back for tickets that were given back, in hundredths. */
export interface ReturnTold {
  /** To gift vouchers; left out: nothing. */
  readonly toGifts?: number;
  /** Through the payment provider. */
  readonly online: number;
  /** By hand. */
  readonly byMuseum: number;
  /** ISO 4217. */
  readonly currency: string;
}

export interface PostponedNews {
  /** The day that they were for. */
  readonly from: CalendarDay;
  readonly reason?: string;
}

/** What is told of an order. */
export interface OrderNews {
  readonly kind: OrderMailKind;
  readonly orderId: Uuid;
  readonly moneyBack?: MoneyBack;
  readonly gift?: GiftTold;
  /** Present in a mail of kind `withdrawn`. */
  readonly withdrawn?: WithdrawalTold;
}

/** When the withdrawal was received, and what goes back. */
export interface WithdrawalTold extends ReturnTold {
  /** Instant, milliseconds UTC. */
  readonly at: number;
}

/** The gift voucher that a mail brings. What is on it is read when the mail is sent. */
export interface GiftTold {
  readonly giftId: Uuid;
  /** Whether it goes to another address than the buyer's. */
  readonly isForOther: boolean;
}

/** Money of an order that goes back through the payment provider. */
export interface MoneyBack {
  readonly cents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Why; left out when it is back. */
  readonly reason?: Exclude<RefundReason, 'void' | 'event'>;
}
