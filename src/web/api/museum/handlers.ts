import packageJson from '../../../../package.json' with { type: 'json' };
import { instant } from '../../../core/clock.ts';
import type { Language } from '../../../core/language.ts';
import { fromCents } from '../../../core/money.ts';
import { getGeneralOffer, type OfferTerms, salesUntil } from '../../../offers/index.ts';
import type { Store } from '../../../store/index.ts';
import { showGeneralTimes } from '../entry-times/handlers.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';

export interface MuseumOptions {
  readonly store: Store;
  readonly terms: OfferTerms;
  readonly museumName: string;
  readonly language: Language;
}

export function museumHandlers({
  store,
  terms,
  museumName,
  language,
}: MuseumOptions): HandlersOf<'getMuseum'> {
  const { timeZone, currency, calendar, clock } = terms;
  return {
    getMuseum: async ({ actor }) => {
      const { prices, times } = await getGeneralOffer(store, actor, terms);
      return success('getMuseum', {
        ...{ name: museumName, timeZone, currency, language },
        today: calendar.today(),
        now: instant(clock.now()),
        salesUntil: salesUntil(terms),
        generalEntry: {
          prices: prices.map(({ category, priceCents }) => ({ category, price: fromCents(priceCents) })),
          ...(times !== null && { entryTimes: showGeneralTimes(times) }),
        },
        version: packageJson.version,
      });
    },
  };
}
