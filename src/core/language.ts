import de from '../../languages/de.json' with { type: 'json' };
import es from '../../languages/es.json' with { type: 'json' };
import fr from '../../languages/fr.json' with { type: 'json' };
import nl from '../../languages/nl.json' with { type: 'json' };

/** A language other than English: its own name, its locale (BCP 47), and its texts by catalogue. */
interface Translation {
  readonly name: string;
  readonly locale: string;
  readonly texts: { readonly [Catalogue in CatalogueName]: Translated<(typeof de.texts)[Catalogue]> };
}

/** The catalogues that a language has to translate. */
export type CatalogueName = keyof typeof de.texts;
/** The keys of a catalogue. */
export type KeyOf<Name extends CatalogueName> = keyof (typeof de.texts)[Name];

type Translated<Texts> = { readonly [Key in keyof Texts]: Text };

/**
 * A text with placeholders such as `{name}`. Where a number matters there is a text for each plural form of the
 * language, chosen by `{count}`; a form that is missing is said by `other`.
 */
export type Text =
  | string
  | ({ readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string });

/** The texts beside English. docs/languages.md says how to add a language. */
export const TRANSLATIONS = { de, fr, es, nl } satisfies Readonly<Record<string, Translation>>;

/** The languages of the pages, for staff and visitors, and of the mails. */
export type Language = 'en' | keyof typeof TRANSLATIONS;
export const LANGUAGES = ['en', ...Object.keys(TRANSLATIONS)] as readonly Language[];

/** The locale of each language. British English has the day before the month, and a clock of 24 hours. */
export const LOCALES = inEach('en-GB', 'locale');
export const LANGUAGE_NAMES = inEach('English', 'name');

function inEach(english: string, field: 'locale' | 'name'): Readonly<Record<Language, string>> {
  const others = Object.entries(TRANSLATIONS).map(([language, translation]) => [
    language,
    translation[field],
  ]);
  return { en: english, ...Object.fromEntries(others) };
}

export function isLanguage(text: string | undefined): text is Language {
  return (LANGUAGES as readonly (string | undefined)[]).includes(text);
}
