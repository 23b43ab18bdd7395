import type { ChannelName } from '../deliveries/index.ts';
import type { HolderState } from './mail-kind.ts';

export const CHANNEL: ChannelName = 'mail';
/** There is one mail server, so all mails are in one queue. */
export const RECEIVER = 'smtp';

/** The stored content of a delivery, from which the mail is written when it is sent. The state is read only then. */
export type MailContent = TicketMail | ChangeMail;

/** A ticket that was sold. */
export interface TicketMail {
  readonly number: number;
}

/** A change to tickets of one person for one day. */
export interface ChangeMail {
  readonly numbers: readonly number[];
  /** The state before the change, for holders who were told nothing yet. */
  readonly before: HolderState;
}

/** The tickets that it is about. */
export function numbersOf(content: MailContent): readonly number[] {
  return 'numbers' in content ? content.numbers : [content.number];
}
