import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import { type Clock, type MuseumCalendar, museumCalendar } from '../core/clock.ts';
import { type LocalOf, localTimes } from '../core/zoned-time.ts';
import { OfferRules } from './offer-rules.ts';

/** What the museum's settings say about all sales. */
export interface OfferSettings {
  readonly clock: Clock;
  /** IANA name. */
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  /** What general entry costs until prices are set for it. */
  readonly generalPriceCents: number;
  /** Hundredths of a percent of value added tax in prices without a rate of their own; null: none. */
  readonly vat: number | null;
  /** Tickets are sold for today and so many days after. */
  readonly salesDays: number;
  /** How many minutes after its entry time a ticket for general entry is admitted. */
  readonly entryLate: number;
}

/** The settings, with what follows from them, and the rules that staff set. */
export interface OfferTerms extends OfferSettings {
  readonly calendar: MuseumCalendar;
  readonly localOf: LocalOf;
  readonly rules: OfferRules;
}

export function offerTerms(settings: OfferSettings): OfferTerms {
  const { clock, timeZone } = settings;
  const calendar = museumCalendar(clock, timeZone);
  return { ...settings, calendar, localOf: localTimes(timeZone), rules: new OfferRules(settings) };
}

/** The last day for which tickets are sold now. */
export function salesUntil({ calendar, salesDays }: OfferTerms): CalendarDay {
  return addDays(calendar.today(), salesDays);
}
