/** Opening hours and the places of a day: what other rooms may ask of them. */
export { generalCapacityHandlers } from '../doors/api/capacity.ts';
export { findGeneralDays, type GeneralDay, takeGeneralPlaces } from './general-entry-store.ts';
export { auditHours } from './hours-check.ts';
export { type HoursRoutesOptions, hoursHandlers } from '../doors/api/museum-hours.ts';
export { openDays } from './opening-store.ts';
