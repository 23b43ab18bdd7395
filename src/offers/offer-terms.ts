import type { MuseumCalendar } from '../core/clock.ts';

/** What the museum's settings say about all sales. */
export interface OfferTerms {
  readonly calendar: MuseumCalendar;
  /** ISO 4217. */
  readonly currency: string;
  /** What general entry costs. */
  readonly generalPriceCents: number;
}
