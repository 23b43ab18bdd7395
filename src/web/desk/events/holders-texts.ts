import { catalogue } from '../../../pages/texts.ts';

/** The holders of tickets for what was called off, and what is due to them. */
export const holdersTexts = catalogue('holders', {
  title: 'Holders of {name}',
  holdersLink: 'Holders, and what is due to them',
  due: { one: '{count} sale is to be paid back: {sum}.', other: '{count} sales are to be paid back: {sum}.' },
  noneDue: 'Nothing is to be paid back by hand.',
  toPayBack: 'To be paid back',
  means:
    'Pay the holder, then mark the sale here: the refund is recorded, and its tickets become void. What the seller collected, such as a reseller, is settled with the seller.',
  how: 'How the money goes back',
  howFault: 'Choose how the money goes back.',
  sale: 'Sale',
  day: 'Day',
  tickets: 'Tickets',
  holder: 'Holder',
  soldBy: 'Sold by',
  paidBy: 'Paid',
  bySeller: 'to {seller}',
  amount: 'Due',
  mark: 'Paid back',
  markOne: 'Mark {sale} as paid back',
  markAll: {
    one: 'Mark {count} sale as paid back: {sum}',
    other: 'Mark all {count} sales as paid back: {sum}',
  },
  more: { one: 'And {count} more sale.', other: 'And {count} more sales.' },
  nothingDue: 'Nothing due, or paid back online by itself',
  amountOnline: 'Online',
  /** How much of what goes back online has not gone yet. */
  amountWaiting: 'Of that, to come',
  moved: 'Moved to other tickets',
  settled: 'Paid back or void',
  settledAt: 'When',
  csv: 'Download as CSV',
});
