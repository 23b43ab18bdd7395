import { catalogue } from '../../pages/texts.ts';

export const mailTexts = catalogue('mail', {
  title: 'Mail',
  goesOut:
    'From {sender} through {server}. Visitors who left an address get their ticket, and a mail when something about it changes.',
  notSet:
    'Mail is not set up, so visitors get none. To set it up, set MUSEUM_SMTP_URL and MUSEUM_MAIL_FROM and restart the service.',
  demo: 'This is a demonstration museum. It sends no mail.',
  waiting: 'waiting',
  failed: { one: 'failed', other: 'failed' },
  what: 'Mail',
  ticket: 'Ticket',
  exchanged: 'New ticket',
  reissued: 'New code',
  moved: 'New location',
  postponed: 'Postponed',
  restored: 'Valid again',
  'day-lost': 'No longer on that day',
  cancelled: 'Cancelled',
  closed: 'Closed',
  void: 'Void',
  reserved: 'Reservation',
  released: 'Order released',
  'refund-due': 'Refund due',
  'refund-paid': 'Paid back',
  confirm: 'To be confirmed',
  test: 'Send a test',
  testHint:
    'The mail says that it is a test. It is sent at once, and this page shows the mail server’s answer.',
  address: 'E-mail address',
  addressFault: 'Enter an e-mail address, such as name@example.org.',
  send: 'Send test',
  refused: 'The mail server refused the test: {answer}',
  asNow: 'Preview, as it would be sent now',
  notNow: 'It would not be sent now: {why}',
  subject: 'Subject',
  toAll: 'All mails',
});
