/** Gift vouchers: what the museum owes on them, their codes, and all that becomes of them. */
export { checkGifts } from './check-gifts.ts';
export { correctGift, type MeantGift, replaceGift } from './correct.ts';
export { giftExpiryJob } from './expire.ts';
export { findGiftsAbout, findGiftsOfOrders, forgetGifts, type Gift, hasGifts } from './gift.ts';
export { GiftCodes, readGiftCode } from './gift-code.ts';
export {
  findGiftSales,
  findGiftShares,
  findPaidByGifts,
  type GiftEntryKind,
  type GiftSale,
  type GiftShare,
  sumGiftEntries,
} from './gift-entry.ts';
export { type GiftItem, giftItems, type WantedGift, withoutWords } from './gift-item.ts';
export { giftTexts } from './gift-texts.ts';
export { dropGift, findPlannedGifts, type PlannedGift, planGift } from './held-gifts.ts';
export {
  findGiftChanges,
  type GiftChange,
  type IssueTerms,
  issueGifts,
  isWholeBack,
  lastDayOfGift,
  type NewGift,
} from './issue.ts';
export {
  codeOf,
  GIFT_STATES,
  type GiftState,
  type KnownGift,
  knowGifts,
  lookAtGift,
  type ShownGift,
  showGifts,
} from './look.ts';
export { findGiftFaults, type GiftUse, giveBackToGifts, redeemGifts, splitGiveBack } from './redeem.ts';
export { type ReturnedGift, returnGifts } from './return.ts';
export type { GiftTerms } from './terms.ts';
