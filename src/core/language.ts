/** The languages that the museum's staff and visitors are spoken to in. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** English with the day before the month, and hours up to 24. */
export const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de',
  fr: 'fr',
  es: 'es',
  nl: 'nl',
};

export function isLanguage(text: string | undefined): text is Language {
  return (LANGUAGES as readonly (string | undefined)[]).includes(text);
}
