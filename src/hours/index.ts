/** Opening hours and the places of a day: what other rooms may ask of them. */
export { takeGeneralPlaces } from './general-entry.ts';
export { type HoursRoutesOptions, hoursHandlers } from './hours-routes.ts';
