import { MOST_PLACES } from '../../offers/index.ts';
import { FIGURE_INPUT, type Field, type TypedField } from '../../pages/forms.ts';
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

/** A field for a number of places; empty: no limit. */
export function placesField(field: Field & { readonly fault: string }): TypedField<number | null> {
  return { ...field, with: FIGURE_INPUT, read: placesIn };
}

/** A field for a number of minutes. */
export function minutesField(
  field: Field & { readonly fault: string },
  isRight: (minutes: number) => boolean,
): TypedField<number> {
  const read = (typed: string) =>
    /^\d{1,4}$/.test(typed) && isRight(Number(typed)) ? Number(typed) : undefined;
  return { ...field, with: FIGURE_INPUT, read };
}
