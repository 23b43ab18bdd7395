// @ts-check
/**
 * Codes of tickets that were sold in other systems. Plain JavaScript that imports nothing, because the gate's page runs this
 * very file.
 */

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
