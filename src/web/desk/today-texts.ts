import { catalogue } from '../../pages/texts.ts';

export const todayTexts = catalogue('today', {
  openUntil: 'Open until {close}. It is {now}.',
  opensAt: 'Opens at {open}. It is {now}.',
  closedSince: 'Closed since {close}. It is {now}.',
  closed: '{why} · It is {now}.',
  sold: { one: 'sold for today', other: 'sold for today' },
  admitted: { one: 'admitted', other: 'admitted' },
  inside: 'inside now',
  left: { one: 'place left', other: 'places left' },
  sellOne: 'Sell a ticket',
  needsSomeone: 'Needs attention',
  conflicts: {
    one: '{count} ticket was admitted twice while a gate was offline.',
    other: '{count} tickets were admitted twice while a gate was offline.',
  },
  admittedTwice:
    'admitted at {first} and again at {again}. One of the two had a copy: ask both doors, and sell that visitor a ticket.',
  admittedVoid:
    'admitted at {at} while the gate was offline, although void since {since}. Sell the visitor a ticket, or undo the admission.',
  nearlyFull: {
    one: '{event} has {count} place left on {day}.',
    other: '{event} has {count} places left on {day}.',
  },
  webhooksFail: {
    one: '{count} message to another system has failed or is an hour late.',
    other: '{count} messages to other systems have failed or are an hour late.',
  },
  mailsFail: {
    one: '{count} mail to a visitor has failed or is an hour late.',
    other: '{count} mails to visitors have failed or are an hour late.',
  },
  cardVisitsFail: {
    one: '{count} visit with a card needs someone to look at it.',
    other: '{count} visits with cards need someone to look at them.',
  },
  paymentsFail: {
    one: '{count} online payment needs someone to look at it.',
    other: '{count} online payments need someone to look at them.',
  },
  overfull: {
    one: 'General entry on {when}: {count} visitor more than there are places came with a pass while a gate was offline.',
    other:
      'General entry on {when}: {count} visitors more than there are places came with passes while a gate was offline.',
  },
  owed: '{order}: {amount} to pay back to the buyer.',
  payBack: {
    one: '{event}: {count} cancelled ticket is not paid back yet.',
    other: '{event}: {count} cancelled tickets are not paid back yet.',
  },
  payBackDay: {
    one: 'Closed on {day}: {count} ticket is not paid back yet.',
    other: 'Closed on {day}: {count} tickets are not paid back yet.',
  },
  cancelled: { one: '{count} cancelled event', other: '{count} cancelled events' },
  diskFull:
    'The disk with the database is nearly full: {free} GiB left. When it is full, nothing can be sold.',
  keyOld: 'The key that signs tickets dates from {day}. Rotate it with “museum keys rotate”.',
  whoComes: 'Today’s visitors',
  what: 'What',
  soldColumn: 'Sold',
  admittedColumn: 'Admitted',
  leftColumn: 'Left',
  nothingOn: 'Nothing is on today.',
  visits: 'Visits by quarter-hour',
  asTable: 'As a table',
  from: 'From',
  cameIn: 'Came in',
  wentOut: 'Went out',
  byEntry: 'By way in',
  countWithout: 'Count without a ticket',
  noVisits: 'Nobody has come in yet. The gate counts everyone it admits.',
  mostAt: 'Busiest at {time}: {number}.',
  shopLacks: 'The shop is open, but lacks',
  besides: 'Besides',
  next: 'Next',
  full: 'Full',
  soldOf: '{sold} of {capacity}',
  seeDay: 'See the day',
  doors: 'Doors',
  doorIn: { one: '{number} in, last at {time}', other: '{number} in, last at {time}' },
});
