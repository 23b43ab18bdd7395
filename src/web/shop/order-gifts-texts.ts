import { catalogue } from '../../pages/texts.ts';

export const orderGiftTexts = catalogue('orderGifts', {
  gifts: { one: 'Your gift voucher', other: 'Your gift vouchers' },
  whoHas: {
    one: 'Whoever has the code can pay with it.',
    other: 'Whoever has one of the codes can pay with it.',
  },
  pdf: 'Gift vouchers as PDF',
  valid: '{amount} left, valid to {day}',
  'used-up': 'Used up',
  returned: 'Bought back',
  expired: 'Expired, was valid to {day}',
});
