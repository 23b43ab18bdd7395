import { catalogue } from '../../pages/texts.ts';

/** What the pages share that call off an event, a date or days. */
export const callingOffTexts = catalogue('callingOff', {
  tickets: 'Tickets that are cancelled',
  persons: 'Persons',
  orders: 'Orders',
  mails: 'Mails',
  money: 'To pay back',
  reason: 'Reason',
  reasonHint: 'Visitors see it on the order’s page, in the mail and at the gate. Optional.',
  reasonFault: 'Enter at most {most} characters.',
  refund: 'How money goes back',
  refundFault: 'Choose how money goes back.',
  'at-once': 'At once',
  choose: 'Visitors choose another day or their money; 14 days after the day it goes back by itself',
  events: 'Events on these days',
  'takes-place': 'Takes place',
  'called-off':
    'Is called off (tickets: {tickets}, persons: {persons}, mails: {mails}, to pay back: {money})',
  decide: 'Choose whether {event} takes place.',
  eventOn: '{event}, {days}',
  onlyOne: 'Or call off one date only:',
  dateTitle: 'Call off {name} on {day}?',
  dateMeans: 'The event stays, with its other dates.',
  callOffDate: 'Call off {day}',
});
