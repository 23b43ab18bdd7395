import { isLanguage, LANGUAGES, type Language, LOCALES } from '../core/language.ts';
import { isolated } from '../core/name.js';
import { wishesIn } from '../http/accept.ts';

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

/** A text with places for values, such as `{name}`; where it counts something, one for each form, chosen by `{count}`. */
export type Text = string | { readonly one: string; readonly other: string };

type Places<T> = T extends { readonly one: string; readonly other: infer Other }
  ? Places<Other> | 'count'
  : T extends `${string}{${infer Name}}${infer Rest}`
    ? Name | Places<Rest>
    : never;

/** Nothing for a text without places; otherwise a value for each of them. */
type Values<T> = [Places<T>] extends [never]
  ? []
  : [{ readonly [Name in Places<T>]: Name extends 'count' ? number : string | number }];

type Catalogue<English> = { readonly en: English } & {
  readonly [Other in Exclude<Language, 'en'>]: { readonly [Key in keyof English]: Text };
};

/** Says a text in one language. */
export type Say<English extends Readonly<Record<string, Text>>> = <Key extends keyof English & string>(
  key: Key,
  ...values: Values<English[Key]>
) => string;

/** The texts of a door: called with a language, it says them. */
export interface Texts<English extends Readonly<Record<string, Text>>> {
  (language: Language): Say<English>;
  readonly texts: Catalogue<English>;
}

/** A text that is missing in a language, or that English does not have, does not compile. */
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

/** Making one costs more than a page. */
const PLURALS = Object.fromEntries(
  LANGUAGES.map((language) => [language, new Intl.PluralRules(language)]),
) as Readonly<Record<Language, Intl.PluralRules>>;

/** What is known of the language that somebody wants. */
export interface LanguageWishes {
  /** Header Cookie, with what was chosen: see `languageCookie`. */
  readonly cookie?: string | undefined;
  /** Header Accept-Language (RFC 9110, section 12.5.4). */
  readonly accepted?: string | undefined;
}

/** The language of a page: what the person chose, else what their browser asks for, else the museum's. */
export function chooseLanguage({ cookie, accepted }: LanguageWishes, ofMuseum: Language): Language {
  const kept = /(?:^|;\s*)museum_language=([^;]*)/.exec(cookie ?? '')?.[1];
  return [kept, ...preferred(accepted ?? '')].find(isLanguage) ?? ofMuseum;
}

/** Header Set-Cookie that keeps a choice for a year. */
export function languageCookie(language: Language): string {
  return `museum_language=${language}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly`;
}

/** The languages that a browser takes, best first, without their regions. */
function preferred(accepted: string): string[] {
  return wishesIn(accepted)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ name }) => name.split('-', 1)[0] as string);
}
