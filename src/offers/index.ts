/** What is for sale, when, at what price, and what is left: what interfaces and other rooms may do with it and ask of it. */
export {
  CATEGORY_LIMITS,
  type Category,
  type CategoryFault,
  categoryFaults,
  MOST_CATEGORIES,
  MOST_ON_SALE,
  type NumberedCategory,
  STANDARD,
  UNIT_TYPES,
  type UnitType,
} from './category.ts';
export { listCategories, setCategories } from './category-actions.ts';
export { findCategories } from './category-store.ts';
export { checkSlots } from './check-slots.ts';
export { type DayTerms, TermsByDay } from './day-terms.ts';
export type { PlacesSold, Quote, Quoted, Wanted } from './demand.ts';
export { ENTRY_TIME_LIMITS, type EventTimes, type GeneralTimes } from './entry-times.ts';
export {
  clearDayCapacity,
  getDayCapacity,
  getGeneralCapacity,
  setDayCapacity,
  setGeneralCapacity,
} from './general-capacity.ts';
export {
  countGeneralEntry,
  findGeneralDays,
  listDaysClosedBy,
  listMuseumDays,
  type MuseumDay,
  soldIfClosed,
} from './general-days.ts';
export {
  clearDayPrices,
  listDayPrices,
  listGeneralPrices,
  listPricedDays,
  setDayPrices,
  setGeneralPrices,
} from './general-prices.ts';
export { getGeneralTimes, setGeneralTimes } from './general-times.ts';
export { findGone, lockGone } from './gone.ts';
export { lockPlaces, lockSlots, lockSlotsOf } from './lock-order.ts';
export type { Offer, OfferPrice, TimeOffer } from './offer.ts';
export type { Rules } from './offer-rules.ts';
export { type OfferTerms, offerTerms, salesUntil } from './offer-terms.ts';
export { getGeneralOffer, listOffers } from './offers.ts';
export { getPriceList, type PriceList, setPriceList } from './price-list.ts';
export {
  findPrices,
  inOrder,
  type Price,
  replacePrice,
  replacePrices,
  requireKnown,
  USUAL_DAYS,
  WITH_PRICE,
} from './prices.ts';
export { GENERAL } from './product.ts';
export { placesOf } from './quote.ts';
export { sellPlaces } from './sell-places.ts';
export { MOST_PLACES, type Slot, slotKey, slotOf, WHOLE_DAY } from './slot.ts';
export {
  addPlaces,
  findCapacityOf,
  findPlacesLeftIn,
  giveBackPlaces,
  LISTED,
  listSlots,
  placesLeft,
  replaceCapacity,
  SOLD_ON_DAY,
  sellByTime,
} from './slots.ts';
