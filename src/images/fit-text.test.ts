import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type FittedText, fitText, LINE_HEIGHT, type TextBox } from './fit-text.ts';
import { type Paragraph, shapeParagraph } from './paragraph.ts';

const box: TextBox = { width: 492, height: 96, sizes: [48, 40, 32, 26, 22], weight: 'bold' };
const fit = (text: string) => fitText(text, box, 'zh-Hans');

describe('a text fitted into a box', () => {
  test('is as large as it may be when it is short', () => {
    const fitted = fit('General entry');
    assert.equal(fitted.size, 48);
    assert.equal(fitted.lines.length, 1);
  });

  test('is wrapped and made smaller when it is longer', () => {
    const fitted = fit('Light on the Water: Turner and the Sea');
    assert.equal(fitted.lines.length, 2);
    assert(fitted.size < 48);
    assert(!fitted.isCut);
  });

  test('has lines of about one length', () => {
    const [first, second] = fit('The Age of Rembrandt and Masterworks on Paper').lines;
    assert(first !== undefined && second !== undefined);
    assert(second.width > first.width * 0.7);
  });

  test('ends in an ellipsis behind a whole word when it is too long', () => {
    const text = 'The curators of the collection converse '.repeat(8).trim();
    const fitted = fit(text);
    assert(fitted.isCut);
    assert.equal(fitted.size, 22);
    assert(wordStarts(text).some((end) => sameAsCutAt(fitted, text, end)));
  });

  test('is broken within a word only when the word is longer than a line', () => {
    const fitted = fit('Donaudampfschifffahrtselektrizitätenhauptbetriebswerk');
    assert(fitted.lines.length > 1);
    assert(!fitted.isCut);
  });

  const long: Record<string, string> = {
    'of Latin letters': 'W'.repeat(200),
    'of Chinese characters': '龍'.repeat(200),
    'of emoji': '🎨'.repeat(100),
    'of families': '👨‍👩‍👧‍👦'.repeat(18),
    'of Arabic letters': 'ب'.repeat(200),
    'of Devanagari letters': 'क्ष'.repeat(66),
    'of Thai letters': 'กำ'.repeat(100),
    'of combining marks': `a${'\u0301'.repeat(199)}`,
    'of marks without a letter': '\u0301'.repeat(200),
    'that can’t be seen': '\u200B'.repeat(200),
    'of directional controls': '\u2067\u2066'.repeat(100),
    'of the widest sign': '𒈙'.repeat(100),
    'of ligatures': '﷽'.repeat(200),
  };
  for (const [name, text] of Object.entries(long)) {
    test(`stays inside with 200 characters ${name} and no space`, () => isInside(fit(text)));
  }

  test('stays inside whatever the text is', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.lorem({ maxCount: 30 }),
      fc
        .array(fc.constantFrom('a', ' ', 'א', 'ب', '(', ')', '1', '漢', '\u2067', '\u2069', '\u202B', '-'), {
          maxLength: 200,
        })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (any) => isInside(fit(any))),
      { numRuns: 200 },
    );
  });
});

describe('a shaped line', () => {
  test('joins Arabic letters', () => {
    const joined = shapeParagraph('بيت', 'medium', 'ar');
    const apart = shapeParagraph('ب ي ت', 'medium', 'ar');
    const glyphs = ({ text, shapeLine }: typeof joined) =>
      shapeLine(0, text.length).glyphs.map(({ glyph }) => glyph);
    assert(glyphs(joined).every((glyph) => !glyphs(apart).includes(glyph)));
  });

  test('runs from right to left for Hebrew, with numbers and Latin in it from left to right', () => {
    const paragraph = shapeParagraph('אב 12 cd', 'medium', 'he');
    assert(paragraph.isRightToLeft);
    const letters = ['א', 'ב', '1', '2', 'c', 'd'].map((letter) =>
      glyphsOf(shapeParagraph(letter, 'medium', 'he')),
    );
    const [aleph, bet, one, two, c, d] = letters.flat();
    assert.deepEqual(
      glyphsOf(paragraph).filter((glyph) => letters.flat().includes(glyph)),
      [c, d, one, two, bet, aleph],
    );
  });

  test('turns brackets around in text that is read from right to left', () => {
    const paragraph = shapeParagraph('(א)', 'medium', 'he');
    const [first] = paragraph.shapeLine(0, 3).glyphs;
    const [bracket] = shapeParagraph('(', 'medium', 'en').shapeLine(0, 1).glyphs;
    assert.equal(first?.glyph, bracket?.glyph);
  });

  test('knows the direction of scripts beyond the first plane, and of emoji before Hebrew', () => {
    assert(shapeParagraph('𐤀𐤁𐤂', 'medium', 'phn').isRightToLeft);
    assert(shapeParagraph('🎨 אב', 'medium', 'he').isRightToLeft);
    assert(!shapeParagraph('🎨 art', 'medium', 'en').isRightToLeft);
  });

  test('draws shared Chinese characters in the form of the language', () => {
    const glyph = (language: string) =>
      shapeParagraph('骨', 'medium', language).shapeLine(0, 1).glyphs[0]?.glyph;
    assert.notEqual(glyph('ja'), glyph('zh-Hans'));
    assert.notEqual(glyph('zh-Hant'), glyph('zh-Hans'));
  });
});

/** The glyphs of a paragraph set on one line, each told by its font and number. */
function glyphsOf({ text, shapeLine }: Paragraph): string[] {
  return shapeLine(0, text.length).glyphs.map(({ font, glyph }) => `${font} ${glyph}`);
}

function isInside({ size, lines }: FittedText): void {
  assert(lines.length * size * LINE_HEIGHT <= box.height, `${lines.length} lines at ${size}`);
  for (const line of lines) assert(line.width * size <= box.width, `a line of ${line.width * size}`);
}

function wordStarts(text: string): number[] {
  return Array.from(text.matchAll(/ /g), ({ index }) => index);
}

function sameAsCutAt(fitted: FittedText, text: string, end: number): boolean {
  const cut = fit(`${text.slice(0, end)}…`);
  const glyphs = ({ lines }: FittedText) => lines.flatMap((line) => line.glyphs.map(({ glyph }) => glyph));
  return JSON.stringify(glyphs(cut)) === JSON.stringify(glyphs(fitted));
}
