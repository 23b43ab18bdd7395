/** The order of text in which some is read from right to left (Unicode Standard Annex 9), by bidi-js. */
import bidiFactory, { type Bidi } from 'bidi-js';

// The package's types speak of a default export; what Node imports is that export itself.
export const bidi: Bidi = (bidiFactory as unknown as () => Bidi)();

// Phoenician to Old Hungarian, Adlam and their like (the default classes of unassigned characters).
const RIGHT_TO_LEFT_PLANE_1 = /[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * One UTF-16 unit of the same direction as a character beyond U+FFFF. bidi-js looks at single units, and to half of a
 * character it would give the class of a letter that is read from left to right.
 */
export function standIn(character: string): string {
  if (RIGHT_TO_LEFT_PLANE_1.test(character)) return 'א';
  return /\p{L}/u.test(character) ? 'a' : '☺';
}
