/** Why a mail is not sent, or not yet. The texts are stored in English; interfaces may translate them. */
export const NOT_SENT = {
  noTicket: 'There is no such ticket.',
  dayOver: 'The day of the ticket is over.',
  noAddress: 'Nobody left an address, or it was erased.',
  exchanged: 'The ticket was exchanged for another.',
  toldAlready: 'It is no longer true, or was told already.',
  noPicture: 'The picture could not be made just now.',
  outOfTime: 'Its minute was over before it could be handed to the mail server.',
  tookTooLong: 'It took longer than a minute.',
  /** The reason follows it. */
  noServer: 'The mail server can’t be used:',
} as const;

export type NotSent = keyof typeof NOT_SENT;
