/**
 * Writes src/images/fonts/coverage.json: which font has which characters, in the order in which a
 * character's font is chosen. Run it after the fonts have changed:
 * `node scripts/index-ticket-fonts.ts && biome format --write src/images/fonts/coverage.json`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Blob, Face } from 'harfbuzzjs';

const folder = new URL('../src/images/fonts/', import.meta.url);

// The fonts of one script stand between these, by name; what is in several fonts is taken from the first.
const FIRST = ['NotoSans-Medium.ttf'];
const LAST = [
  'NotoSansCJK-Medium.otf',
  'NotoSansSymbols-Medium.ttf',
  'NotoSansSymbols2-Regular.ttf',
  'NotoSansMath-Regular.ttf',
  'NotoEmoji-Medium.ttf',
];
// Chosen by name, never for a character, as the bold ones are.
const BY_NAME = ['NotoSansMono-Medium.ttf'];

const files = readdirSync(folder).filter(
  (file) => /\.(ttf|otf)$/.test(file) && !file.includes('-Bold.') && !BY_NAME.includes(file),
);
const others = files.filter((file) => !FIRST.includes(file) && !LAST.includes(file)).sort();
const coverage = [...FIRST, ...others, ...LAST].map((file) => ({ file, ranges: rangesOf(file) }));
const lines = coverage.map((entry) => JSON.stringify(entry));
writeFileSync(new URL('coverage.json', folder), `[\n${lines.join(',\n')}\n]\n`);

/** First and last code points by turns: [first, last, first, last, ...]. */
function rangesOf(file: string): number[] {
  const codePoints = new Face(new Blob(readFileSync(new URL(file, folder)))).collectUnicodes().sort();
  const ranges: number[] = [];
  for (const codePoint of codePoints) {
    if (ranges.at(-1) === codePoint - 1) ranges[ranges.length - 1] = codePoint;
    else ranges.push(codePoint, codePoint);
  }
  return ranges;
}
