import type { MuseumDays } from '../hours/index.ts';
import { hasPaidPrice, type OfferTerms } from '../offers/index.ts';
import { countOutdatedContacts } from '../privacy/index.ts';
import type { SettingRules } from '../settings/index.ts';
import type { Config } from './config.ts';

/** What changes of settings depend on: the environment, and what other rooms know. */
export function settingRules(
  { fixed, connected }: Config,
  { days, terms }: { readonly days: MuseumDays; readonly terms: () => Pick<OfferTerms, 'rules'> },
): SettingRules {
  return {
    fixed,
    connected,
    countErased: (queries, keptDays) => countOutdatedContacts(queries, days, keptDays),
    isAllFree: isAllFree(terms),
  };
}

/** Whether nothing that is for sale costs anything. */
export function isAllFree(terms: () => Pick<OfferTerms, 'rules'>): SettingRules['isAllFree'] {
  return async (queries) => !(await hasPaidPrice(queries, terms().rules));
}
