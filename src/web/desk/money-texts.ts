import { catalogue } from '../../pages/texts.ts';

/** How money is paid, and paid back. */
export const moneyTexts = catalogue('money', {
  cash: 'Cash',
  card: 'Card',
  online: 'Online',
  voucher: 'Voucher',
  gift: 'Gift voucher',
  invoice: 'Invoice',
  other: 'Other',
  refund: 'Refund',
  refundHint: 'How the money goes back.',
  choose: 'Choose',
  nothing: 'No refund',
  amount: 'Amount refunded ({currency})',
  refundFault: 'Choose whether money goes back, and how.',
  amountFault: 'Enter an amount above 0, such as {example}.',
  toGifts: 'Of this, {amount} goes back first to the gift vouchers that paid, whichever way you choose.',
  notTotal: 'The amounts must add up to {total}.',
  tooHigh: 'No more than {most} can be refunded.',
});
