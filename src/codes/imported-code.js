// @ts-check
/**
 * Codes of tickets that were sold in other systems. Plain JavaScript, because the gate's page runs this very file.
 *
 * @import { KeyboardReading } from './keyboard-layouts.js'
 */
import { exactReadings, withoutMarks } from './keyboard-layouts.js';

/** How many characters such a code may have. */
export const IMPORTED_CODE = { least: 4, most: 200 };

/**
 * The code as it is stored and compared: without white space around it. Undefined: no code of this length is imported.
 * @param {string} text
 */
export function importedCode(text) {
  const code = text.trim();
  if (code.length > 2 * IMPORTED_CODE.most || code.includes('\0')) return undefined;
  const { length } = [...code];
  return length >= IMPORTED_CODE.least && length <= IMPORTED_CODE.most ? code : undefined;
}

/**
 * What the code may be instead, if there is no ticket or order with it as it is: without what a scanner has put around
 * it, or under another keyboard layout. Only a text that no bar code is likely to have is read so: one with characters
 * other than those of ASCII.
 * @param {string} code
 * @returns {readonly (Pick<KeyboardReading, 'text'> & Partial<KeyboardReading>)[]}
 */
export function otherImportedCodes(code) {
  const text = withoutMarks(code);
  const others = isAscii(text)
    ? [{ text }]
    : [{ text }, ...exactReadings(text).filter((other) => isAscii(other.text))];
  return others.filter((other) => other.text !== code && importedCode(other.text) === other.text);
}

/** @param {string} text */
function isAscii(text) {
  return /^[ -~]*$/.test(text);
}
