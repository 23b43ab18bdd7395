import { isLanguage, LANGUAGES, type Language } from '../core/language.ts';
import { parseQualityList } from '../http/accept.ts';

/** What people read, in the languages of the museum's staff. */

export { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language, type Text } from '../core/language.ts';
export { type Catalogue, catalogue, type Say } from '../core/texts.ts';
export { type MuseumWords, type Priced, type Words, wordsIn, wordTexts } from '../core/words.ts';

/** The headers of a request that say which language is wanted. */
export interface LanguagePreferences {
  /** Header Cookie, which may hold a choice: see `languageCookie`. */
  readonly cookie?: string | undefined;
  /** Header Accept-Language (RFC 9110, section 12.5.4). */
  readonly accepted?: string | undefined;
}

/** The language of a page: the person's choice, else the browser's, else the museum's. */
export function chooseLanguage(
  { cookie, accepted }: LanguagePreferences,
  ofMuseum: Language,
  offered: readonly Language[] = LANGUAGES,
): Language {
  const kept = /(?:^|;\s*)museum_language=([^;]*)/.exec(cookie ?? '')?.[1];
  const wanted = [kept, ...preferred(accepted ?? '')];
  return wanted.filter(isLanguage).find((each) => offered.includes(each)) ?? ofMuseum;
}

/** The header Set-Cookie that keeps the choice for a year. */
export function languageCookie(language: Language): string {
  return `museum_language=${language}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly`;
}

/** The languages that a browser accepts, best first, without their regions. */
function preferred(accepted: string): string[] {
  return parseQualityList(accepted)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ name }) => name.split('-', 1)[0] as string);
}
