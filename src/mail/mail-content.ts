import type { ChannelName } from '../deliveries/index.ts';
import type { Told } from './letter.ts';

export const CHANNEL: ChannelName = 'mail';
/** There is one mail server, so there is one line. */
export const RECEIVER = 'smtp';

/** What a mail is written from when its time comes: who is to be told about what, but not what is true by then. */
export type MailContent = TicketMail | ChangeMail;

/** A ticket that was sold. */
export interface TicketMail {
  readonly number: number;
}

/** That something has changed, about tickets of one person for one day. */
export interface ChangeMail {
  readonly numbers: readonly number[];
  /** What was true before, for those who were told nothing yet. */
  readonly before: Told;
}

/** The tickets that it is about. */
export function numbersOf(content: MailContent): readonly number[] {
  return 'numbers' in content ? content.numbers : [content.number];
}
