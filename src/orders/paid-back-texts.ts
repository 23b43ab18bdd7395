import { catalogue } from '../core/texts.ts';

/** When and how money was paid back. */
export const paidBackTexts = catalogue('paidBack', {
  paidBack: 'Paid back {amount} on {day}, {how}',
  cash: 'in cash',
  card: 'by card',
  online: 'online',
  voucher: 'with a voucher',
  gift: 'by gift voucher',
  invoice: 'by invoice',
  other: 'in another way',
});
