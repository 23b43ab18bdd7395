import { catalogue } from '../core/texts.ts';

/** What stands on gift vouchers. */
export const giftTexts = catalogue('gifts', {
  giftVoucher: 'Gift voucher',
  validTo: 'Valid to {day}',
});
