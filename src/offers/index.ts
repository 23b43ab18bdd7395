/** What is for sale, when, at what price, and what is left: what interfaces and other rooms may do with it and ask of it. */
export {
  CATEGORY_LIMITS,
  type Category,
  type CategoryFault,
  categoryFaults,
  findCategories,
  MOST_CATEGORIES,
  MOST_ON_SALE,
  type NumberedCategory,
  STANDARD,
  UNIT_TYPES,
  type UnitType,
} from './category.ts';
export { checkSlots } from './check-slots.ts';
export { type DayTerms, TermsByDay } from './day-terms.ts';
export { ENTRY_TIME_LIMITS, type EventTimes, type GeneralTimes, type UsualTimes } from './entry-times.ts';
export {
  countGeneralEntry,
  findGeneralDays,
  findGeneralLedger,
  listDaysClosedBy,
  listMuseumDays,
  type MuseumDay,
} from './general-days.ts';
export {
  clearDayCapacity,
  clearDayPrices,
  getDayCapacity,
  getGeneralCapacity,
  listDayPrices,
  listGeneralPrices,
  listPricedDays,
  listPriceRules,
  setDayCapacity,
  setDayPrices,
  setGeneralCapacity,
  setGeneralPrices,
  setPriceRules,
} from './general-rules.ts';
export {
  clearDayTimes,
  getDayTimes,
  getGeneralTimes,
  setDayTimes,
  setGeneralTimes,
} from './general-times.ts';
export { EVERY_TICKET, earliestId, type IncludedEntry, includesEntry } from './included-entry.ts';
export {
  everyPrice,
  type Offer,
  type OfferedEvent,
  type OfferPrice,
  placesOn,
  pricesAt,
  pricesOfDay,
  type TimeOffer,
} from './offer.ts';
export {
  hasPaidPrice,
  type OfferTerms,
  offerTerms,
  type Rules,
  salesUntil,
  usualVat,
} from './offer-terms.ts';
export { getGeneralOffer, listOffers, type OfferFilter } from './offers.ts';
export { type EventOnSale, findGone, lockGone, lockPlaces } from './on-sale.ts';
export { getPriceList, listCategories, type PriceList, setCategories, setPriceList } from './price-list.ts';
export { MOST_PRICE_RULES, type NthInMonth, type PriceRule, ruleOfMonthOn } from './price-rules.ts';
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
export type { Granted, Quote, Want } from './quote.ts';
export { sellPlaces } from './sell-places.ts';
export {
  addPlaces,
  entrySlotOf,
  eventIn,
  findCapacityOf,
  findOwnTimes,
  findPlacesLeftIn,
  GENERAL,
  giveBackPlaces,
  IS_PUBLIC,
  LISTED,
  listSlots,
  lockSlots,
  lockSlotsOf,
  MOST_PLACES,
  type PlacesIn,
  type PlaceTaker,
  type Product,
  placesLeft,
  placesTaken,
  productOf,
  replaceCapacity,
  replaceOwnTimes,
  type Slot,
  type SlotPlaces,
  SOLD_ON_DAY,
  sellByTime,
  slotKey,
  slotOf,
  sumPlaces,
  takePlaces,
  ticketTypeOf,
  WHOLE_DAY,
} from './slots.ts';
export { findOverfullSlots, type OverfullSlot, type WalkInSlot, walkInSlots } from './walk-ins.ts';
