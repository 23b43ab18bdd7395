import type { CalendarDay } from '../core/calendar-day.ts';
import type { Rules } from './offer-rules.ts';
import type { OfferTerms } from './offer-terms.ts';

/** What offers depend on beside what is stored for each day. */
export interface OfferQuestion {
  readonly terms: OfferTerms;
  readonly rules: Rules;
  /** Whether tickets for that day are sold now. */
  isSoldOn(day: CalendarDay): boolean;
  /** Whether who asks may sell entry times that are over. */
  readonly sellsLate: boolean;
}
