import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';
import type { Language, Words } from './words.ts';

export { LANGUAGES, type Language, type LetterFacts, type Words } from './words.ts';

/** How dates and prices are written: in English with the day before the month, as on the ticket. */
export const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de',
  fr: 'fr',
  es: 'es',
  nl: 'nl',
};

export const WORDS: Readonly<Record<Language, Words>> = { en, de, fr, es, nl };
