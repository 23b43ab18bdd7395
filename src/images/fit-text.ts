/** Fits a text into a box: as large as possible, wrapped at words, and cut with an ellipsis if it does not fit. */
import { graphemeBreaks, lineBreaks } from './line-breaks.ts';
import { type Paragraph, type ShapedLine, shapeParagraph, type Weight } from './paragraph.ts';

export interface TextBox {
  readonly width: number;
  readonly height: number;
  /** Font sizes in pixels, the largest first. */
  readonly sizes: readonly number[];
  readonly weight: Weight;
}

export interface FittedText {
  readonly size: number;
  readonly lines: readonly ShapedLine[];
  readonly isRightToLeft: boolean;
  /** Whether the text ends in an ellipsis, because not all of it fits. */
  readonly isCut: boolean;
}

/** From one baseline to the next, in em. */
export const LINE_HEIGHT = 1.2;

const ELLIPSIS = '…';

interface Line {
  readonly start: number;
  readonly end: number;
}

interface Wrapped {
  readonly lines: readonly Line[];
  /** Whether a line ends within a word. */
  readonly isBroken: boolean;
}

export function fitText(text: string, box: TextBox, language: string): FittedText {
  const paragraph = shapeParagraph(text, box.weight, language);
  const breaks = lineBreaks(paragraph.text);
  const whole = fitWhole(paragraph, breaks, box, false) ?? fitWhole(paragraph, breaks, box, true);
  return whole ?? fitCut(paragraph, breaks, box, language);
}

/** The text at the largest size at which all of it fits, or undefined. */
function fitWhole(
  paragraph: Paragraph,
  breaks: readonly number[],
  box: TextBox,
  mayBreakWords: boolean,
): FittedText | undefined {
  for (const size of box.sizes) {
    const wrapped = wrap(paragraph, breaks, box.width / size);
    if (wrapped.lines.length > lineCount(box, size) || (wrapped.isBroken && !mayBreakWords)) continue;
    const lines = wrapped.isBroken
      ? wrapped.lines
      : balance(paragraph, breaks, box.width / size, wrapped.lines);
    const shaped = lines.map(({ start, end }) => paragraph.shapeLine(start, end));
    if (shaped.every((line) => line.width * size <= box.width)) {
      return { size, lines: shaped, isRightToLeft: paragraph.isRightToLeft, isCut: false };
    }
  }
  return undefined;
}

/** As much of the text as fits at the smallest size, up to the end of a word if there is one, and an ellipsis. */
function fitCut(paragraph: Paragraph, breaks: readonly number[], box: TextBox, language: string): FittedText {
  const size = box.sizes.at(-1) as number;
  const count = lineCount(box, size);
  const { lines: uncut } = wrap(paragraph, breaks, box.width / size);
  const last = uncut[Math.min(count, uncut.length) - 1] as Line;
  const ends = breaks.filter((index) => index > last.start && index <= last.end);
  const graphemeEnds = graphemeBreaks(paragraph.text, last.start, last.end);
  for (const end of [...ends.reverse(), ...graphemeEnds.reverse()]) {
    const cut = shapeParagraph(
      paragraph.text.slice(0, end).replace(/[\s\p{P}]+$/u, '') + ELLIPSIS,
      box.weight,
      language,
    );
    const { lines } = wrap(cut, lineBreaks(cut.text), box.width / size);
    const shaped = lines.map((line) => cut.shapeLine(line.start, line.end));
    if (lines.length <= count && shaped.every((line) => line.width * size <= box.width)) {
      return { size, lines: shaped, isRightToLeft: cut.isRightToLeft, isCut: true };
    }
  }
  return fitText(ELLIPSIS, box, language);
}

/** Lines of at most `width` em, each as full as can be. */
function wrap(paragraph: Paragraph, breaks: readonly number[], width: number): Wrapped {
  const lines: Line[] = [];
  let isBroken = false;
  let start = 0;
  while (start < paragraph.text.length) {
    const fits = (end: number) => paragraph.measure(start, withoutSpaces(paragraph.text, end)) <= width;
    let next = lastThat(breaks, start, fits);
    if (next === undefined) {
      isBroken = true;
      const wordEnd = breaks.find((index) => index > start) as number;
      const parts = graphemeBreaks(paragraph.text, start, wordEnd);
      next = lastThat(parts, start, fits) ?? (parts[0] as number);
    }
    lines.push({ start, end: withoutSpaces(paragraph.text, next) });
    start = next;
  }
  return { lines, isBroken };
}

/** Narrows the lines, without adding one, until they are about equally long: no single word below a full line. */
function balance(
  paragraph: Paragraph,
  breaks: readonly number[],
  width: number,
  lines: readonly Line[],
): readonly Line[] {
  let best = lines;
  let [low, high] = [width / 2, width];
  for (let step = 0; step < 7 && lines.length > 1; step += 1) {
    const middle = (low + high) / 2;
    const narrower = wrap(paragraph, breaks, middle);
    if (narrower.lines.length === lines.length && !narrower.isBroken) {
      best = narrower.lines;
      high = middle;
    } else low = middle;
  }
  return best;
}

function lineCount(box: TextBox, size: number): number {
  return Math.max(1, Math.floor(box.height / (size * LINE_HEIGHT)));
}

/** The last of `indices` after `start` for which `fits` holds, as long as it held for all before. */
function lastThat(
  indices: readonly number[],
  start: number,
  fits: (index: number) => boolean,
): number | undefined {
  let last: number | undefined;
  for (const index of indices) {
    if (index <= start) continue;
    if (!fits(index)) break;
    last = index;
  }
  return last;
}

function withoutSpaces(text: string, end: number): number {
  return text[end - 1] === ' ' ? end - 1 : end;
}
