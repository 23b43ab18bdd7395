/** A museum that was made up, to be looked at. */
export { isDemonstration, MuseumNotEmpty } from './demonstration.ts';
export { type FurnishOptions, furnish } from './furnish.ts';
export type { StaffMember } from './staff.ts';
export { codesToTry, type Standing } from './to-try.ts';
