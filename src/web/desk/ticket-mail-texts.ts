import { catalogue } from '../../pages/texts.ts';

/** What became of the mail with a ticket, and what can be done about it. */
export const ticketMailTexts = catalogue('ticketMail', {
  mail: 'Mail',
  notSet: 'No mail is set up: print it.',
  delivered: 'Mailed to {to}',
  waiting: 'Mail to {to}: waiting',
  failed: 'Mail to {to}: not delivered:',
  dropped: 'Mail to {to}: not sent:',
  none: 'Not mailed to {to}.',
  again: 'Send again',
  correct: 'Correct the address',
  correctMeans:
    'The tickets of this sale are mailed to the new address, once. Nothing more goes to the old one.',
  address: 'New e-mail address',
  addressFault: 'Enter an e-mail address, such as name@example.org.',
  correctAndSend: 'Correct and send',
  notNow: 'It can’t be mailed any more: it admits nobody, or its address was erased.',
});
