import { catalogue } from '../core/texts.ts';

/** What stands on gift vouchers, and leads to where consumers withdraw from the contract, in the law’s words. */
export const giftTexts = catalogue('gifts', {
  giftVoucher: 'Gift voucher',
  validTo: 'Valid to {day}',
  withdraw: 'Withdraw from contract here',
});
