import { catalogue } from '../../pages/texts.ts';

/** The payment page of the providers without money. */
export const fakePaymentTexts = catalogue('fakePayment', {
  title: 'Pay {amount}',
  noMoney:
    'This is a demonstration: no money moves, and nothing is asked of you. A payment provider’s own page stands here.',
  pay: 'Pay',
  goBack: 'Go back without paying',
  over: 'This can’t be paid any more.',
  back: 'Back to the order',
});
