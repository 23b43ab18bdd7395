// @ts-check
/**
 * Names that people give, as they stand in a sentence. Plain JavaScript that imports nothing, because the service and
 * the gate's page run this very file.
 */

const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];
/** Letters that are written from right to left, and characters that control direction (Unicode Standard Annex 9). */
const TURNING =
  /[\p{Bidi_Control}\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * White space and control characters become single spaces, so a name can't start a new line or paragraph. The
 * overrides that turn letters around (U+202D, U+202E) are left out: no script needs them, and a name could
 * use them to read as something else. Other directional controls stay, isolates in pairs, so that the text after
 * the name is not affected.
 * @param {string} text
 */
export function oneLine(text) {
  return inPairs(text.replace(/[\u{202D}\u{202E}]/gu, ''))
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
}

/** @param {string} text */
function inPairs(text) {
  let open = 0;
  const closed = text.replace(/[\u2066-\u2069]/g, (control) => {
    if (control === POP_ISOLATE && open === 0) return '';
    open += control === POP_ISOLATE ? -1 : 1;
    return control;
  });
  return closed + POP_ISOLATE.repeat(open);
}

/**
 * Whether a name could change the order of the words around it.
 * @param {string} name
 */
export function turnsWords(name) {
  return TURNING.test(name);
}

/**
 * A name of one line, for a sentence of plain text: where needed, between the invisible characters U+2068 and U+2069.
 * @param {string} name
 */
export function isolated(name) {
  return turnsWords(name) ? FIRST_STRONG_ISOLATE + name + POP_ISOLATE : name;
}
