import type { ChannelName } from '../deliveries/index.ts';
import type { HolderState } from './mail-kind.ts';

export const CHANNEL: ChannelName = 'mail';
/** There is one mail server, so all mails are in one queue. */
export const RECEIVER = 'smtp';

/** The stored content of a delivery, from which the mail is written when it is sent. The state is read only then. */
export interface MailContent {
  /** The tickets that were sold together, or those of one person for one day that a change concerns. */
  readonly numbers: readonly number[];
  /** Of a change: the state before it, for holders who were told nothing yet. */
  readonly before?: HolderState;
}
