/**
 * Where a line may end: after a space or a hyphen, and between the words of scripts that are written without
 * spaces. A small part of UAX #14, enough for names and places.
 */

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const HYPHEN = /[-‐–—/]$/u;
const NEVER_FIRST = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々〜～…]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}¿¡]$/u;

/** Indices at which a new line may begin, rising, and the end of the text last. */
export function lineBreaks(text: string): number[] {
  const words = Array.from(WORDS.segment(text), ({ segment, index }) => ({ segment, index }));
  const breaks = words
    .filter(({ segment, index }, position) => {
      const before = words[position - 1]?.segment;
      return index > 0 && before !== undefined && mayBreak(before, segment);
    })
    .map(({ index }) => index);
  return [...breaks, text.length];
}

/** Indices between the graphemes of `text` from `start` to `end`, and `end`: for a word too long for a line. */
export function graphemeBreaks(text: string, start: number, end: number): number[] {
  const breaks = Array.from(GRAPHEMES.segment(text.slice(start, end)), ({ index }) => start + index);
  return [...breaks.slice(1), end];
}

function mayBreak(before: string, after: string): boolean {
  if (after.startsWith(' ')) return false;
  if (before.endsWith(' ')) return true;
  if (NEVER_FIRST.test(after) || NEVER_LAST.test(before)) return false;
  return HYPHEN.test(before) || UNSPACED.test(before) || UNSPACED.test(after);
}
