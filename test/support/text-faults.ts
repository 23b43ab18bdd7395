import { LANGUAGES, type Text } from '../../src/pages/texts.ts';

type Catalogue = Readonly<Record<string, Readonly<Record<string, Text>>>>;

/** What is wrong with the texts of a door, a line each: missing or empty ones, and places that differ from English. */
export function textFaults({ texts }: { readonly texts: object }): string[] {
  const { en = {}, ...others } = texts as Catalogue;
  const faults = LANGUAGES.flatMap((language) => {
    const own = language === 'en' ? en : (others[language] ?? {});
    return [...new Set([...Object.keys(en), ...Object.keys(own)])].map((key) => {
      const [wanted, found] = [formsOf(en[key]), formsOf(own[key])];
      if (found.length === 0 || found.some((form) => form.trim() === ''))
        return `${language}.${key} is empty`;
      if (wanted.length !== found.length) return `${language}.${key} has ${found.length} forms`;
      if (placesOf(found.at(-1)) !== placesOf(wanted.at(-1)))
        return `${language}.${key} has the places ${placesOf(found.at(-1))}`;
      return undefined;
    });
  });
  return faults.filter((fault) => fault !== undefined);
}

function formsOf(text: Text | undefined): string[] {
  if (text === undefined) return [];
  return typeof text === 'string' ? [text] : [text.one, text.other];
}

function placesOf(form = ''): string {
  return [...form.matchAll(/\{\w+\}/g)]
    .map(([place]) => place)
    .sort()
    .join(' ');
}
