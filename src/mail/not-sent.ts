/** Why a mail is not sent, or not yet. The texts are stored in English; interfaces may translate them. */
export const NOT_SENT = {
  noTicket: 'There is no such ticket.',
  dayOver: 'The day of the ticket has passed.',
  noAddress: 'The visitor left no address, or it was erased.',
  exchanged: 'The ticket was exchanged for another.',
  toldAlready: 'It no longer applies, or the visitor has already been told.',
  askedAgain: 'The ticket was mailed again, or its address was corrected.',
  tooMany: 'Within an hour, too many mails about unpaid orders went to this address.',
  noPicture: 'The ticket image could not be made at that moment.',
  addressChanged: 'The address was corrected or erased while the mail was being written.',
  outOfTime: 'There was no time left to send it.',
  badAddress: 'Mail can’t be sent to the address as it is written.',
  tookTooLong: 'A mail could not be handed over within a minute.',
  answersTooLate: 'It did not answer a mail within ten minutes.',
  /** The reason follows it. */
  noServer: 'The mail server can’t be used:',
} as const;

export type NotSent = keyof typeof NOT_SENT;
