/** Why a mail is not sent, or not yet. The texts are stored in English; interfaces may translate them. */
export const NOT_SENT = {
  noTicket: 'There is no such ticket.',
  dayOver: 'The day of the ticket has passed.',
  noAddress: 'The visitor left no address, or it was erased.',
  exchanged: 'The ticket was exchanged for another.',
  toldAlready: 'It no longer applies, or the visitor has already been told.',
  noPicture: 'The ticket image could not be made at that moment.',
  outOfTime: 'It could not be handed to the mail server within a minute.',
  tookTooLong: 'It took longer than a minute.',
  /** The reason follows it. */
  noServer: 'The mail server can’t be used:',
} as const;

export type NotSent = keyof typeof NOT_SENT;
