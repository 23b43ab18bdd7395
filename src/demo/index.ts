/** A museum that was made up, to be looked at. */
import type { seedDemo as SeedDemo } from './seed-demo.ts';

export { isDemonstration, MuseumNotEmpty } from './demonstration.ts';
export type { SeedOptions } from './seed-demo.ts';
export type { StaffMember } from './staff.ts';
export { codesToTry, type SampleState } from './to-try.ts';

/** See seed-demo.ts, which is loaded only when needed: every start imports this file, and few seed a demonstration. */
export const seedDemo: typeof SeedDemo = async (...args) =>
  (await import('./seed-demo.ts')).seedDemo(...args);
