// @ts-check
/**
 * Reads a confirmation code that somebody has spelled. Plain JavaScript that imports nothing, because the desk and the
 * gate's page run this very file.
 */

/**
 * The eleven characters of the code that is meant, as the museum writes them: with spaces, capitals and dashes as people
 * like, as wide as keyboards for Chinese and Japanese write them, with or without the words before it. Undefined when it
 * can't be one.
 * @param {string} spelled
 */
export function spelledCode(spelled) {
  const plain = spelled
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^ticket(?:general|event)?/, '');
  const [, left, right] = /^([2-9a-hjkmnp-tv-z]{6})([2-9a-hjkmnp-tv-z]{5})$/.exec(plain) ?? [];
  return left === undefined ? undefined : `${left}-${right}`;
}
