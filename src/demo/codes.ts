import { makeDiscounts } from '../discounts/index.ts';
import type { DemoStep } from './demo-step.ts';
import { at, FIRST_DEMO_DAY } from './month.ts';

const EVERYWHERE = { scope: {}, perOrder: null, validFrom: null, channels: null } as const;

/** A code of a campaign, and some that are given away. */
export function planCodes(): DemoStep[] {
  return [
    {
      when: { day: FIRST_DEMO_DAY, minute: at(8, 30) },
      run: async ({ tx, clock, staff: { manager: actor } }) => {
        const context = { tx, actor, now: clock.now() };
        await makeDiscounts(context, {
          terms: { ...EVERYWHERE, kind: 'percent', value: 20, scope: { ticketType: 'general' } },
          sellers: null,
          use: { uses: 500, validTo: null, note: 'Newsletter' },
          codes: { code: 'TIDES-20' },
        });
        await makeDiscounts(context, {
          terms: { ...EVERYWHERE, kind: 'price', value: 0, perOrder: 1 },
          sellers: null,
          use: { uses: 1, validTo: null, note: 'Friends of the museum' },
          codes: { count: 40, prefix: 'FRIENDS-' },
        });
      },
    },
  ];
}
