/**
 * Prints a file for `languages/` in which every text is still in English, to be translated:
 *
 *   node scripts/new-language.ts it > languages/it.json
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TRANSLATIONS } from '../src/core/language.ts';
import { type Catalogue, wordTexts } from '../src/pages/texts.ts';
import { factTexts } from '../src/tickets/index.ts';

const ROOT = join(import.meta.dirname, '..');

/** Every catalogue of texts, by its name. */
export async function allCatalogues(): Promise<Map<string, Catalogue<Record<string, string>>>> {
  const catalogues = [wordTexts, factTexts] as unknown as Catalogue<Record<string, string>>[];
  for (const file of globSync('src/**/*-texts.ts', { cwd: ROOT })) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(ROOT, file)).href);
    for (const each of Object.values(exported))
      if (typeof each === 'function' && 'texts' in each)
        catalogues.push(each as Catalogue<Record<string, string>>);
  }
  const names = Object.entries(TRANSLATIONS.de.texts);
  return new Map(
    names.map(([name, texts]) => {
      const found = catalogues.find((each) => each.texts.de === (texts as object));
      if (found === undefined)
        throw new Error(`languages/de.json has texts for ${name}, which is no catalogue.`);
      return [name, found];
    }),
  );
}

if (import.meta.main) {
  const language = process.argv[2] ?? '';
  if (!/^[a-z]{2,3}$/.test(language)) {
    console.error(
      'Usage: node scripts/new-language.ts LANGUAGE > languages/LANGUAGE.json\n\nLANGUAGE is a code of ISO 639, such as it.',
    );
    process.exit(2);
  }
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language);
  const catalogues = [...(await allCatalogues())].map(([key, { texts }]) => [key, texts.en]);
  console.log(JSON.stringify({ name, locale: language, texts: Object.fromEntries(catalogues) }, null, 2));
}
