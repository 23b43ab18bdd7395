/** Opening hours and the places of a day: what interfaces and other rooms may do with them and ask of them. */
export {
  findGeneralDays,
  type GeneralDay,
  giveBackGeneralPlace,
  takeGeneralPlaces,
} from './general-entry-store.ts';
export {
  clearDay,
  clearDayCapacity,
  getDayCapacity,
  getGeneralCapacity,
  getWeek,
  listDaysClosedBy,
  listHouseDays,
  listOpenDays,
  setDay,
  setDayCapacity,
  setGeneralCapacity,
  setWeek,
} from './hours-actions.ts';
export { checkHours } from './hours-check.ts';
export { type Days, MuseumDays } from './museum-days.ts';
export type { HouseDay, OpenDay, Opening, SpecialDay, Week } from './opening.ts';
export { findWeek, openDays } from './opening-store.ts';
