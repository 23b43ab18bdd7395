import { catalogue } from '../../pages/texts.ts';

/** The page on which consumers withdraw from a contract. Its title and button are the law’s words (Directive (EU) 2023/2673). */
export const withdrawTexts = catalogue('withdraw', {
  lead: 'Gift vouchers and passes that you bought here and that were not used can be given back within 14 days of the day of purchase, without a reason.',
  order: 'Order code',
  orderHint: 'It is in the e-mail about your order, and on its page.',
  email: 'E-mail of the order',
  next: 'Continue',
  fault: 'No order has this code and this e-mail address. Check both.',
  nothing:
    'Nothing in this order can be withdrawn from here: only gift vouchers and passes that were not used, within 14 days. Tickets are given back on the page of the order.',
  what: 'You withdraw from the contract about:',
  means: 'What you withdraw from can’t be used any more, at once.',
  mailed: 'We mail you a confirmation with date and time at {email}.',
  confirm: 'Confirm withdrawal',
  changed: 'Nothing was done, because this has changed. Please look at it below.',
  done: 'We have received your withdrawal',
  doneMailed: 'A confirmation with date and time is on its way to your e-mail address.',
});
