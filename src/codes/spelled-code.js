// @ts-check
/**
 * Reads the code of a ticket or a pass that somebody has spelled. Plain JavaScript, because the desk and the gate's page run this
 * very file.
 */
import { onlyReading, withoutMarks } from './keyboard-layouts.js';

/** A code as it is written, whole or only its eleven characters. */
export const CONFIRMATION_CODE =
  /^(?:ticket-(?:event|general)-|pass-)?([2-9a-hjkmnp-tv-z]{6})-([2-9a-hjkmnp-tv-z]{5})$/;

/**
 * Enough for a whole code with a space before each character; the time of normalising grows with the square of the
 * length.
 */
const LONGEST = 100;
/**
 * What people put around and between the characters. Letters of other alphabets are not, nor is a parenthesis between
 * them: it is a hyphen on another keyboard.
 */
const NO_PART = /[^\p{L}\p{N})]|\)(?=[^\p{L}\p{N}]*$)/gu;

/**
 * The eleven characters of a code that a person has typed. Spaces, case and dashes don't matter, full-width characters
 * (of Chinese and Japanese keyboards) are accepted, and the prefix is optional. A scanner of another keyboard layout is
 * understood if it can mean one code only. Undefined when it can't be a code.
 * @param {string} spelled
 */
export function spelledCode(spelled) {
  if (spelled.length > LONGEST) return undefined;
  const typed = withoutMarks(spelled);
  const plain = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(NO_PART, '')
    .replace(/^(?:ticket(?:general|event)?|pass(?=.{11}$))/, '');
  const [, left, right] =
    /^([2-9a-hjkmnp-tv-z]{6})([2-9a-hjkmnp-tv-z]{5})$/.exec(plain) ??
    CONFIRMATION_CODE.exec(onlyReading(typed, CONFIRMATION_CODE) ?? '') ??
    [];
  return left === undefined ? undefined : `${left}-${right}`;
}
