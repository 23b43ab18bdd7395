import { GENERAL, type Offer } from '../../offers/index.ts';
import type { WantedItem } from '../../orders/index.ts';
import { countField, timeField, type VisitDay } from './visit-day.ts';

/** What was typed, by the names of the fields. */
export type Values = Readonly<Record<string, string>>;

/** A number that was typed for tickets of one category. */
export interface Choice {
  readonly field: string;
  readonly offer: Offer;
  readonly category: string;
  readonly priceCents: number;
  /** NaN when it was no whole number. */
  readonly count: number;
  readonly entryTime: string | undefined;
}

export function choicesIn({ offers }: VisitDay, values: Values): Choice[] {
  return offers.flatMap((offer) =>
    offer.prices.map(({ category, priceCents }) => {
      const field = countField(offer, category);
      const typed = values[field] || '0';
      const count = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN;
      return { field, offer, category, priceCents, count, entryTime: values[timeField(offer)] || undefined };
    }),
  );
}

export function itemsOf(choices: readonly Choice[]): WantedItem[] {
  return choices
    .filter(({ count }) => count > 0)
    .map(({ offer: { product, date, times }, category, count, entryTime }) => ({
      ...(product === GENERAL ? { ticketType: 'general' } : { ticketType: 'event', eventId: product }),
      ticketDate: date,
      ...(times !== undefined && entryTime !== undefined && { entryTime }),
      category,
      quantity: count,
    }));
}
