/** A museum that was made up, to be looked at. */
import type { furnish as Furnish } from './furnish.ts';

export { isDemonstration, MuseumNotEmpty } from './demonstration.ts';
export type { FurnishOptions } from './furnish.ts';
export type { StaffMember } from './staff.ts';
export { codesToTry, type Standing } from './to-try.ts';

/** See furnish.ts, which is loaded when it is wanted: every start asks whether this is a demonstration, and few furnish one. */
export const furnish: typeof Furnish = async (...args) => (await import('./furnish.ts')).furnish(...args);
