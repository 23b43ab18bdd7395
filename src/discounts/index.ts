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
  type DiscountChannel,
  type DiscountKind,
  type DiscountScope,
  type DiscountTerms,
  type DiscountUse,
  fitsTicket,
  leastLengthOf,
  MOST_CODES,
  NOTE_CHARACTERS,
  reducedPrice,
  spellingOf,
} from './discount.ts';
export {
  changeDiscount,
  changeDiscountSet,
  type DiscountChanges,
  findMadeDiscounts,
  getDiscountSet,
  listDiscountSets,
  listDiscounts,
  type MadeDiscounts,
  makeDiscounts,
  type NewDiscounts,
} from './discount-actions.ts';
export {
  type DiscountSet,
  findDiscountsById,
  giveBackUses,
  hasDiscounts,
  hasDiscountsFor,
} from './discount-store.ts';
export { atFullPrice, codesIn, type WithCode, withDiscount } from './reduce.ts';
