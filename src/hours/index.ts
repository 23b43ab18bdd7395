/** Opening hours and the places of a day: what other rooms may ask of them. */
export { generalCapacityHandlers } from './capacity-routes.ts';
export { findGeneralDays, type GeneralDay, takeGeneralPlaces } from './general-entry-store.ts';
export { auditHours } from './hours-audit.ts';
export { type HoursRoutesOptions, hoursHandlers } from './hours-routes.ts';
export { openDays } from './opening-store.ts';
