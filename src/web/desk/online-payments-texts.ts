import { catalogue } from '../../pages/texts.ts';

/** What needs attention of what visitors pay online. */
export const onlinePaymentsTexts = catalogue('onlinePayments', {
  title: 'Online payments',
  lead: 'What has to go back to visitors, and what nobody knows yet.',
  refunds: 'Refunds due',
  refundsMeans:
    'They are paid back through the provider, and tried again by themselves until it confirms. If it refuses, do what it says, such as topping up your balance there. If it can’t pay back any more, pay the visitor in another way and mark the refund as paid.',
  noRefunds: 'No refund is due.',
  uncertain: 'Not known whether paid',
  uncertainMeans:
    'The provider gives no answer, and is asked again by itself. The places are on sale again. If the visitor has paid, the order is sold if its places are there, or else the money goes back. If this does not end, look at the provider’s own pages, and check the settings.',
  noneUncertain: 'The outcome of every payment is known.',
  order: 'Order',
  amount: 'Amount',
  why: 'Why',
  since: 'Since',
  state: 'State',
  again: 'Again',
  provider: 'Provider',
  tryAgain: 'Try again',
  markPaid: 'Mark as paid',
  untried: 'Not tried yet',
  waiting: 'The provider is about to pay it back',
  next: 'next try {time}',
  late: 'Paid when the places were gone',
  cancelled: 'Paid after the visitor had cancelled',
  paidTwice: 'Paid twice',
  changed: 'Paid for an order that was changed meanwhile',
  event: 'The date was cancelled',
  void: 'Made void or exchanged',
});
