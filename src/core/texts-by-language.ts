import type { Language } from './language.ts';

/** A text of the museum's own, in the languages in which it has it. */
export type TextsByLanguage = Readonly<Partial<Record<Language, string>>>;

/** A text with the language that it is in, for the attribute `lang`. */
export interface TextInLanguage {
  readonly language: Language;
  readonly text: string;
}

/**
 * The text in the first of the languages in which there is one, such as the reader's and then the museum's; else in
 * English; else the first of all. Undefined: there is none.
 */
export function textFor(texts: TextsByLanguage, languages: readonly Language[]): TextInLanguage | undefined {
  const wanted = [...languages, 'en' as const].map((language) => [language, texts[language]] as const);
  const all = [...wanted, ...(Object.entries(texts) as [Language, string][])];
  const [language, text] = all.find(([, each]) => each !== undefined && each !== '') ?? [];
  return language === undefined || text === undefined ? undefined : { language, text };
}
