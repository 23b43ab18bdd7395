/** Codes that make tickets cheaper, or open what is sold only with one. The wire calls them codes. */
export { checkDiscounts } from './check-discounts.ts';
export {
  type CodeWish,
  chooseDiscounts,
  type DiscountPreview,
  giveBackUsesOf,
  previewDiscount,
  requireOpening,
  takeDiscount,
  takeUsesOf,
  unfitRefusal,
} from './choose-discount.ts';
export {
  CODE_LENGTH,
  DISCOUNT_CHANNELS,
  DISCOUNT_KINDS,
  type Discount,
  type DiscountScope,
  type DiscountTerms,
  type DiscountUse,
  fitsTicket,
  MOST_CODES,
  NOTE_CHARACTERS,
  reducedPrice,
  spellingOf,
} from './discount.ts';
export {
  changeDiscount,
  type DiscountChanges,
  findMadeDiscounts,
  listDiscounts,
  type MadeDiscounts,
  makeDiscounts,
  type NewDiscounts,
} from './discount-actions.ts';
export { findDiscountsById, giveBackUses, hasDiscountsForVisitors } from './discount-store.ts';
export { atFullPrice, codesIn, type WithCode, withDiscount } from './reduce.ts';
