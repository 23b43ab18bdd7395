/**
 * A paragraph of text, shaped: bidirectional order (UAX #9) by bidi-js, glyphs by HarfBuzz. Lengths are in
 * em (1 is the font size), so one shaping serves all sizes.
 */
import type { EmbeddingLevels } from 'bidi-js';
import { BufferFlag, Direction, Buffer as ShapingBuffer, shape } from 'harfbuzzjs';
import { bidi, standIn } from './bidi.ts';
import { boldOf, EM, type FontedGrapheme, type FontName, loadFont, withFonts } from './fonts.ts';

/** Bold is used where all letters of a paragraph have it (see fonts/README.md). */
export type Weight = 'medium' | 'bold';

/** A glyph on a line: `x` runs right from the line's left end, `y` up from its baseline. */
export interface PlacedGlyph {
  readonly font: FontName;
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
}

export interface ShapedLine {
  readonly glyphs: readonly PlacedGlyph[];
  readonly width: number;
}

export interface Paragraph {
  /** What is drawn; indices in it are UTF-16 units. */
  readonly text: string;
  readonly isRightToLeft: boolean;
  /** The width of a line from `start` to `end` in em, estimated before it is shaped. */
  measure(start: number, end: number): number;
  /** The glyphs of the line from `start` to `end`, in the order they stand on paper. */
  shapeLine(start: number, end: number): ShapedLine;
}

/** Text that is shaped in one go: one font, one direction, one script. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly font: FontName;
  readonly level: number;
}

interface ShapedGlyph {
  readonly glyph: number;
  /** Index in the paragraph of the text that the glyph stands for. */
  readonly cluster: number;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
}

const buffer = new ShapingBuffer();

// Scripts that share a font and are shaped by different rules of it.
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Han}/u,
  /\p{Script=Hiragana}|\p{Script=Katakana}/u,
  /\p{Script=Hangul}/u,
];

/** `language` (BCP 47) decides between the regional forms of Chinese characters. */
export function shapeParagraph(text: string, weight: Weight, language: string): Paragraph {
  const graphemes = withFonts(text);
  const drawn = graphemes.map((grapheme) => grapheme.text).join('');
  const orderedLike = withoutSurrogates(drawn);
  const embedding = bidi.getEmbeddingLevels(orderedLike);
  const { levels, paragraphs } = embedding;
  const runs = runsOf(weight === 'bold' ? inBold(graphemes) : graphemes, levels);

  const reach = new Float64Array(drawn.length + 1);
  for (const run of runs) {
    for (const { cluster, advance } of shapeRun(drawn, run, language)) addTo(reach, cluster + 1, advance);
  }
  for (let index = 1; index < reach.length; index += 1) addTo(reach, index, reach[index - 1] as number);

  return {
    text: drawn,
    isRightToLeft: (paragraphs[0]?.level ?? 0) % 2 === 1,
    measure: (start, end) => (reach[end] as number) - (reach[start] as number),
    shapeLine(start, end) {
      const onLine = runs
        .filter((run) => run.start < end && run.end > start)
        .map((run) => ({ ...run, start: Math.max(run.start, start), end: Math.min(run.end, end) }));
      return placeRuns(drawn, inVisualOrder(onLine, orderedLike, embedding, start, end), language);
    },
  };
}

/** A text of the same length and direction, without surrogate pairs. */
function withoutSurrogates(text: string): string {
  return text.replace(/[\u{10000}-\u{10FFFF}]/gu, (character) => standIn(character).repeat(2));
}

/** All words in bold, or all as they are: words of two weights in one line would look like a mistake. */
function inBold(graphemes: readonly FontedGrapheme[]): readonly FontedGrapheme[] {
  const isAllBold = graphemes.every(({ text, font }) => boldOf(font) !== undefined || !/\p{L}/u.test(text));
  return isAllBold ? graphemes.map(({ text, font }) => ({ text, font: boldOf(font) ?? font })) : graphemes;
}

function runsOf(graphemes: readonly FontedGrapheme[], levels: Uint8Array): Run[] {
  const runs: (Run & { end: number; script: number })[] = [];
  let start = 0;
  for (const { text, font } of graphemes) {
    const level = levels[start] as number;
    const script = SCRIPTS.findIndex((pattern) => pattern.test(text));
    const last = runs.at(-1);
    // Spaces and punctuation belong to no script and stay with the text before them.
    const continues = last?.font === font && last.level === level && (script < 0 || script === last.script);
    if (continues) last.end += text.length;
    else runs.push({ start, end: start + text.length, font, level, script });
    start += text.length;
  }
  return runs;
}

/** Rule L2 of UAX #9, for whole runs. */
function inVisualOrder(
  runs: readonly Run[],
  text: string,
  embedding: EmbeddingLevels,
  start: number,
  end: number,
): Run[] {
  const order = bidi.getReorderedIndices(text, embedding, start, end - 1);
  const place = new Map(order.map((index, position) => [index, position]));
  return [...runs].sort((a, b) => (place.get(a.start) as number) - (place.get(b.start) as number));
}

function placeRuns(text: string, runs: readonly Run[], language: string): ShapedLine {
  const glyphs: PlacedGlyph[] = [];
  let x = 0;
  for (const run of runs) {
    for (const { glyph, advance, dx, dy } of shapeRun(text, run, language)) {
      glyphs.push({ font: run.font, glyph, x: x + dx, y: dy });
      x += advance;
    }
  }
  return { glyphs, width: x };
}

/** The glyphs of a run from left to right, whichever way it is read. */
function shapeRun(text: string, run: Run, language: string): ShapedGlyph[] {
  buffer.reset();
  buffer.addText(text, run.start, run.end - run.start);
  buffer.setLanguage(language);
  buffer.guessSegmentProperties();
  buffer.setDirection(run.level % 2 === 1 ? Direction.RTL : Direction.LTR);
  buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
  shape(loadFont(run.font), buffer);

  const positions = buffer.getGlyphPositions();
  return buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    return { glyph: codepoint, cluster, advance: xAdvance / EM, dx: xOffset / EM, dy: yOffset / EM };
  });
}

function addTo(numbers: Float64Array, index: number, amount: number): void {
  numbers[index] = (numbers[index] as number) + amount;
}
