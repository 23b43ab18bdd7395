import { fromCents, HIGHEST_PRICE, isAmountOf, toCents } from '../../core/money.ts';
import { MOST_PLACES, type Price } from '../../offers/index.ts';
import { FIGURE_INPUT, type Field, type TypedField } from '../../pages/forms.ts';
import type { Language } from '../../pages/texts.ts';
import type { DeskRequest } from './desk-options.ts';
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

/** "12.50" with the language's decimal mark, and "12" without. */
export function priceText(language: Language, cents: number): string {
  const text = cents % 100 === 0 ? `${cents / 100}` : (cents / 100).toFixed(2);
  return language === 'en' ? text : text.replace('.', ',');
}

/** A price to show how one is typed. */
export function examplePrice(language: Language, currency: string): string {
  return priceText(language, isAmountOf(currency, 12.5) ? 1_250 : 1_200);
}

/** Parses a price; undefined when it is none, too high, or has decimals that the currency does not have. */
export function centsIn(text: string, currency: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return cents <= toCents(HIGHEST_PRICE) && isAmountOf(currency, fromCents(cents)) ? cents : undefined;
}

/** A field for a price: its value in cents, null when it is left empty. */
export function priceField(
  { language, currency }: DeskRequest,
  { cents, isRequired, ...field }: Field & PriceFieldParts,
): TypedField<number | null> {
  return {
    ...field,
    value: cents === undefined ? '' : priceText(language, cents),
    with: { autocomplete: 'off', inputmode: 'decimal', ...field.with },
    read: (typed) => (typed === '' && !isRequired ? null : centsIn(typed, currency)),
  };
}

interface PriceFieldParts {
  readonly fault: string;
  /** What it costs so far. */
  readonly cents?: number | undefined;
  /** Whether there has to be a price. */
  readonly isRequired: boolean;
}

/** "Adult €12, Student €8" */
export function pricesInWords(
  { words }: Clerk,
  prices: readonly Pick<Price, 'category' | 'priceCents'>[],
  categories: readonly { readonly category: string; readonly name: string }[],
): string {
  const names = new Map(categories.map(({ category, name }) => [category, name]));
  return prices
    .map((price) => `${names.get(price.category) ?? price.category} ${words.price(price)}`)
    .join(' · ');
}
