import { isLanguage, LANGUAGES, type Language, LOCALES } from '../core/language.ts';
import { isolated } from '../core/name.js';
import { parseQualityList } from '../http/accept.ts';

/** What people read, in the languages of the museum's staff. */

export { isLanguage, LANGUAGES, type Language } from '../core/language.ts';
export { GENERAL_ENTRY, type MuseumWords, type Priced, type Words, wordsIn } from '../core/words.ts';

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  nl: 'Nederlands',
};

/** A text with placeholders such as `{name}`. With plural forms there is a text for each, chosen by `{count}`. */
export type Text = string | { readonly one: string; readonly other: string };

type Places<T> = T extends { readonly one: string; readonly other: infer Other }
  ? Places<Other> | 'count'
  : T extends `${string}{${infer Name}}${infer Rest}`
    ? Name | Places<Rest>
    : never;

/** The values for the placeholders of a text; nothing where it has none. */
type Values<T> = [Places<T>] extends [never]
  ? []
  : [{ readonly [Name in Places<T>]: Name extends 'count' ? number : string | number }];

type Catalogue<English> = { readonly en: English } & {
  readonly [Other in Exclude<Language, 'en'>]: { readonly [Key in keyof English]: Text };
};

/** Gives a text in one language, with values for its placeholders. */
export type Say<English extends Readonly<Record<string, Text>>> = <Key extends keyof English & string>(
  key: Key,
  ...values: Values<English[Key]>
) => string;

/** The texts of an interface; called with a language, it gives the function for that language. */
export interface Texts<English extends Readonly<Record<string, Text>>> {
  (language: Language): Say<English>;
  readonly texts: Catalogue<English>;
}

/** Makes a catalogue of texts. A text that is missing in a language, or in English, does not compile. */
export function catalogue<const English extends Readonly<Record<string, Text>>>(
  texts: Catalogue<English>,
): Texts<English> {
  const inLanguage = (language: Language): Say<English> => {
    const own: Readonly<Record<string, Text>> = texts[language];
    return (key, ...[values]) => fill(own[key] as Text, language, values ?? {});
  };
  return Object.assign(inLanguage, { texts });
}

function fill(text: Text, language: Language, values: Readonly<Record<string, string | number>>): string {
  const chosen = typeof text === 'string' ? text : text[pluralForm(language, values.count as number)];
  if (!chosen.includes('{')) return chosen;
  return chosen.replaceAll(/\{(\w+)\}/g, (_place, name: string) => {
    const value = values[name] as string | number;
    return typeof value === 'number' ? value.toLocaleString(LOCALES[language]) : isolated(value);
  });
}

function pluralForm(language: Language, count: number): 'one' | 'other' {
  return PLURALS[language].select(count) === 'one' ? 'one' : 'other';
}

/** Made once: making one costs more than rendering a page. */
const PLURALS = Object.fromEntries(
  LANGUAGES.map((language) => [language, new Intl.PluralRules(language)]),
) as Readonly<Record<Language, Intl.PluralRules>>;

/** The headers of a request that say which language is wanted. */
export interface LanguagePreferences {
  /** Header Cookie, which may hold a choice: see `languageCookie`. */
  readonly cookie?: string | undefined;
  /** Header Accept-Language (RFC 9110, section 12.5.4). */
  readonly accepted?: string | undefined;
}

/** The language of a page: the person's choice, else the browser's, else the museum's. */
export function chooseLanguage({ cookie, accepted }: LanguagePreferences, ofMuseum: Language): Language {
  const kept = /(?:^|;\s*)museum_language=([^;]*)/.exec(cookie ?? '')?.[1];
  return [kept, ...preferred(accepted ?? '')].find(isLanguage) ?? ofMuseum;
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
