import type { Uuid } from '../core/uuid.ts';
import type { ChannelName } from '../deliveries/index.ts';
import type { RefundReason } from '../payments/index.ts';
import type { HolderState, OrderMailKind } from './mail-kind.ts';

export const CHANNEL: ChannelName = 'mail';
/** There is one mail server, so all mails are in one queue. */
export const RECEIVER = 'smtp';

/** The stored content of a delivery, from which the mail is written when it is sent. The state is read only then. */
export interface MailContent {
  /** The tickets that were sold together, or those of one person for one day that a change concerns. */
  readonly numbers: readonly number[];
  /** Of a mail that staff asked for: its delivery. Tickets that others bring by now are left out of it. */
  readonly mailId?: Uuid;
  /** Of a change: the state before it, for holders who were told nothing yet. */
  readonly before?: HolderState;
  /** Whether the tickets have new codes, because the key that had signed the old ones was revoked. */
  readonly isReissue?: boolean;
  /** Of a mail about an order without tickets. */
  readonly order?: OrderNews;
}

/** What is told of an order. */
export interface OrderNews {
  readonly kind: OrderMailKind;
  readonly orderId: Uuid;
  readonly moneyBack?: MoneyBack;
}

/** Money of an order that goes back through the payment provider. */
export interface MoneyBack {
  readonly cents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Why; left out when it is back. */
  readonly reason?: Exclude<RefundReason, 'void' | 'event'>;
}
