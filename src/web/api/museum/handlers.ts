import packageJson from '../../../../package.json' with { type: 'json' };
import { instant } from '../../../core/clock.ts';
import { fromCents } from '../../../core/money.ts';
import { getGeneralOffer, salesUntil } from '../../../offers/index.ts';
import { presentGeneralTimes } from '../entry-times/handlers.ts';
import type { Parts } from '../parts.ts';
import { showing } from '../success.ts';

export function museumHandlers({ store, terms }: Parts<'store' | 'terms'>) {
  const { timeZone, currency, calendar, clock, settings } = terms;
  return showing<'getMuseum'>({
    getMuseum: async ({ actor }) => {
      const { prices, times } = await getGeneralOffer(store, actor, terms);
      return {
        name: settings.now.name,
        timeZone,
        currency,
        language: settings.now.language,
        today: calendar.today(),
        now: instant(clock.now()),
        salesUntil: salesUntil(terms),
        generalEntry: {
          prices: prices.map(({ category, priceCents }) => ({ category, price: fromCents(priceCents) })),
          ...(times !== null && { entryTimes: presentGeneralTimes(times) }),
        },
        version: packageJson.version,
      };
    },
  });
}
