import { catalogue } from '../../pages/texts.ts';

/** What was done with an order. */
export const orderHistoryTexts = catalogue('orderHistory', {
  history: 'History',
  held: 'Held',
  changed: 'Held order changed',
  extended: 'Hold extended',
  released: 'Hold ended',
  mailed: 'Mailed again',
  corrected: 'Address corrected',
  sold: { one: '{count} ticket sold', other: '{count} tickets sold' },
  voided: { one: '{count} ticket made void', other: '{count} tickets made void' },
  exchanged: { one: '{count} ticket exchanged', other: '{count} tickets exchanged' },
  returned: { one: '{count} ticket given back', other: '{count} tickets given back' },
  bought: '{quantity} × {name} sold',
  donated: 'Donation: {name}',
  articleReturned: '{quantity} × {name} given back',
  handedOut: '{quantity} × {name} handed out',
  takenBack: '{quantity} × {name} taken back',
  calledOff: { one: '{count} ticket cancelled', other: '{count} tickets cancelled' },
  takenUp: { one: '{count} ticket valid again', other: '{count} tickets valid again' },
  postponed: {
    one: '{count} ticket postponed from {day}',
    other: '{count} tickets postponed from {day}',
  },
  paid: '{amount} paid {how}',
  paidBack: '{amount} paid back {how}',
  owed: '{amount} due to the buyer',
  refundDue: '{amount} goes back online',
});
