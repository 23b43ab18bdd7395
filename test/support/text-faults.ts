import type { Language, Text } from '../../src/pages/texts.ts';

type Catalogue = Readonly<Record<string, Readonly<Record<string, Text>>>>;

/** What is wrong with the texts of a catalogue, a line each: missing ones, other places than in English, signs and forms of address that are not the language's. */
export function textFaults({ texts }: { readonly texts: object }): string[] {
  const { en = {} } = texts as Catalogue;
  const faults = Object.entries(texts as Catalogue).flatMap(([language, own]) => {
    return [...new Set([...Object.keys(en), ...Object.keys(own)])].map((key) => {
      const [wanted, found] = [formsOf(en[key]), formsOf(own[key])];
      if (found.length === 0 || found.some((form) => form.trim() === ''))
        return `${language}.${key} is empty`;
      if (placesOf(found.at(-1)) !== placesOf(wanted.at(-1)))
        return `${language}.${key} has the places ${placesOf(found.at(-1))}`;
      return found
        .flatMap((form) => writingFaults(language as Language, form))
        .map((fault) => `${language}.${key}: ${fault}`)[0];
    });
  });
  return faults.filter((fault) => fault !== undefined);
}

const STRAIGHT = ['a straight quotation mark', /['"]/] as const;
const SPACED = ['a space before a sign', / [:;?!]/] as const;
/** What must not be in a text, by language. */
const WRONG: { readonly [Known in Language]?: readonly (readonly [string, RegExp])[] } = {
  en: [SPACED, ['the quotation marks of another language', /[„«»]/]],
  de: [
    SPACED,
    ['the quotation marks of another language', /[”«»]/],
    ['du', /\b(?:du|dir|dich|dein\w*|euer|euch)\b/i],
  ],
  fr: [
    ['no space that holds before a sign', /[^\u00a0](?:[;?!»]|:(?=\s|$))/],
    ['no space that holds after «', /«(?!\u00a0)/],
    ['the quotation marks of another language', /[„“”]/],
    ['tu', /\b(?:tu|toi|ton|ta|tes)\b/i],
  ],
  es: [
    SPACED,
    ['a question or a call that is not opened', /^[^¿]*\?|^[^¡]*!/],
    ['the quotation marks of another language', /[„“”]/],
    ['a plural before an hour, of which the first is singular', /\blas (?:\{(?:close|now|open|time)\}|01:)/],
    ['tú', /\b(?:tú|tus|vosotros|vuestr\w+)(?!\p{L})/iu],
  ],
  nl: [
    SPACED,
    ['the quotation marks of another language', /[„«»]/],
    ['je', /\b(?:je|jij|jou|jouw|jullie)\b/i],
  ],
};

/** What in a text is not how the language is written: its signs, its spaces, its formal address. */
export function writingFaults(language: Language, text: string): string[] {
  const wrong = [['two spaces', / {2}/] as const, STRAIGHT, ...(WRONG[language] ?? [])];
  return wrong.filter(([, pattern]) => pattern.test(text)).map(([name]) => `has ${name}: ${text}`);
}

function formsOf(text: Text | undefined): string[] {
  if (text === undefined) return [];
  return typeof text === 'string' ? [text] : Object.values(text);
}

function placesOf(form = ''): string {
  return [...form.matchAll(/\{\w+\}/g)]
    .map(([place]) => place)
    .sort()
    .join(' ');
}
