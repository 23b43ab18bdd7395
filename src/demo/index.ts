/** A museum that was made up, to be looked at. */
import type { FakeProviderOptions } from './fake-provider.ts';
import type { FakeProviders } from './fake-providers.ts';
import type { seedDemo as SeedDemo } from './seed-demo.ts';

export { isDemonstration, MuseumNotEmpty } from './demonstration.ts';
export type { FakeProvider, FakeSession } from './fake-provider.ts';
export type { FakeProviders } from './fake-providers.ts';
export type { SeedOptions } from './seed-demo.ts';
export type { StaffMember } from './staff.ts';
export { codesToTry, type SampleState } from './to-try.ts';

/** See seed-demo.ts, which is loaded only when needed: every start imports this file, and few seed a demonstration. */
export const seedDemonstration: typeof SeedDemo = async (...args) =>
  (await import('./seed-demo.ts')).seedDemo(...args);

/** See fake-providers.ts, which is loaded only when needed too. */
export async function openFakeProviders(options: FakeProviderOptions): Promise<FakeProviders> {
  const { FakeProviders } = await import('./fake-providers.ts');
  return new FakeProviders(options);
}
