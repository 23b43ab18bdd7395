import { MOST_PLACES } from '../../offers/index.ts';
import type { Clerk } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';

/** Parses a number of places. Null for an empty field: no limit. Undefined when it is no whole number or too large. */
export function placesIn(text: string): number | null | undefined {
  if (text === '') return null;
  return /^\d{1,9}$/.test(text) && Number(text) <= MOST_PLACES ? Number(text) : undefined;
}

export function placesInWords({ language, words }: Clerk, places: number | null): string {
  return places === null ? deskTexts(language)('noLimit') : words.number(places);
}
