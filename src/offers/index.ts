/** What is for sale, when, at what price, and what is left: what interfaces and other rooms may do with it and ask of it. */
export { checkSlots } from './check-slots.ts';
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
export type { OfferTerms } from './offer-terms.ts';
export { listOffers, type Offer } from './offers.ts';
export { replacePrice, STANDARD, WITH_PRICE } from './prices.ts';
export { GENERAL } from './product.ts';
export { type PlacesSold, sellPlaces } from './sell-places.ts';
export { MOST_PLACES, type Slot, slotKey, slotOf } from './slot.ts';
export { giveBackPlaces, listSlots, placesLeft, replaceCapacity } from './slots.ts';
