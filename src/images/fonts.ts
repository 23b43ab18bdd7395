/**
 * The fonts for tickets: files in this package, never fonts of the machine. A font is loaded when its first character
 * is drawn, so a museum that writes Greek never loads Chinese.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Blob, Face, Font } from 'harfbuzzjs';

/** A font by its file name. */
export type FontName = string;

/** Units per em that all fonts are scaled to; fine enough to place glyphs exactly. */
export const EM = 16_384;

const TEXT_FONT: FontName = 'NotoSans-Medium.ttf';
export const CODE_FONT: FontName = 'NotoSansMono-Medium.ttf';
const EMOJI_FONT: FontName = 'NotoEmoji-Medium.ttf';

/** Drawn for characters that no font has: a question mark in a diamond. */
const REPLACEMENT = '\u{FFFD}';

const FOLDER = new URL('fonts/', import.meta.url);
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const EMOJI = /^\p{Emoji_Presentation}|\u{FE0F}|\u{20E3}/u;

interface Coverage {
  readonly file: FontName;
  /** First and last code points by turns. */
  readonly ranges: readonly number[];
}

const coverage: readonly Coverage[] = JSON.parse(readFileSync(new URL('coverage.json', FOLDER), 'utf8'));
const emojiFirst = [...coverage].sort(
  (a, b) => Number(b.file === EMOJI_FONT) - Number(a.file === EMOJI_FONT),
);
const BOLD_FONTS = new Set(readdirSync(FOLDER).filter((file) => file.includes('-Bold.')));
const loaded = new Map<FontName, Font>();

/** A piece of text that a reader takes for one character, and the font that has all of it. */
export interface FontedGrapheme {
  readonly text: string;
  readonly font: FontName;
}

/**
 * `text` grapheme by grapheme (UAX #29), each with its font. What a font lacks of a grapheme's marks is left
 * out; a grapheme that no font has becomes U+FFFD.
 */
export function withFonts(text: string): FontedGrapheme[] {
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => withFont(segment));
}

/** The font as HarfBuzz knows it, scaled to EM. */
export function loadFont(name: FontName): Font {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const font = new Font(new Face(new Blob(readFileSync(new URL(name, FOLDER)))));
  font.setScale(EM, EM);
  loaded.set(name, font);
  return font;
}

/** The font of that script in bold, or undefined where the fonts have only one weight of it. */
export function boldOf(name: FontName): FontName | undefined {
  const bold = name.replace(/-[A-Za-z]+\./, '-Bold.');
  return BOLD_FONTS.has(bold) ? bold : undefined;
}

function withFont(grapheme: string): FontedGrapheme {
  const candidates = EMOJI.test(grapheme) ? emojiFirst : coverage;
  const visible = Array.from(grapheme).filter((character) => !IGNORABLE.test(character));
  const whole = candidates.find((font) => visible.every((character) => covers(font, character)));
  if (whole !== undefined) return { text: grapheme, font: whole.file };

  const base = candidates.find((font) => covers(font, visible[0] as string));
  if (base === undefined) return { text: REPLACEMENT, font: TEXT_FONT };
  const drawable = Array.from(grapheme).filter(
    (character) => IGNORABLE.test(character) || covers(base, character),
  );
  return { text: drawable.join(''), font: base.file };
}

function covers({ ranges }: Coverage, character: string): boolean {
  const codePoint = character.codePointAt(0) as number;
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < (ranges[middle * 2] as number)) high = middle - 1;
    else if (codePoint > (ranges[middle * 2 + 1] as number)) low = middle + 1;
    else return true;
  }
  return false;
}
