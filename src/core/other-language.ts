import type { Language } from './language.ts';

/** The language of a text among others in `around`, for the attribute `lang`; undefined: it is the same. */
export function otherLanguage(around: Language, language: Language | undefined): Language | undefined {
  return language === around ? undefined : language;
}
