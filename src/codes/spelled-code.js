// @ts-check
/**
 * Reads a confirmation code that somebody has spelled. Plain JavaScript that imports nothing, because the desk and the
 * gate's page run this very file.
 */

/** Enough for a whole code with a space before each character; the time of normalising grows with the square of the length. */
const LONGEST = 100;

/**
 * The eleven characters of a code that a person has typed. Spaces, case and dashes don't matter, full-width characters (of
 * Chinese and Japanese keyboards) are accepted, and the prefix is optional. Undefined when it can't be a code.
 * @param {string} spelled
 */
export function spelledCode(spelled) {
  if (spelled.length > LONGEST) return undefined;
  const plain = spelled
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^ticket(?:general|event)?/, '');
  const [, left, right] = /^([2-9a-hjkmnp-tv-z]{6})([2-9a-hjkmnp-tv-z]{5})$/.exec(plain) ?? [];
  return left === undefined ? undefined : `${left}-${right}`;
}
