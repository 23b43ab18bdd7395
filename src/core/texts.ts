import {
  type CatalogueName,
  type KeyOf,
  LANGUAGES,
  type Language,
  LOCALES,
  type Text,
  TRANSLATIONS,
} from './language.ts';
import { isolated } from './name.js';

/** What people read. English stands beside the page that says it, the other languages in `languages/`. */

type English = Readonly<Record<string, Text>>;

type Places<T> = T extends { readonly other: infer Other }
  ? Places<Other> | 'count'
  : T extends `${string}{${infer Name}}${infer Rest}`
    ? Name | Places<Rest>
    : never;

/** The values for the placeholders of a text; nothing where it has none. */
type Values<T> = [Places<T>] extends [never]
  ? []
  : [{ readonly [Name in Places<T>]: Name extends 'count' ? number : string | number }];

/** Gives a text in one language, with values for its placeholders. */
export type Say<Own extends English> = <Key extends keyof Own & string>(
  key: Key,
  ...values: Values<Own[Key]>
) => string;

/** The texts of an interface; called with a language, it gives the function for that language. */
export interface Catalogue<Own extends English> {
  (language: Language): Say<Own>;
  readonly texts: Readonly<Record<Language, { readonly [Key in keyof Own]: Text }>>;
}

/**
 * Makes a catalogue of texts. A text that is missing in English or in another language, or that only another language
 * has, does not compile.
 * @param name its name in the files in `languages/`
 */
export function catalogue<const Name extends CatalogueName, const Own extends English>(
  name: Name,
  english: Own & Record<KeyOf<Name>, Text> & Record<Exclude<keyof Own, KeyOf<Name>>, never>,
): Catalogue<Own> {
  const others = Object.entries(TRANSLATIONS).map(([language, { texts }]) => [language, texts[name]]);
  const texts: Record<Language, Own> = { en: english, ...Object.fromEntries(others) };
  const inLanguage = (language: Language): Say<Own> => {
    const own = texts[language];
    return (key, ...[values]) => fill(own[key] as Text, language, values ?? {});
  };
  return Object.assign(inLanguage, { texts });
}

/**
 * The text with its values: numbers as the language writes them, names so that they leave the direction of the
 * sentence.
 */
export function fill(
  text: Text,
  language: Language,
  values: Readonly<Record<string, string | number>>,
): string {
  const chosen =
    typeof text === 'string' ? text : (text[PLURALS[language].select(values.count as number)] ?? text.other);
  if (!chosen.includes('{')) return chosen;
  return chosen.replaceAll(/\{(\w+)\}/g, (_place, name: string) => {
    const value = values[name] as string | number;
    return typeof value === 'number' ? NUMBERS[language].format(value) : isolated(value);
  });
}

/** Made once: making one costs more than rendering a page. */
const PLURALS = inEach((language) => new Intl.PluralRules(language));
const NUMBERS = inEach((language) => new Intl.NumberFormat(LOCALES[language]));

function inEach<Made>(make: (language: Language) => Made): Readonly<Record<Language, Made>> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<
    Language,
    Made
  >;
}
